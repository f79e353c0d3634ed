// What `--help` prints.
import type { Command } from '@/lib/package/cli/command';
import type { Paint } from '@/lib/package/cli/paint';

/** Two aligned columns. */
function table(rows: readonly (readonly [string, string])[], paint: Paint): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows
    .map(([first, second]) => `  ${paint('strong', first)}${' '.repeat(width - first.length)}  ${second}\n`)
    .join('');
}

const FILES = [
  'A file is a recording (.agui.jsonl), a JSON array of events, NDJSON, a raw SSE body (.sse), a raw protobuf body (.bin), a HAR file or a recording of another tool; - is standard input.\n',
  'Files packed with gzip, deflate or brotli are unpacked, and of a ZIP archive every file that can be read is. Bodies (.sse, .ndjson, .bin), recordings and JSON arrays above 16 MiB are read in steps: events needs little memory whatever their size, and so do convert (to ndjson-file, json-array or recording) and compact --mode stock of a body or an array; check and at need what the conversation needs, compact about four times the file. Packed files, archives and standard input are read in steps, too; of HAR files, what is no stream is let go of.\n',
];

/** How a command is written. */
function usageOf({ name, files, takesMany, options, flags = {} }: Command): string {
  const hasOptions = Object.keys(options).length + Object.keys(flags).length > 0;
  const words = files.map((file, at) => `<${file}>${takesMany && at === files.length - 1 ? '…' : ''}`);
  return ['lens', name, ...words, ...(hasOptions ? ['[options]'] : [])].join(' ');
}

/** The help of one command. */
export function commandHelp(command: Command, paint: Paint): string {
  const { name, summary, files, options, flags = {}, examples, exitCodes } = command;
  const rows = Object.entries(options).map(
    ([option, each]) => [`--${option} ${each.value}`, each.summary] as const,
  );
  const switches = Object.entries(flags).map(([flag, text]) => [`--${flag}`, text] as const);
  const shown = examples.map(([args, does]) => [`lens ${name} ${args}`, does] as const);
  return [
    `Usage: ${usageOf(command)}\n\n${summary}\n`,
    ...(files.some((file) => file === 'shell') ? [] : FILES),
    `Options:\n${table([...rows, ...switches, ['--help', 'Prints this help.']], paint)}`,
    `Examples:\n${table(shown, paint)}`,
    `Exit codes: ${exitCodes}\n`,
  ].join('\n');
}

/** The help of the whole program. */
export function programHelp(commands: readonly Command[], paint: Paint): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'Usage: lens <command> <file> [options]\n',
    `Commands:\n${table(rows, paint)}`,
    'Exit codes: 0 done, 1 something was found or cannot be made, 2 a file could not be read or the arguments mean nothing; the help of each command says more.\n',
    'Run lens <command> --help for details, lens --version for the version. Colours are shown on a terminal, unless NO_COLOR is set.\n',
  ].join('\n');
}
