// Command-line arguments: node's own parser, and our own sentences where they do not fit the command.
import { parseArgs } from 'node:util';
import { CliError } from '@/lib/cli/cli-error';

/** An option with a value. */
export interface Option {
  /** What stands for the value in the help. */
  readonly value: string;
  /** What it does, as one sentence. */
  readonly summary: string;
}

/** What a command takes. */
export interface Parameters {
  /** Names of the files, all of them required. */
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
}

/** Parsed arguments. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  /** True where the help was asked for; nothing else is looked at then. */
  readonly isHelp: boolean;
}

/** Parses the arguments of a command; every option needs a value and must be one that the command knows. */
export function parseArguments(args: readonly string[], { files, options }: Parameters): Arguments {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }]));
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: { ...known, help: { type: 'boolean', short: 'h' } },
    // Its own errors are for those who write programs.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { positionals: [], options: new Map(), isHelp: true };
    if (!Object.hasOwn(options, token.name)) throw new CliError(`There is no option ${token.rawName} here.`);
    if (!token.value) throw new CliError(`${token.rawName} needs a value.`);
    given.set(token.name, token.value);
  }
  const extra = positionals[files.length];
  if (extra !== undefined) throw new CliError(`'${extra}' is one argument too many.`);
  return { positionals, options: given, isHelp: false };
}

/** The value of an option that must be one of a few; the first where it is not given. */
export function choice<T extends string>(args: Arguments, name: string, values: readonly T[]): T {
  const given = args.options.get(name);
  const value = given === undefined ? values[0] : values.find((each) => each === given);
  if (value === undefined) throw new CliError(`--${name} is one of ${values.join(', ')}, not '${given}'.`);
  return value;
}

/** The file at a position. */
export function fileAt(args: Arguments, position: number): string {
  const file = args.positionals[position];
  if (file === undefined) throw new CliError('A file is missing; give a path, or - for standard input.');
  return file;
}
