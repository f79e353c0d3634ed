// Table of benchmarks: ours beside a floor or a peer that was measured in the same run, and the goal.

/** One line of the table. */
export interface Row {
  readonly what: string;
  /** Name of the comparison: the platform alone (a floor), or the usual alternative (a peer). */
  readonly beside: string;
  readonly ours: number;
  /** Absent where it would take too long, or fails; `beside` has the reason. */
  readonly other?: number;
  readonly unit: string;
  /** Limit, such as `≤ 4 µs/event`. */
  readonly goal?: string;
}

/** Two browsers, or two runs of one, differ by so much. */
const NOISE = 1.1;

/** True if a row misses its goal; false if the goal is not a number to compare with. */
export function isMissed({ ours, other = Number.NaN, goal = '' }: Row): boolean {
  if (goal === '0') return ours > 0;
  if (goal === 'within noise') return ours / other > NOISE;
  const [, most, what = ''] = /^≤ ([\d.]+) (.*)$/.exec(goal) ?? [];
  if (most === undefined || what.startsWith('of the client')) return false;
  if (what === 'times') return ours / other > Number(most);
  return (what.endsWith('on top') ? ours - other : ours) > Number(most);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The cells of the table, beginning with its head. */
export function cellsOf(rows: readonly Row[]): string[][] {
  const cells = rows.map(({ what, beside, ours, other, unit, goal = '' }) => [
    what,
    `${digits(ours)} ${unit}`,
    goal,
    other === undefined ? '–' : `${digits(other)} ${unit}`,
    other === undefined ? '–' : (ours / other).toPrecision(2),
    beside,
  ]);
  return [['what', 'ours', 'goal', 'beside', 'ratio', 'which is'], ...cells];
}

export function formatRows(rows: readonly Row[]): string {
  const all = cellsOf(rows);
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
