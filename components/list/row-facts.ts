// Facts of the rows: worst finding, match, events up to the cursor.
import { type ReadonlySignal, useComputed } from '@preact/signals';
import { worse } from '@/lib/core/lint/order';
import type { Severity } from '@/lib/core/lint/types';
import type { FoldedRows, GroupRow } from '@/lib/core/log/folded-rows';
import { createGroupFacts } from '@/lib/core/log/group-facts';
import type { Rows } from '@/lib/core/log/rows';
import type { Session } from '@/lib/panel/session';

/** Rows of a group checked for a match. */
const LOOKED_AT = 500;

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

function isAmong(matches: Rows, rows: FoldedRows, { group, seq, lastSeq }: GroupRow): boolean {
  const first = matches.indexOf(seq - 1) + 1;
  for (let at = first; at < first + LOOKED_AT; at++) {
    const row = matches.at(at);
    if (row === undefined || (row.kind === 'event' && row.seq > lastSeq)) return false;
    if (row.kind === 'event' && rows.holds(group, row.seq)) return true;
  }
  return false;
}

function countUpTo(rows: FoldedRows, { group, lastSeq, count: all }: GroupRow, cursor: number): number {
  if (cursor >= lastSeq) return all;
  let count = 0;
  for (const seq of rows.seqsOf(group)) {
    if (seq > cursor) break;
    count++;
  }
  return count;
}

export interface RowFacts {
  readonly severityOf: ReadonlySignal<SeverityOf>;
  readonly group: ReadonlySignal<ReturnType<typeof createGroupFacts>>;
  /** True for all rows if only matches are shown. */
  isMatch(seq: number, group?: GroupRow): boolean;
  countUpToCursor(row: GroupRow): number;
}

/** Rows show infos only for these filters. */
const ASKS_FOR_INFOS = /(^|\s)(is:(info|finding)|rule:)/i;

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
