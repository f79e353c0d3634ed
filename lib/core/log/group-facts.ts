// Text and total size of a row for many events. Computed once, then extended as events arrive.

import { rawName } from '@/lib/core/agui/summary';
import { isJsonObject } from '@/lib/core/json/json';
import type { FoldedRows, GroupRow } from '@/lib/core/log/folded-rows';
import type { Log } from '@/lib/core/log/log';

const TEXT_MAX = 160;
/** Number of events before a shown one that are searched for filtered ones. */
const SEARCHED_MAX = 2_000;

export interface GroupFacts {
  /** The start of the text; for a call its name and arguments; else that of the events' content. */
  readonly text: string;
  /** Sum of the events' lengths on the wire, in UTF-16 units. */
  readonly size: number;
}

interface Taken extends GroupFacts {
  readonly count: number;
  readonly lastSeq: number;
  readonly name: string;
  readonly body: string;
}

const NOTHING: Taken = { count: 0, lastSeq: -1, size: 0, name: '', body: '', text: '' };

/** Cuts a text to the length of a line: it is concatenated again for each event. */
function excerptOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, TEXT_MAX + 1) : '';
}

function groupLine(type: string, name: string, body: string): string {
  const line = type.startsWith('TOOL_CALL_') ? `${name}(${body})` : body;
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX)}…` : line;
}

const isDelta = (log: Log, seq: number): boolean => typeof log.at(seq)?.event?.['delta'] === 'string';

/** True if the list lacks a delta of the same entity between two events. */
function isDeltaHidden(log: Log, rows: FoldedRows, { after, seq }: { after: number; seq: number }): boolean {
  const entity = log.entityOf(seq);
  for (let at = seq - 1; at > Math.max(after, seq - SEARCHED_MAX); at--)
    if (log.entityOf(at) === entity && rows.positionOf(at, undefined) < 0 && isDelta(log, at)) return true;
  return false;
}

/** Creates the function that computes the facts of a log's groups; `rows` is the list they belong to. */
export function createGroupFacts(log: Log, rows: FoldedRows): (row: GroupRow) => GroupFacts {
  const known = new Map<number, Taken>();
  return (row) => {
    const before = known.get(row.group) ?? NOTHING;
    if (before.count === row.count) return before;
    const type = log.typeOf(row.seq);
    let { size, name, body } = before;
    const fresh = before === NOTHING ? rows.seqsOf(row.group) : rows.seqsAfter(before.lastSeq);
    const start = log.entities.at(log.entityOf(row.seq))?.firstSeq ?? row.seq;
    if (before === NOTHING) name = excerptOf(log.at(start)?.event?.['toolCallName']);
    let previous = before === NOTHING ? start - 1 : before.lastSeq;
    for (const seq of fresh) {
      size += log.lengthOf(seq);
      if (body.length > TEXT_MAX) continue;
      if (isDelta(log, seq) && isDeltaHidden(log, rows, { after: previous, seq })) body += '…';
      previous = seq;
      const event = log.at(seq)?.event;
      if (event === undefined) continue;
      name ||= excerptOf(event['toolCallName']);
      if (type === 'RAW') {
        const wrapped = excerptOf(rawName(event['event']));
        if (!body.split(', ').includes(wrapped)) body += `${body === '' ? '' : ', '}${wrapped}`;
      }
      body += excerptOf(event['delta']);
      if (body === '' && isJsonObject(event['content'])) name ||= excerptOf(event['activityType']);
    }
    const text = groupLine(type, name, body) || name;
    const facts = { count: row.count, lastSeq: row.lastSeq, size, name, body, text };
    known.set(row.group, facts);
    return facts;
  };
}
