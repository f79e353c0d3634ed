// Files of the arguments: paths, and patterns that the shell has not expanded.
import { existsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { globSync, isDynamicPattern } from 'tinyglobby';
import { CliError } from '@/lib/package/cli/errors';

/** The state of a file: equal as long as nothing was written. */
export function versionOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? '' : `${stat.size} ${stat.mtimeMs}`;
}

/** The files of all arguments, without duplicates, in their order. */
export function findFiles(args: readonly string[]): readonly string[] {
  const files = args.flatMap((arg) => {
    if (arg === '-' || !isDynamicPattern(arg) || existsSync(arg)) return [arg];
    const options = { ignore: '**/node_modules/**', expandDirectories: false, absolute: isAbsolute(arg) };
    const found = globSync(arg, options).sort();
    if (found.length === 0) throw new CliError(`No file matches '${arg}'.`);
    return found;
  });
  if (files.length === 0) throw new CliError('Missing file: pass a path, or - for standard input.');
  return [...new Set(files)];
}
