// Chooses mutants: nodes drawn by chance, the folders in turn, so that a small folder is looked at like a large one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, parseSync } from 'vite';
import { createRandom, type Random } from '../model/random';
import type { Edit } from './operators';
import { type ProbePoint, sitesOf } from './sites';

/** A module with one thing broken in it. */
export interface Mutant {
  /** From the root, with slashes. */
  readonly file: string;
  readonly folder: string;
  /** From 1. */
  readonly line: number;
  readonly operator: string;
  /** The lines that change, as one line. */
  readonly before: string;
  readonly after: string;
  /** The whole module, changed. */
  readonly code: string;
  readonly probe: ProbePoint;
}

/** Mutants, and how many were not taken. */
export interface Draw {
  readonly mutants: readonly Mutant[];
  /** Those that do not compile. */
  readonly invalid: number;
  /** Those that compile to the same code as the module itself. */
  readonly equal: number;
}

interface Candidate {
  readonly file: string;
  readonly source: string;
  readonly edits: readonly Edit[];
  readonly probe: ProbePoint;
}

/** The folders below `lib`, from the root. */
export function foldersOfLib(root: string): readonly string[] {
  return readdirSync(join(root, 'lib'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `lib/${entry.name}`)
    .sort();
}

/** Draws mutants from folders; the same seed gives the same ones as long as the code is the same. */
export function drawMutants(
  root: string,
  folders: readonly string[],
  options: { readonly count: number; readonly seed: number },
): Draw {
  const refused = { invalid: 0, equal: 0 };
  const draws = folders.map((folder) => {
    const random = createRandom(options.seed ^ hash(folder));
    const candidates = shuffled(candidatesOf(root, folder), random);
    return () => drawOne(folder, candidates, random, refused);
  });
  const mutants: Mutant[] = [];
  for (let before = -1; before < mutants.length; ) {
    before = mutants.length;
    for (const draw of draws) {
      const mutant = mutants.length < options.count ? draw() : undefined;
      if (mutant) mutants.push(mutant);
    }
  }
  return { mutants, ...refused };
}

/** The next candidate that is another program; undefined where none is left. */
function drawOne(
  folder: string,
  candidates: Candidate[],
  random: Random,
  refused: { invalid: number; equal: number },
): Mutant | undefined {
  for (let candidate = candidates.pop(); candidate; candidate = candidates.pop()) {
    const mutant = toMutant(folder, candidate, random.pick(candidate.edits));
    const verdict = judge(candidate, mutant.code);
    if (verdict === 'fit') return mutant;
    refused[verdict]++;
  }
  return undefined;
}

function candidatesOf(root: string, folder: string): Candidate[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .sort()
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return sitesOf(file, source).map((site) => ({ file, source, ...site }));
    });
}

function toMutant(folder: string, { file, source, probe }: Candidate, edit: Edit): Mutant {
  const code = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
  const first = source.lastIndexOf('\n', edit.start - 1) + 1;
  const newline = source.indexOf('\n', edit.end);
  const last = newline < 0 ? source.length : newline;
  return {
    file,
    folder,
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

function judge({ file, source }: Candidate, code: string): 'fit' | 'invalid' | 'equal' {
  if (parseSync(file, code).errors.length > 0) return 'invalid';
  return compiled(file, code) === compiled(file, source) ? 'equal' : 'fit';
}

function compiled(file: string, code: string): string {
  return minifySync(file, code).code;
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    items.push(...items.splice(random.below(i + 1), 1));
  }
  return items;
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (Math.imul(value, 31) + char.charCodeAt(0)) | 0;
  return value;
}
