// Runs a command line.

import { harmlessLine } from '@/lib/core/agui/harmless';
import { STACK_TEXT, TOO_DEEP } from '@/lib/core/json/depth';
import { nearestName } from '@/lib/core/json/nearest';
import { type Command, type CommandResult, parseArguments } from '@/lib/package/cli/command';
import { commands } from '@/lib/package/cli/commands';
import { CliError } from '@/lib/package/cli/errors';
import { type Paint, plain, printable } from '@/lib/package/cli/paint';
import { LensError, OptionError, RefusedError } from '@/lib/package/library/lens-error';

const TOO_LONG = 'The file or the output holds a text of more than 512 MB: take a part of it.';

function toCliError(error: unknown): unknown {
  // The library writes options without dashes.
  if (error instanceof OptionError)
    return new CliError(`${/^[a-z]+ /.test(error.message) ? '--' : ''}${error.message}`);
  if (error instanceof LensError) return new CliError(error.message, error instanceof RefusedError ? 1 : 2);
  if (!(error instanceof RangeError)) return error;
  // Patches can build deeply nested values, and compaction too long texts.
  if (error.message === STACK_TEXT) return new CliError(`The output ${TOO_DEEP}.`);
  return error.message === 'Invalid string length' ? new CliError(TOO_LONG) : error;
}

function* guardedOutput({ output, isData }: CommandResult): Iterable<string> {
  try {
    if (isData) yield* output;
    else for (const part of output) yield printable(part);
  } catch (error) {
    throw toCliError(error);
  }
}

async function* guardedWork(work: AsyncIterable<string>): AsyncIterable<string> {
  try {
    for await (const part of work) yield printable(part);
  } catch (error) {
    throw toCliError(error);
  }
}

interface ProgramResult extends CommandResult {
  /** Lines for standard error; complete after the output. */
  readonly note?: string | undefined;
}

function guarded(run: () => CommandResult, notes: ReadonlySet<string>): ProgramResult {
  try {
    const { work, ...outcome } = run();
    return {
      ...outcome,
      output: guardedOutput(outcome),
      get note() {
        return [...notes].map(harmlessLine).join('\n') || undefined;
      },
      ...(work !== undefined && { work: guardedWork(work) }),
    };
  } catch (error) {
    throw toCliError(error);
  }
}

function table(rows: readonly (readonly [string, string])[], paint: Paint): string {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows
    .map(([first, second]) => `  ${paint('strong', first)}${' '.repeat(width - first.length)}  ${second}\n`)
    .join('');
}

const KINDS =
  'A file is a recording (.agui.jsonl), a JSON array of events, NDJSON, a raw SSE body (.sse), a raw protobuf body (.bin), a HAR file or a recording of another tool';
const FILES = [
  'Files may be packed with gzip, deflate or brotli. Of a ZIP archive, every readable file is read.\n',
  'Bodies, recordings and JSON arrays may have any size. events, convert (to ndjson-file, json-array or recording) and compact --mode stock need little memory; check and at need that of the conversation, compact about four times the file.\n',
];

function usageOf({ name, files, takesMany, options, flags = {} }: Command): string {
  const hasOptions = Object.keys(options).length + Object.keys(flags).length > 0;
  if (files.length === 0 && takesMany) return `lens ${name} [file…]`;
  const words = files.map((file, at) => `<${file}>${takesMany && at === files.length - 1 ? '…' : ''}`);
  return ['lens', name, ...words, ...(hasOptions ? ['[options]'] : [])].join(' ');
}

function commandHelp(command: Command, paint: Paint): string {
  const { name, summary, files, options, flags = {}, examples, exitCodes, noInput } = command;
  const takesFiles = files.length > 0 && !files.includes('shell') && !files.includes('URL');
  const rows = Object.entries(options).map(
    ([option, each]) => [`--${option} ${each.value}`, each.summary] as const,
  );
  const switches = Object.entries(flags).map(([flag, text]) => [`--${flag}`, text] as const);
  const shown = examples.map(([args, does]) => [`lens ${name} ${args}`, does] as const);
  return [
    `Usage: ${usageOf(command)}\n\n${summary}\n`,
    ...(takesFiles ? [`${KINDS}${noInput ? '' : '; - is standard input'}.\n`, ...FILES] : []),
    `Options:\n${table([...rows, ...switches, ['--help', 'Prints this help.']], paint)}`,
    `Examples:\n${table(shown, paint)}`,
    `Exit codes: ${exitCodes}\n`,
  ].join('\n');
}

function programHelp(commands: readonly Command[], paint: Paint): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [
    'Usage: lens <command> [file] [options]\n',
    `Commands:\n${table(rows, paint)}`,
    'Exit codes: 0 success, 1 findings or no result, 2 invalid arguments or unreadable file; see the help of each command.\n',
    'Run lens <command> --help for details, lens --version for the version. NO_COLOR turns colours off.\n',
  ].join('\n');
}

export function runCommand(argv: readonly string[], paint: Paint = plain): ProgramResult {
  const [name, ...rest] = argv;
  if (name === 'help' && rest[0] !== undefined) return runCommand([rest[0], '--help'], paint);
  if (name === '--help' || name === '-h' || name === 'help')
    return { output: [printable(programHelp(commands, paint))], exitCode: 0 };
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const names = commands.map((each) => each.name);
    const what = name === undefined ? 'Missing command' : `Unknown command '${name}'`;
    const near = nearestName(name ?? '', names);
    const hint = near === undefined ? '' : ` Did you mean '${near}'?`;
    throw new CliError(`${what}.${hint} Use ${names.join(', ')}, or --help.`);
  }
  const args = parseArguments(rest, command, paint);
  if (args.isHelp) return { output: [printable(commandHelp(command, paint))], exitCode: 0 };
  return guarded(() => command.run(args, commands), args.notes);
}
