// Files of the arguments: paths, and patterns that the shell has not expanded.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { CliError } from '@/lib/package/cli/errors';

const MAGIC = /[*?{]/;

/** `*` and `?` match within a name, `**` any folders, `{a,b}` one of these. */
function patternOf(glob: string): RegExp {
  const source = glob.replace(/\*\*\/?|[*?{},]|[^*?{},]+/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part === '{') return '(?:';
    if (part === '}') return ')';
    return part === ',' ? '|' : part.replace(/[\\^$.|+()[\]]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}

/** The folder before the first wildcard. */
function folderOf(glob: string): string {
  return glob.slice(0, glob.slice(0, glob.search(MAGIC)).lastIndexOf('/') + 1);
}

/** True inside of node_modules and hidden folders. */
function isHidden(path: string): boolean {
  return /(?:^|\/)(?:node_modules|\.[^/]*)(?:\/|$)/.test(path);
}

function matching(glob: string): readonly string[] {
  const folder = folderOf(glob);
  const root = folder === '' ? '.' : folder;
  if (!existsSync(root)) return [];
  const pattern = patternOf(glob);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !isHidden(name) && pattern.test(folder + name))
    .map((name) => folder + name)
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .sort();
}

/** The files of all arguments, without duplicates, in their order. */
export function findFiles(args: readonly string[]): readonly string[] {
  const files = args.flatMap((arg) => {
    if (arg === '-' || !MAGIC.test(arg) || existsSync(arg)) return [arg];
    const found = matching(arg.replace(/^\.\//, ''));
    if (found.length === 0) throw new CliError(`No file matches '${arg}'.`);
    return found;
  });
  if (files.length === 0) throw new CliError('Missing file: pass a path, or - for standard input.');
  return [...new Set(files)];
}
