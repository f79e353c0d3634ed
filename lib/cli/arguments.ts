// Command-line arguments: parsed by Node, with our own error sentences.
import { parseArgs } from 'node:util';
import { CliError } from '@/lib/cli/cli-error';

/** An option with a value. */
export interface Option {
  /** Placeholder for the value in the help. */
  readonly value: string;
  /** One sentence for the help. */
  readonly summary: string;
}

/** What a command takes. */
export interface Parameters {
  /** Names of the files, all required. */
  readonly files: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Options without a value, each with one sentence for the help. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** Parsed arguments. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  /** The flags that were given. */
  readonly flags: ReadonlySet<string>;
  /** True if help was requested; everything else is ignored then. */
  readonly isHelp: boolean;
}

/** Parses the arguments of a command. Every option must be known to it and needs a value. */
export function parseArguments(
  args: readonly string[],
  { files, options, flags = {} }: Parameters,
): Arguments {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }]));
  const switches = Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'boolean' as const }]));
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: { ...known, ...switches, help: { type: 'boolean', short: 'h' } },
    // Node's own errors are written for programmers.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string>();
  const on = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { positionals: [], options: new Map(), flags: on, isHelp: true };
    if (Object.hasOwn(flags, token.name) && token.value === undefined) {
      on.add(token.name);
      continue;
    }
    if (!Object.hasOwn(options, token.name))
      throw new CliError(`Unknown option ${token.rawName}. See --help.`);
    if (!token.value) throw new CliError(`${token.rawName} needs a value.`);
    given.set(token.name, token.value);
  }
  const extra = positionals[files.length];
  if (extra !== undefined) throw new CliError(`Unexpected argument '${extra}'.`);
  return { positionals, options: given, flags: on, isHelp: false };
}

/** The value of an option with a fixed set of values; the first if it is not given. */
export function choice<T extends string>(args: Arguments, name: string, values: readonly T[]): T {
  const given = args.options.get(name);
  const value = given === undefined ? values[0] : values.find((each) => each === given);
  if (value === undefined)
    throw new CliError(`--${name} must be one of ${values.join(', ')}, not '${given}'.`);
  return value;
}

/** The file at a position. */
export function fileAt(args: Arguments, position: number): string {
  const file = args.positionals[position];
  if (file === undefined) throw new CliError('Missing file: give a path, or - for standard input.');
  return file;
}
