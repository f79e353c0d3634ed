// What the rows of the list say about their events: the worst finding, and which of them match or are past.
import { type ReadonlySignal, useComputed } from '@preact/signals';
import type { Severity } from '@/lib/core/lint/types';
import type { FoldedRows, GroupRow } from '@/lib/core/log/folded-rows';
import { createGroupFacts } from '@/lib/core/log/group-facts';
import type { Rows } from '@/lib/core/log/rows';
import type { Session } from '@/lib/panel/session';
import { worse } from '../parts/severity-sign';

/** Rows of a group that are looked at for one that matches. */
const LOOKED_AT = 500;

/** The worst finding of an event, or of all events of a group. */
type SeverityOf = (seq: number, group?: GroupRow) => Severity | undefined;

function severitiesOf(bySeq: ReadonlyMap<number, Severity>, rows: () => FoldedRows): SeverityOf {
  return (seq, group) => {
    if (group === undefined) return bySeq.get(seq);
    let found: Severity | undefined;
    const add = (at: number, severity: Severity | undefined) => {
      if (severity !== undefined && worse(found, severity) !== found && rows().holds(group.group, at))
        found = worse(found, severity);
    };
    if (group.lastSeq - seq > bySeq.size) {
      for (const [at, severity] of bySeq) if (at >= seq && at <= group.lastSeq) add(at, severity);
    } else for (let at = seq; at <= group.lastSeq; at++) add(at, bySeq.get(at));
    return found;
  };
}

/** Whether one of the events of a group is among the rows that match. */
function isAmong(matches: Rows, rows: FoldedRows, { group, seq, lastSeq }: GroupRow): boolean {
  const first = matches.indexOf(seq - 1) + 1;
  for (let at = first; at < first + LOOKED_AT; at++) {
    const row = matches.at(at);
    if (row === undefined || (row.kind === 'event' && row.seq > lastSeq)) return false;
    if (row.kind === 'event' && rows.holds(group, row.seq)) return true;
  }
  return false;
}

/** How many events of a group are at or before the cursor. */
function countUpTo(rows: FoldedRows, { group, lastSeq, count: all }: GroupRow, cursor: number): number {
  if (cursor >= lastSeq) return all;
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
  isMatch(seq: number, group?: GroupRow): boolean;
  countUpToCursor(row: GroupRow): number;
}

/** Whether the filter asks for infos: else rows are quiet about what is no fault of the app. */
const ASKS_FOR_INFOS = /(^|\s)(is:(info|finding)|rule:)/i;

/** The facts of a session's rows. */
export function useRowFacts(session: Session): RowFacts {
  const { filter, list, findings, cursor, log } = session;
  const severityOf = useComputed(() => {
    const bySeq = new Map<number, Severity>();
    const hasInfos = ASKS_FOR_INFOS.test(filter.text.value);
    for (const { seq, severity } of findings.listed.value) {
      if (severity !== 'info' || hasInfos) bySeq.set(seq, worse(bySeq.get(seq), severity));
    }
    return severitiesOf(bySeq, () => list.shown.peek().rows);
  });
  const group = useComputed(() => createGroupFacts(log, list.shown.value.rows));
  const isHighlighting = !filter.isHiding.value && !filter.compiled.value.isEmpty;
  return {
    severityOf,
    group,
    isMatch(seq, row) {
      if (!isHighlighting) return true;
      const { rows } = filter.matches.value;
      return row === undefined
        ? rows.positionOf(seq, undefined) >= 0
        : isAmong(rows, list.shown.value.rows, row);
    },
    countUpToCursor: (row) => countUpTo(list.shown.value.rows, row, cursor.seq.value),
  };
}
