// Which findings are about a run: those of its events, and those of its streams that no event tells of.
import type { Finding, Severity } from '@/lib/lint/types';
import type { Run } from '@/lib/model/types';

/** Findings by the index of their stream. */
export type FindingsByStream = ReadonlyMap<number, readonly Finding[]>;

/** Groups findings once for many runs. */
export function byStream(findings: readonly Finding[]): FindingsByStream {
  const groups = new Map<number, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.stream);
    if (group === undefined) groups.set(finding.stream, [finding]);
    else group.push(finding);
  }
  return groups;
}

/** How many findings of each severity are about a run. */
export function countOfRun(run: Run, groups: FindingsByStream): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  const { startSeq = 0, endSeq, status } = run;
  // What came after its end broke a rule because of it; a run that goes on has no end.
  const end = status === 'running' || endSeq === undefined ? startSeq + run.events - 1 : endSeq;
  for (const stream of run.streams) {
    for (const { seq, severity } of groups.get(stream.index) ?? []) {
      if (seq < 0 || (seq >= startSeq && (seq <= end || run.streams.length > 1))) counts[severity]++;
    }
  }
  return counts;
}
