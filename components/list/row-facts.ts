// What the rows of the list say about their events: the worst finding, and which of them match or are past.
import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Severity } from '@/lib/lint/types';
import type { FoldedRows, GroupRow } from '@/lib/log/folded-rows';
import { createGroupFacts } from '@/lib/log/group-facts';
import type { Rows } from '@/lib/log/rows';
import type { Session } from '@/lib/session/session';
import { worse } from '../parts/severity-sign';

/** The worst finding of some events. */
type SeverityOf = (seq: number, lastSeq: number) => Severity | undefined;

function severitiesOf(bySeq: ReadonlyMap<number, Severity>): SeverityOf {
  return (seq, lastSeq) => {
    let found: Severity | undefined;
    if (lastSeq - seq > bySeq.size) {
      for (const [at, severity] of bySeq) if (at >= seq && at <= lastSeq) found = worse(found, severity);
      return found;
    }
    for (let at = seq; at <= lastSeq; at++) {
      const severity = bySeq.get(at);
      if (severity !== undefined) found = worse(found, severity);
    }
    return found;
  };
}

/** Whether one of some events is among the rows that match. */
function isAmong(rows: Rows, seq: number, lastSeq: number): boolean {
  const row = rows.at(rows.indexOf(lastSeq));
  return row?.kind === 'event' && row.seq >= seq;
}

/** How many events of a group are at or before the cursor. */
function countUpTo(rows: FoldedRows, { group }: GroupRow, cursor: number): number {
  let count = 0;
  for (const seq of rows.seqsOf(group)) {
    if (seq > cursor) break;
    count++;
  }
  return count;
}

/** What is known about the rows of a session. */
export interface RowFacts {
  readonly severityOf: ReadonlySignal<SeverityOf>;
  readonly group: ReadonlySignal<ReturnType<typeof createGroupFacts>>;
  /** Whether a row is shown as a match; true for all where only matches are shown. */
  isMatch(seq: number, lastSeq: number): boolean;
  countUpToCursor(row: GroupRow): number;
}

/** The facts of a session's rows. */
export function useRowFacts(session: Session): RowFacts {
  const { filter, list, findings, cursor, log } = session;
  const severityOf = useComputed(() => {
    const bySeq = new Map<number, Severity>();
    for (const { seq, severity } of findings.listed.value) bySeq.set(seq, worse(bySeq.get(seq), severity));
    return severitiesOf(bySeq);
  });
  const group = useComputed(() => createGroupFacts(log, list.shown.value.rows));
  const isHighlighting = !filter.isHiding.value && !filter.compiled.value.isEmpty;
  return {
    severityOf,
    group,
    isMatch: (seq, lastSeq) => !isHighlighting || isAmong(filter.matches.value.rows, seq, lastSeq),
    countUpToCursor: (row) => countUpTo(list.shown.value.rows, row, cursor.seq.value),
  };
}
