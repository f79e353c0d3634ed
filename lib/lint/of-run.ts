// Which findings are about a run: those on its events, and those on its streams that belong to no event.
import type { Finding, Severity } from '@/lib/lint/types';
import type { Run } from '@/lib/model/types';

/** Findings by stream index. */
export type FindingsByStream = ReadonlyMap<number, readonly Finding[]>;

/** Groups findings once, for many runs. */
export function byStream(findings: readonly Finding[]): FindingsByStream {
  const groups = new Map<number, Finding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.stream);
    if (group === undefined) groups.set(finding.stream, [finding]);
    else group.push(finding);
  }
  return groups;
}

/** The number of findings about a run, by severity. */
export function countOfRun(run: Run, groups: FindingsByStream): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  const { startSeq = 0, lastSeq = -1, endSeq, status } = run;
  // Events after a run's end are not part of it, even if they violate a rule because of it. A running run has no end
  // yet.
  const end = status === 'running' || endSeq === undefined ? lastSeq : endSeq;
  for (const stream of run.streams) {
    for (const { seq, severity } of groups.get(stream.index) ?? []) {
      if (seq < 0 || (seq >= startSeq && (seq <= end || run.streams.length > 1))) counts[severity]++;
    }
  }
  return counts;
}
