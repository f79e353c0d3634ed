// What `--help` prints.
import type { Command } from '@/lib/cli/command';

/** Two aligned columns. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}\n`).join('');
}

/** The help of one command. */
export function commandHelp({ name, summary, files, options, flags = {}, exitCodes }: Command): string {
  const list = Object.entries(options);
  const switches = Object.entries(flags).map(([flag, text]) => [`--${flag}`, text] as const);
  const words = [
    'lens',
    name,
    ...files.map((file) => `<${file}>`),
    ...(list.length + switches.length > 0 ? ['[options]'] : []),
  ];
  const rows = list.map(([option, each]) => [`--${option} ${each.value}`, each.summary] as const);
  return [
    `Usage: ${words.join(' ')}\n\n${summary}\n`,
    'A file is a recording (.agui.jsonl), a JSON array of events, NDJSON, a raw SSE body (.sse), a raw protobuf body (.bin) or a HAR file; - is standard input.\n',
    'Files packed with gzip, deflate or brotli are unpacked, and of a ZIP archive every file that can be read is. Bodies (.sse, .ndjson, .bin), recordings and JSON arrays above 16 MiB are read in steps: events needs little memory whatever their size, and so do convert (to ndjson-file, json-array or recording) and compact --mode stock of a body or an array; check and at need what the conversation needs, compact about four times the file. HAR files, packed files and standard input are read whole.\n',
    `Options:\n${table([...rows, ...switches, ['--help', 'Prints this help.']])}`,
    ...(exitCodes === undefined ? [] : [`Exit codes: ${exitCodes}\n`]),
  ].join('\n');
}

/** The help of the whole program. */
export function programHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `Usage: lens <command> <file> [options]\n\nCommands:\n${table(rows)}\nRun lens <command> --help for details.\n`;
}
