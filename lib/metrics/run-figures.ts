// The figures of runs beside each other: one line for each, sorted by any of them, with the median and the 95th
// percentile of all.
import { costOf, type Price } from '@/lib/metrics/cost';
import type { Run } from '@/lib/model/types';

/** Names of the figures, in their order. */
export const FIGURES = [
  'start',
  'duration',
  'firstToken',
  'perSecond',
  'tokensIn',
  'tokensOut',
  'cost',
  'tools',
  'findings',
] as const;

/** Name of a figure. Times are in milliseconds. */
export type Figure = (typeof FIGURES)[number];

/** The figures of a run; what nobody knows is absent. */
export type RunFigures = Readonly<Partial<Record<Figure, number>>>;

/** What only others know of a run. */
export interface RunCounts {
  /** When it ended, where that is not with the first of its ends. */
  readonly endMs?: number | undefined;
  /** Of models, where the user has set any. */
  readonly prices?: readonly Price[];
  readonly tools: number;
  readonly findings: number;
}

/** When a run was asked for: with the request of its own, else when it began. */
export function askedMs({ stream, input, startMs }: Run): number {
  const isSocket = stream.transport === 'web-socket' || stream.transport === 'event-source';
  return !isSocket && stream.input === input ? stream.startMs : startMs;
}

/** The tokens that a run has used, one of the two kinds; undefined where the agent tells nothing of them. */
export function tokensOf({ usage }: Run, kind: 'inputTokens' | 'outputTokens'): number | undefined {
  const counts = usage?.flatMap((each) => each[kind] ?? []) ?? [];
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** The figures of a run as far as they are known. */
export function figuresOf(
  run: Run,
  { tools, findings, prices = [], endMs = run.endMs }: RunCounts,
): RunFigures {
  const { firstTokenMs } = run;
  const asked = askedMs(run);
  const tokensIn = tokensOf(run, 'inputTokens');
  const tokensOut = tokensOf(run, 'outputTokens');
  const cost = costOf(run, prices);
  const seconds = endMs === undefined || firstTokenMs === undefined ? 0 : (endMs - firstTokenMs) / 1000;
  return {
    start: asked,
    ...(endMs !== undefined && { duration: Math.max(0, endMs - asked) }),
    ...(firstTokenMs !== undefined && { firstToken: Math.max(0, firstTokenMs - asked) }),
    ...(tokensOut !== undefined && seconds > 0 && { perSecond: tokensOut / seconds }),
    ...(tokensIn !== undefined && { tokensIn }),
    ...(tokensOut !== undefined && { tokensOut }),
    ...(cost !== undefined && { cost }),
    tools,
    findings,
  };
}

/** A number that a share of all numbers does not exceed; undefined if there are none. The median of two is between. */
export function shareOf(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low === undefined || high === undefined ? undefined : low + (high - low) * (at - Math.floor(at));
}

/** Compares by a figure; what has none comes last in either direction. */
export function byFigure(figure: Figure, isDescending: boolean): (a: RunFigures, b: RunFigures) => number {
  return (a, b) => {
    const [left, right] = [a[figure], b[figure]];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return isDescending ? right - left : left - right;
  };
}
