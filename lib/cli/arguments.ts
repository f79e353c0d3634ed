// Command-line arguments: options by name, the rest by place.
import { CliError } from '@/lib/cli/session';

/** Parsed arguments. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Parses arguments; every option needs a value and must be one of the known ones, and only `most` may be without. */
export function parseArguments(args: readonly string[], known: readonly string[], most: number): Arguments {
  const places: string[] = [];
  const options = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('--')) {
      places.push(arg);
      continue;
    }
    const [name = '', inline] = arg.slice(2).split(/=(.*)/s);
    if (!known.includes(name)) throw new CliError(`There is no option --${name} here.`);
    const value = inline ?? args[++at];
    if (value === undefined || value === '') throw new CliError(`--${name} needs a value.`);
    options.set(name, value);
  }
  const extra = places[most];
  if (extra !== undefined) throw new CliError(`'${extra}' is one argument too many.`);
  return { positionals: places, options };
}

/** The value of an option that must be one of a few. */
export function choice(args: Arguments, name: string, values: readonly string[]): string {
  const value = args.options.get(name) ?? values[0] ?? '';
  if (!values.includes(value))
    throw new CliError(`--${name} is one of ${values.join(', ')}, not '${value}'.`);
  return value;
}

/** The file at a place. */
export function fileAt(args: Arguments, place: number): string {
  const file = args.positionals[place];
  if (file === undefined) throw new CliError('A file is missing; give a path, or - for standard input.');
  return file;
}
