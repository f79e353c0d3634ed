// Figures of runs for tables, with median and 95th percentile.

import { heldMs } from '@/lib/core/log/held-spans';
import type { Log } from '@/lib/core/log/log';
import { costOf, type Price } from '@/lib/core/metrics/cost';
import type { Run } from '@/lib/core/model/types';

/** In the order of columns. */
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

/** A figure; times are in milliseconds. */
export type Figure = (typeof FIGURES)[number];

/** Unknown figures are absent. */
export type RunFigures = Readonly<Partial<Record<Figure, number>>>;

/** Figures that are not properties of the run. */
export interface RunCounts {
  /** End of the run, if it is not the first of its end events. */
  readonly endMs?: number | undefined;
  /** Absent without prices of the user. */
  readonly prices?: readonly Price[];
  readonly tools: number;
  readonly findings: number;
}

/** The last end of a run up to an event: an agent that continues after its tools may end a run several times. */
export function lastEndOf(
  { startSeq, endSeq }: Run,
  log: Pick<Log, 'entities' | 'entityOf'>,
  upTo = Number.POSITIVE_INFINITY,
): number | undefined {
  if (startSeq === undefined || endSeq === undefined) return endSeq;
  const last = log.entities.at(log.entityOf(startSeq))?.endSeq ?? -1;
  return last > upTo ? endSeq : Math.max(endSeq, last);
}

/** Time from the run's request to a moment, without time held by rules. */
export function elapsedMs(run: Run, toMs: number): number {
  return Math.max(0, spentMs(run, run.startMs, toMs));
}

/** Length of a time span, without time held by rules. */
export function spentMs(run: Run, fromMs: number, toMs: number): number {
  return toMs - fromMs - heldIn(run, fromMs, toMs);
}

/** Part of a time span in which rules held events of the run. */
export function heldIn({ streams }: Run, fromMs: number, toMs: number): number {
  return streams.reduce((sum, stream) => sum + heldMs(stream, fromMs, toMs), 0);
}

export function tokensOf({ usage }: Run, kind: 'inputTokens' | 'outputTokens'): number | undefined {
  const counts = usage?.flatMap((each) => each[kind] ?? []) ?? [];
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

export function figuresOf(
  run: Run,
  { tools, findings, prices = [], endMs = run.endMs }: RunCounts,
): RunFigures {
  const { firstTokenMs } = run;
  const tokensIn = tokensOf(run, 'inputTokens');
  const tokensOut = tokensOf(run, 'outputTokens');
  const cost = costOf(run, prices);
  const seconds =
    endMs === undefined || firstTokenMs === undefined ? 0 : spentMs(run, firstTokenMs, endMs) / 1000;
  return {
    start: run.startMs,
    ...(endMs !== undefined && { duration: elapsedMs(run, endMs) }),
    ...(firstTokenMs !== undefined && { firstToken: elapsedMs(run, firstTokenMs) }),
    ...(tokensOut !== undefined && seconds > 0 && { perSecond: tokensOut / seconds }),
    ...(tokensIn !== undefined && { tokensIn }),
    ...(tokensOut !== undefined && { tokensOut }),
    ...(cost !== undefined && { cost }),
    tools,
    findings,
  };
}

/** Interpolated quantile; undefined without values. */
export function shareOf(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low === undefined || high === undefined ? undefined : low + (high - low) * (at - Math.floor(at));
}

/** Compares by a figure; absent ones come last in both directions. */
export function byFigure(figure: Figure, isDescending: boolean): (a: RunFigures, b: RunFigures) => number {
  return (a, b) => {
    const [left, right] = [a[figure], b[figure]];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    return isDescending ? right - left : left - right;
  };
}
