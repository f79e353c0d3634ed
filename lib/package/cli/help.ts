// Output of `--help`.
import type { Command } from '@/lib/package/cli/command';
import type { Paint } from '@/lib/package/cli/paint';

function table(rows: readonly (readonly [string, string])[], paint: Paint): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows
    .map(([first, second]) => `  ${paint('strong', first)}${' '.repeat(width - first.length)}  ${second}\n`)
    .join('');
}

const FILES = [
  'A file is a recording (.agui.jsonl), a JSON array of events, NDJSON, a raw SSE body (.sse), a raw protobuf body (.bin), a HAR file or a recording of another tool; - is standard input.\n',
  'Files may be packed with gzip, deflate or brotli. Of a ZIP archive, every readable file is read.\n',
  'Bodies, recordings and JSON arrays may have any size. events, convert (to ndjson-file, json-array or recording) and compact --mode stock need little memory; check and at need that of the conversation, compact about four times the file.\n',
];

function usageOf({ name, files, takesMany, options, flags = {} }: Command): string {
  const hasOptions = Object.keys(options).length + Object.keys(flags).length > 0;
  if (files.length === 0 && takesMany) return `lens ${name} [file…]`;
  const words = files.map((file, at) => `<${file}>${takesMany && at === files.length - 1 ? '…' : ''}`);
  return ['lens', name, ...words, ...(hasOptions ? ['[options]'] : [])].join(' ');
}

export function commandHelp(command: Command, paint: Paint): string {
  const { name, summary, files, options, flags = {}, examples, exitCodes } = command;
  const rows = Object.entries(options).map(
    ([option, each]) => [`--${option} ${each.value}`, each.summary] as const,
  );
  const switches = Object.entries(flags).map(([flag, text]) => [`--${flag}`, text] as const);
  const shown = examples.map(([args, does]) => [`lens ${name} ${args}`, does] as const);
  return [
    `Usage: ${usageOf(command)}\n\n${summary}\n`,
    ...(files.length === 0 || files.includes('shell') ? [] : FILES),
    `Options:\n${table([...rows, ...switches, ['--help', 'Prints this help.']], paint)}`,
    `Examples:\n${table(shown, paint)}`,
    `Exit codes: ${exitCodes}\n`,
  ].join('\n');
}

export function programHelp(commands: readonly Command[], paint: Paint): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'Usage: lens <command> [file] [options]\n',
    `Commands:\n${table(rows, paint)}`,
    'Exit codes: 0 success, 1 findings or no result, 2 invalid arguments or unreadable file; see the help of each command.\n',
    'Run lens <command> --help for details, lens --version for the version. NO_COLOR turns colours off.\n',
  ].join('\n');
}
