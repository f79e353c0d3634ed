// Command-line arguments: parsed by Node, with our own error sentences.
import { parseArgs } from 'node:util';
import { CliError } from '@/lib/package/cli/cli-error';
import type { Paint } from '@/lib/package/cli/paint';
import { oneOf } from '@/lib/package/library/lens-error';

/** An option with a value. */
export interface Option {
  /** Placeholder for the value in the help. */
  readonly value: string;
  /** One sentence for the help. */
  readonly summary: string;
  /** Whether it may be given several times; its values are lines then. */
  readonly isMany?: true;
}

/** What a command takes. */
export interface Parameters {
  /** Names of the files, all required. */
  readonly files: readonly string[];
  /** Whether the last of them may be given several times. */
  readonly takesMany?: true;
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
  /** How the output is coloured. */
  readonly paint: Paint;
  /** Sentences for standard error, which become known while the output is made. */
  readonly notes: Set<string>;
}

/** Parses the arguments of a command. Every option must be known to it and needs a value. */
export function parseArguments(
  args: readonly string[],
  { files, options, flags = {}, takesMany }: Parameters,
  paint: Paint,
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
  const parsed = { options: given, flags: on, paint, notes: new Set<string>() };
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { ...parsed, positionals: [], isHelp: true };
    if (Object.hasOwn(flags, token.name) && token.value === undefined) {
      on.add(token.name);
      continue;
    }
    if (!Object.hasOwn(options, token.name))
      throw new CliError(`Unknown option ${token.rawName}. See --help.`);
    if (!token.value) throw new CliError(`${token.rawName} needs a value.`);
    const before = options[token.name]?.isMany ? given.get(token.name) : undefined;
    given.set(token.name, before === undefined ? token.value : `${before}\n${token.value}`);
  }
  const extra = positionals[files.length];
  if (extra !== undefined && takesMany !== true) throw new CliError(`Unexpected argument '${extra}'.`);
  return { ...parsed, positionals, isHelp: false };
}

/** The value of an option with a fixed set of values; the first if it is not given. */
export function choice<T extends string>(args: Arguments, name: string, values: readonly T[]): T {
  const given = args.options.get(name) ?? values[0];
  return oneOf(name, values, given ?? '');
}

/** The file at a position. */
export function fileAt(args: Arguments, position: number): string {
  const file = args.positionals[position];
  const which = position === 0 ? 'file' : 'second file';
  if (file === undefined) throw new CliError(`Missing ${which}: give a path, or - for standard input.`);
  return file;
}
