// Choice of the tests for each mutant: those that reach it, nearest first, as many as the budget allows.
import type { Mutant } from './mutants';
import type { TestFile, TestRun } from './protocol';

/** A test that takes more than this part of all the time is left out: it would run hundreds of times. */
const SLOW_PART = 1 / 100;

/** A mutant is run against tests that together take this part of all the time. */
const BUDGET_PART = 1 / 25;

/** The tests of one file that may be used. */
interface KnownFile {
  readonly project: string;
  readonly path: string;
  readonly startMs: number;
  readonly tests: readonly TestRun[];
}

/** Result of the first run. */
export interface Plan {
  /** Names of tests that take too long to be run for each mutant. */
  readonly slow: readonly string[];
  /** Names of tests that fail although nothing is broken. */
  readonly failing: readonly string[];
  testsFor(id: number, mutant: Mutant): Selection;
}

/** Test files in the order in which they are run. */
export interface Selection {
  readonly files: readonly TestFile[];
  readonly longestMs: number;
  /** Duration of all of them without a mutant, one after the other. */
  readonly totalMs: number;
  /** Numbers of tests: chosen, and reaching the mutant. */
  readonly chosen: number;
  readonly reaching: number;
}

/** Makes a plan from the first run; a thorough one has no budget. */
export function createPlan(runs: readonly TestRun[], root: string, isThorough = false): Plan {
  const allMs = runs.reduce((sum, run) => sum + run.durationMs, 0);
  const budgetMs = isThorough ? Number.POSITIVE_INFINITY : allMs * BUDGET_PART;
  const isSlow = (run: TestRun): boolean => run.durationMs > allMs * SLOW_PART;
  const failing = runs.filter((run) => run.state === 'failed');
  const passing = runs.filter((run) => run.state === 'passed');
  const files = filesOf(passing.filter((run) => !isSlow(run)));
  const sharedBy = new Map(runs.map((run) => [fileKey(run), new Set<number>()]));
  for (const run of runs) for (const id of run.shared) sharedBy.get(fileKey(run))?.add(id);
  const title = (run: TestRun): string => `${run.path.slice(root.length + 1)}: ${run.name}`;
  return {
    slow: passing.filter(isSlow).map(title),
    failing: failing.map(title),
    testsFor(id, mutant) {
      const reaching = files.flatMap((file) => {
        const isShared = sharedBy.get(fileKey(file))?.has(id);
        const tests = isShared ? file.tests : file.tests.filter((test) => test.reached.includes(id));
        return tests.length > 0 ? [{ ...file, tests }] : [];
      });
      return withinBudget(nearestFirst(reaching, mutant), budgetMs);
    },
  };
}

function fileKey({ project, path }: { readonly project: string; readonly path: string }): string {
  return `${project} ${path}`;
}

function filesOf(runs: readonly TestRun[]): readonly KnownFile[] {
  const files = new Map<string, KnownFile & { readonly tests: TestRun[] }>();
  for (const run of runs) {
    const file = files.get(fileKey(run));
    if (file) file.tests.push(run);
    else files.set(fileKey(run), { ...run, tests: [run] });
  }
  return [...files.values()];
}

/** The test of the module itself, then those of its folder, then the others; among equals the cheapest first. */
function nearestFirst(files: readonly KnownFile[], mutant: Mutant): readonly KnownFile[] {
  const own = mutant.file.replace('lib/', '/test/').replace(/\.ts$/, '.test.');
  const folder = `${mutant.folder.replace('lib/', '/test/')}/`;
  const distance = ({ project, path }: KnownFile): number => {
    if (path.includes(own)) return 0;
    if (path.includes(folder)) return 1;
    return project === 'long' ? 3 : 2;
  };
  return [...files].sort((a, b) => distance(a) - distance(b) || costOf(a) - costOf(b));
}

function costOf(file: KnownFile): number {
  return file.tests.reduce((sum, test) => sum + test.durationMs, file.startMs);
}

function withinBudget(files: readonly KnownFile[], budgetMs: number): Selection {
  const taken: TestFile[] = [];
  let totalMs = 0;
  let longestMs = 0;
  for (const { project, path, startMs, tests } of files) {
    if (totalMs > budgetMs) break;
    const names: string[] = [];
    totalMs += startMs;
    for (const test of [...tests].sort((a, b) => a.durationMs - b.durationMs)) {
      if (names.length > 0 && totalMs > budgetMs) break;
      names.push(test.name);
      totalMs += test.durationMs;
      longestMs = Math.max(longestMs, startMs, test.durationMs);
    }
    taken.push({ project, path, tests: names });
  }
  const chosen = taken.reduce((sum, { tests }) => sum + tests.length, 0);
  const reaching = files.reduce((sum, { tests }) => sum + tests.length, 0);
  return { files: taken, longestMs, totalMs, chosen, reaching };
}
