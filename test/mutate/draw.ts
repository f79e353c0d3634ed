// Chooses mutants: nodes drawn by chance, the folders in turn, so that a small folder is looked at like a large one;
// or those of a list, to see which of them are noticed by now.
import { createRandom, type Random } from '../core/model/random';
import { type Break, type Candidate, candidatesOf, judge, type Mutant, toMutant } from './mutants';

/** Mutants, and how many were not taken. */
interface Draw {
  readonly mutants: readonly Mutant[];
  /** Mutants that do not compile. */
  readonly invalid: number;
  /** Mutants that compile to the code of the module itself. */
  readonly equal: number;
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
    return () => drawOne(candidates, random, refused);
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
  candidates: Candidate[],
  random: Random,
  refused: { invalid: number; equal: number },
): Mutant | undefined {
  for (let candidate = candidates.pop(); candidate; candidate = candidates.pop()) {
    const mutant = toMutant(candidate, random.pick(candidate.edits));
    const verdict = judge(candidate, mutant);
    if (verdict === 'fit') return mutant;
    refused[verdict]++;
  }
  return undefined;
}

/** The mutants of a list, wherever their lines stand by now; those whose lines are gone are not among them. */
export function findMutants(
  root: string,
  folders: readonly string[],
  list: readonly Break[],
): readonly Mutant[] {
  const files = new Set(list.map(({ file }) => file));
  const known = folders
    .flatMap((folder) => candidatesOf(root, folder))
    .filter(({ file }) => files.has(file))
    .flatMap((candidate) => candidate.edits.map((edit) => toMutant(candidate, edit)));
  return list.flatMap((wanted) => {
    const alike = known.filter((mutant) => isAlike(mutant, wanted));
    const distance = ({ line }: Mutant): number => Math.abs(line - wanted.line);
    return alike.sort((a, b) => distance(a) - distance(b)).slice(0, 1);
  });
}

function isAlike(a: Break, b: Break): boolean {
  return a.file === b.file && a.operator === b.operator && a.before === b.before && a.after === b.after;
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) items.push(...items.splice(random.below(i + 1), 1));
  return items;
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (Math.imul(value, 31) + char.charCodeAt(0)) | 0;
  return value;
}
