// A mutant: a module with one thing broken in it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, parseSync } from 'vite';
import type { Edit } from './operators';
import { type ProbePoint, type Site, sitesOf } from './sites';

/** Identity of a mutant, as written to the list of survivors. */
export interface Break {
  /** From the root, with slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly operator: string;
  /** The lines that change, as one line. */
  readonly before: string;
  readonly after: string;
}

/** A module with one thing broken in it. */
export interface Mutant extends Break {
  readonly folder: string;
  /** The whole module, changed. */
  readonly code: string;
  readonly probe: ProbePoint;
}

/** A site and the module that it is in. */
export interface Candidate extends Site {
  readonly file: string;
  readonly source: string;
}

/** Folders mutated per subfolder. */
const NESTED = /^lib\/(core|background|package)\b/;

/** The folders of `lib` that are mutated apart, as paths from the root. */
export function foldersOfLib(root: string): readonly string[] {
  const below = (folder: string): readonly string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${folder}/${entry.name}`);
  return below('lib')
    .flatMap((folder) => (NESTED.test(folder) ? below(folder) : [folder]))
    .sort();
}

/** Everything in a folder that can be broken, in the order of the files. */
export function candidatesOf(root: string, folder: string): Candidate[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return sitesOf(file, source).map((site) => ({ file, source, ...site }));
    });
}

/** The mutant that an edit makes. */
export function toMutant({ file, source, probe }: Candidate, edit: Edit): Mutant {
  const code = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
  const first = source.lastIndexOf('\n', edit.start - 1) + 1;
  const newline = source.indexOf('\n', edit.end);
  const last = newline < 0 ? source.length : newline;
  return {
    file,
    folder: file.split('/', NESTED.test(file) ? 3 : 2).join('/'),
    line: source.slice(0, edit.start).split('\n').length,
    operator: edit.operator,
    before: oneLine(source.slice(first, last)),
    after: oneLine(code.slice(first, last + code.length - source.length)),
    code,
    probe,
  };
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*\n\s*/g, ' ');
}

/** Checks that a mutant compiles and differs from its module. */
export function judge({ file, source }: Candidate, { code }: Mutant): 'fit' | 'invalid' | 'equal' {
  if (parseSync(file, code).errors.length > 0) return 'invalid';
  return minifySync(file, code).code === minifySync(file, source).code ? 'equal' : 'fit';
}
