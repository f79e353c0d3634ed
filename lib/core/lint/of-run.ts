// Findings about a run: those on its events, and those on its streams without an event.
import { countUpTo, grouped } from '@/lib/core/json/sorted';
import { SEVERITIES } from '@/lib/core/lint/order';
import type { Finding, Severity } from '@/lib/core/lint/types';
import type { Run } from '@/lib/core/model/types';

/** The findings of a stream: in the order of their events, with the number of findings before each position. */
interface Counted {
  readonly seqs: readonly number[];
  readonly before: Readonly<Record<Severity, readonly number[]>>;
}

/** Findings by stream index. */
export type FindingsByStream = ReadonlyMap<number, Counted>;

function countedSeverities(findings: readonly Finding[]): Counted {
  const sorted = findings.toSorted((a, b) => a.seq - b.seq);
  const before = { error: [0], warning: [0], info: [0] };
  for (const { severity } of sorted) {
    for (const each of SEVERITIES)
      before[each].push((before[each].at(-1) ?? 0) + (each === severity ? 1 : 0));
  }
  return { seqs: sorted.map(({ seq }) => seq), before };
}

/** Groups findings once for many runs: a table has thousands of runs, and a stream may have as many findings. */
export function byStream(findings: readonly Finding[]): FindingsByStream {
  const groups = grouped(findings, ({ stream }) => stream);
  return new Map([...groups].map(([stream, group]) => [stream, countedSeverities(group)]));
}

function placeInStream({ seqs }: Counted, seq: number): number {
  return countUpTo(seqs, seq - 1);
}

export function countOfRun(run: Run, groups: FindingsByStream): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  const { startSeq = 0, lastSeq = -1, endSeq, status } = run;
  // Events after a run's end are not part of it. A running run has no end yet.
  const end = status === 'running' || endSeq === undefined ? lastSeq : endSeq;
  for (const stream of run.streams) {
    const group = groups.get(stream.index);
    if (group === undefined) continue;
    const from = placeInStream(group, startSeq);
    const to = run.streams.length > 1 ? group.seqs.length : Math.max(from, placeInStream(group, end + 1));
    const ofNoEvent = placeInStream(group, 0);
    for (const each of SEVERITIES) {
      const before = group.before[each];
      counts[each] += (before[to] ?? 0) - (before[from] ?? 0) + (before[ofNoEvent] ?? 0);
    }
  }
  return counts;
}
