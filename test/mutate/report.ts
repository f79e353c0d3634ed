// Report of a run: a table by folder, and the survivors.
import type { Break, Mutant } from './mutants';

/** End of a mutant: noticed by a test, hung, unnoticed, or not reached by any test. */
type MutantStatus = 'killed' | 'timed out' | 'survived' | 'not reached';

/** A mutant and its status. */
export interface Result {
  readonly mutant: Mutant;
  readonly status: MutantStatus;
  /** The test that noticed, or how many did not. */
  readonly note: string;
}

const WIDTH = 150;
const COLUMNS = ['mutants', 'killed', 'timed out', 'survived', 'not reached', 'score'] as const;

/** The table: for each folder what became of its mutants, and the part that was noticed. */
export function table(results: readonly Result[]): string {
  const folders = [...new Set(results.map(({ mutant }) => mutant.folder))].sort();
  const rows = folders.map((folder) =>
    row(
      folder,
      results.filter(({ mutant }) => mutant.folder === folder),
    ),
  );
  return [line('folder', COLUMNS), ...rows, row('all', results)].join('\n');
}

function row(name: string, results: readonly Result[]): string {
  const count = (status: MutantStatus): number => results.filter((result) => result.status === status).length;
  const noticed = count('killed') + count('timed out');
  const score = results.length === 0 ? '' : `${Math.round((noticed / results.length) * 100)} %`;
  const counts = [count('killed'), count('timed out'), count('survived'), count('not reached')];
  return line(name, [results.length, ...counts, score]);
}

function line(name: string, cells: readonly (string | number)[]): string {
  return (
    name.padEnd(14) + cells.map((cell, i) => String(cell).padStart((COLUMNS[i]?.length ?? 0) + 3)).join('')
  );
}

/** True where no test noticed. */
export function hasSurvived({ status }: Result): boolean {
  return status === 'survived' || status === 'not reached';
}

/** A mutant in two lines or three. */
export function describe({ mutant, status }: Result): string {
  const { file, line, operator, before, after } = mutant;
  const at = differenceOf(before, after);
  return `${file}:${line}  ${operator}${status === 'survived' ? '' : ` (${status})`}\n  ${cut(before, at)}\n  -> ${cut(after, at)}`;
}

function differenceOf(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return at;
}

/** The part of a long line around what changed. */
function cut(text: string, at: number): string {
  const from = text.length <= WIDTH ? 0 : Math.max(0, at - WIDTH / 2);
  return `${from > 0 ? '…' : ''}${text.slice(from, from + WIDTH)}${from + WIDTH < text.length ? '…' : ''}`;
}

/** Content of the file of survivors. */
export function toList(results: readonly Result[]): string {
  const survivors = results.filter(hasSurvived).map(({ mutant, status, note }) => {
    const { file, line, operator, before, after } = mutant;
    return { file, line, operator, before, after, status, note };
  });
  return `${JSON.stringify(survivors, null, 2)}\n`;
}

/** Reads a file of survivors; throws where it is none. */
export function parseList(list: unknown): readonly Break[] {
  if (Array.isArray(list) && list.every(isBreak)) return list;
  throw new Error('This is not a list of survivors; `--list` writes one.');
}

function isBreak(value: unknown): value is Break {
  if (typeof value !== 'object' || value === null) return false;
  const texts = Object.entries(value).filter(([, member]) => typeof member === 'string');
  const names = new Set(texts.map(([name]) => name));
  return ['file', 'operator', 'before', 'after'].every((name) => names.has(name)) && 'line' in value;
}
