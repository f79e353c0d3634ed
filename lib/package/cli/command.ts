// Commands and their arguments: parsed by Node, with error sentences of our own.

import { parseArgs } from 'node:util';
import { nearestName } from '@/lib/core/json/nearest';
import { CliError } from '@/lib/package/cli/errors';
import type { Paint } from '@/lib/package/cli/paint';
import { oneOf } from '@/lib/package/library/lens-error';

export interface Option {
  /** Placeholder of the value. */
  readonly value: string;
  readonly summary: string;
  /** True if the option may be repeated; its values become lines. */
  readonly isMany?: true;
}

interface Parameters {
  /** Placeholders of the files, all required. */
  readonly files: readonly string[];
  /** True if the last file may be repeated. */
  readonly takesMany?: true;
  /** True if no file may be standard input. */
  readonly noInput?: true;
  /** True if any words may follow `--`. */
  readonly takesRest?: true;
  readonly options: Readonly<Record<string, Option>>;
  /** Summaries of the options without a value. */
  readonly flags?: Readonly<Record<string, string>>;
}

export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
  /** True if help was requested: other arguments are not checked. */
  readonly isHelp: boolean;
  readonly paint: Paint;
  /** Sentences for standard error, added until all of the output is written. */
  readonly notes: Set<string>;
}

export interface CommandResult {
  readonly output: Iterable<string>;
  /** True if the output is a file, which is not changed; other output is made harmless. */
  readonly isData?: boolean;
  readonly exitCode: number;
  /** More output, which takes time. */
  readonly work?: AsyncIterable<string>;
}

/** One file in lib/package/cli/commands, and one line in lib/package/cli/commands.ts. */
export interface Command extends Parameters {
  readonly name: string;
  readonly summary: string;
  readonly examples: readonly (readonly [args: string, does: string])[];
  readonly exitCodes: string;
  run(args: Arguments, all: readonly Command[]): CommandResult;
}

export function parseArguments(
  args: readonly string[],
  { files, options, flags = {}, takesMany, takesRest }: Parameters,
  paint: Paint,
): Arguments {
  const known = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }]));
  const switches = Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'boolean' as const }]));
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: { ...known, ...switches, help: { type: 'boolean', short: 'h' } },
    // Node's error messages are not for users.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string>();
  const on = new Set<string>();
  const parsed = { options: values, flags: on, paint, notes: new Set<string>() };
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.name === 'help') return { ...parsed, positionals: [], isHelp: true };
    if (Object.hasOwn(flags, token.name) && token.value === undefined) {
      on.add(token.name);
      continue;
    }
    if (!Object.hasOwn(options, token.name)) {
      const near = nearestName(token.name, [...Object.keys(options), ...Object.keys(flags)]);
      const hint = near === undefined ? '' : ` Did you mean --${near}?`;
      throw new CliError(`Unknown option ${token.rawName}.${hint} See --help.`);
    }
    if (!token.value) throw new CliError(`${token.rawName} needs a value.`);
    const { isMany = false, value = '' } = options[token.name] ?? {};
    // Given twice, a list has the values of both; of other options the last one counts.
    const separator = isMany ? '\n' : value.includes(',') ? ',' : undefined;
    const before = separator === undefined ? undefined : values.get(token.name);
    values.set(token.name, before === undefined ? token.value : `${before}${separator}${token.value}`);
  }
  const restAt = takesRest && tokens.find(({ kind }) => kind === 'option-terminator')?.index;
  const named = tokens.filter(({ kind, index }) => kind === 'positional' && index < (restAt ?? args.length));
  const extra = named.length > files.length ? positionals[files.length] : undefined;
  if (extra !== undefined && takesMany !== true) throw new CliError(`Unexpected argument '${extra}'.`);
  return { ...parsed, positionals, isHelp: false };
}

/** The values of a list, `a, b` as well as `a,b`; one empty value, which no option knows, if there are none. */
export function listed(text: string): readonly string[] {
  const values = text.split(',').flatMap((each) => each.trim() || []);
  return values.length > 0 ? values : [''];
}

/** The value of an option with a fixed set of values; the first by default. */
export function choice<T extends string>(args: Arguments, name: string, values: readonly T[]): T {
  return oneOf(name, values, args.options.get(name) ?? values[0] ?? '');
}

export function fileAt(args: Arguments, position: number): string {
  const file = args.positionals[position];
  const which = position === 0 ? 'file' : 'second file';
  if (file === undefined) throw new CliError(`Missing ${which}: pass a path, or - for standard input.`);
  return file;
}

/** A count from `least` on; `byDefault` without the option. */
export function countOf(args: Arguments, name: string, byDefault: number, least: number): number {
  const given = args.options.get(name);
  if (given === undefined) return byDefault;
  if (/^\d{1,6}$/.test(given) && Number(given) >= least) return Number(given);
  throw new CliError(`--${name} must be a number from ${least} on, not '${given}'.`);
}

/** The URL of a server; `name` begins the sentence of an error. */
export function urlOf(given: string | undefined, name: string, example: string): URL {
  if (given === undefined) throw new CliError(`${name} is missing: a URL such as ${example}.`);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new CliError(`${name} must be an http or https URL such as ${example}, not '${given}'.`);
}

export const HEADER: Option = {
  value: 'NAME:VALUE',
  summary: 'Header of each request; may be repeated.',
  isMany: true,
};

/** The headers of --header, names in lower case. */
export function headersOf(args: Arguments): Record<string, string> {
  const lines = args.options.get('header')?.split('\n') ?? [];
  const given = lines.map((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new CliError(`--header must be a name, a colon and a value, not '${line}'.`);
    return [name.toLowerCase(), value] as const;
  });
  return Object.fromEntries(given);
}
