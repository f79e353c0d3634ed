// Many runs at once: how many are whole, and percentiles of their times.
import type { ProbeTarget } from './probe-client';
import { createTalk } from './scenarios';

/** Milliseconds; undefined without a value. */
interface Percentiles {
  readonly p50: number | undefined;
  readonly p95: number | undefined;
  readonly p99: number | undefined;
}

export interface LoadResult {
  readonly runs: number;
  readonly whole: number;
  /** Problems, by how often they occurred. */
  readonly problems: Readonly<Record<string, number>>;
  readonly firstToken: Percentiles;
  readonly total: Percentiles;
}

function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Sends `runs` questions, `atOnce` at a time, each on a thread of its own. */
export async function measureLoad(target: ProbeTarget, runs: number, atOnce: number): Promise<LoadResult> {
  const firstTokens: number[] = [];
  const totals: number[] = [];
  const problems: Record<string, number> = {};
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next++ < runs) {
      const response = await createTalk(target).ask('Hello');
      const [problem] = response.problems;
      if (problem !== undefined) problems[problem] = (problems[problem] ?? 0) + 1;
      else totals.push(response.totalMs);
      if (problem === undefined && response.firstTokenMs !== undefined)
        firstTokens.push(response.firstTokenMs);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, runs) }, worker));
  return {
    runs,
    whole: totals.length,
    problems,
    firstToken: percentilesOf(firstTokens),
    total: percentilesOf(totals),
  };
}
