// Steps of the cursor: to the next event, state change, message, tool call, run or finding.
import type { FoldedRows } from '@/lib/log/folded-rows';
import type { Rows } from '@/lib/log/rows';
import type { LoggedEvent } from '@/lib/log/types';
import type { Session } from './session';

/** What a step stops at. */
export type StepKind = 'event' | 'state' | 'message' | 'tool' | 'run' | 'finding';

/** The kinds, in the order of the menu. */
export const STEP_KINDS: readonly StepKind[] = ['event', 'state', 'message', 'tool', 'run', 'finding'];

const STOPS: Readonly<
  Record<Exclude<StepKind, 'event' | 'finding'>, (type: LoggedEvent['type']) => boolean>
> = {
  state: (type) => type.startsWith('STATE_'),
  message: (type) =>
    type === 'TEXT_MESSAGE_START' || type === 'MESSAGES_SNAPSHOT' || type === 'REASONING_MESSAGE_START',
  tool: (type) => type === 'TOOL_CALL_START' || type === 'TOOL_CALL_RESULT',
  run: (type) => type.startsWith('RUN_'),
};

/** Moves the cursor to the next (1) or previous (-1) stop of a kind; stays where it is when there is none. */
export function stepBy(session: Session, direction: 1 | -1, kind: StepKind): void {
  const target = kind === 'event' ? nextRow(session, direction) : nextStop(session, direction, kind);
  if (target !== undefined) goTo(session, target);
}

/** Puts the cursor on an event. */
export function goTo(session: Session, seq: number): void {
  session.selectedBoundary.value = undefined;
  session.cursor.value = Math.min(Math.max(seq, 0), Math.max(session.log.length - 1, 0));
}

/** Selects a boundary; the cursor goes to the event before it. */
export function goToBoundary(session: Session, boundary: number): void {
  session.cursor.value = Math.max((session.log.boundaries[boundary]?.beforeSeq ?? 0) - 1, 0);
  session.selectedBoundary.value = boundary;
}

/** Moves to the next (1) or previous (-1) row of the list, whether event or boundary. */
export function stepAnyRow(session: Session, direction: 1 | -1): void {
  const { rows } = session.list.value;
  const here = rows.positionOf(session.seq.value, session.selectedBoundary.value);
  const row = rows.at((here < 0 ? rows.indexOf(session.seq.value) : here) + direction);
  if (row?.kind === 'boundary') goToBoundary(session, row.boundary);
  else if (row !== undefined) goTo(session, row.kind === 'group' ? row.lastSeq : row.seq);
}

/** Moves the cursor by rows of the list as it is shown; `by` may be negative. Marks are stepped over. */
export function stepRows(session: Session, by: number): void {
  const { rows } = session.list.value;
  const target = Math.min(Math.max(rows.indexOf(session.seq.value) + by, 0), rows.length - 1);
  const direction = by < 0 ? -1 : 1;
  const seq = eventFrom(rows, target, direction) ?? eventFrom(rows, target, -direction);
  if (seq !== undefined) goTo(session, seq);
}

/** Moves to the next (1) or previous (-1) event that matches the filter, around the end. */
export function stepMatch(session: Session, direction: 1 | -1): void {
  if (session.filter.value.isEmpty) return;
  const { rows } = session.matches.value;
  const at = rows.indexOf(session.seq.value);
  const row = rows.at(at);
  const isHere = row?.kind === 'event' && row.seq === session.seq.value;
  const next = direction === 1 ? at + 1 : isHere ? at - 1 : at;
  const seq =
    eventFrom(rows, next, direction) ?? eventFrom(rows, direction === 1 ? 0 : rows.length - 1, direction);
  if (seq !== undefined) goTo(session, seq);
}

/** Opens or closes the group that the cursor is in; false where it is in none, or it is so already. */
export function openGroup(session: Session, isOpen: boolean): boolean {
  const { rows } = session.list.value;
  const at = rows.positionOf(session.seq.value, undefined);
  const row = rows.at(at);
  const isClosed = row?.kind === 'group' && !row.isOpen;
  const isInside = row?.kind === 'event' && row.isInside === true;
  if (isOpen ? !isClosed : !isInside) return false;
  session.toggleGroup(rows.groupAt(at));
  return true;
}

/** Moves the cursor to the other end of the message, call, step or run that it is in. */
export function goToOtherEnd(session: Session): void {
  const { log, seq } = session;
  const entity = log.entities.at(log.entityOf(seq.value));
  if (entity === undefined) return;
  const isAtStart = seq.value === entity.firstSeq;
  if (isAtStart && entity.endSeq >= 0) goTo(session, entity.endSeq);
  else if (!isAtStart) goTo(session, entity.firstSeq);
}

/** Marks an event, or takes the bookmark off with what was noted. */
export function toggleBookmark(session: Session, seq: number): void {
  if (seq < 0) return;
  const notes = new Map(session.notes.value);
  if (!notes.delete(seq)) notes.set(seq, '');
  session.notes.value = notes;
}

/** Notes something about an event, which bookmarks it. */
export function setNote(session: Session, seq: number, text: string): void {
  session.notes.value = new Map(session.notes.value).set(seq, text);
}

/** Moves to the next (1) or previous (-1) event with a bookmark. */
export function stepBookmark(session: Session, direction: 1 | -1): void {
  const here = session.seq.value;
  const ahead = [...session.notes.value.keys()].filter((seq) => (seq - here) * direction > 0);
  if (ahead.length > 0) goTo(session, direction === 1 ? Math.min(...ahead) : Math.max(...ahead));
}

/** The first event at or beyond a row. The row of an open group only stands for those that follow it. */
function eventFrom(rows: Rows | FoldedRows, from: number, direction: number): number | undefined {
  for (let index = from; index >= 0 && index < rows.length; index += direction) {
    const row = rows.at(index);
    if (row?.kind === 'event') return row.seq;
    if (row?.kind === 'group' && !row.isOpen) return row.lastSeq;
  }
  return undefined;
}

function nextRow(session: Session, direction: 1 | -1): number | undefined {
  const list = session.rows.value.rows;
  const at = list.indexOf(session.seq.value);
  const row = list.at(at);
  // Between two rows of a filtered list the row before the cursor is already the previous one.
  const isHere = row?.kind === 'event' && row.seq === session.seq.value;
  return eventFrom(list, direction === 1 ? at + 1 : isHere ? at - 1 : at, direction);
}

function nextStop(session: Session, direction: 1 | -1, kind: Exclude<StepKind, 'event'>): number | undefined {
  if (kind === 'finding') {
    const seqs = session.findings.value.map((finding) => finding.seq).filter((seq) => seq >= 0);
    const ahead = seqs.filter((seq) => (seq - session.seq.value) * direction > 0);
    return ahead.length === 0 ? undefined : direction === 1 ? Math.min(...ahead) : Math.max(...ahead);
  }
  const { log } = session;
  for (let seq = session.seq.value + direction; seq >= 0 && seq < log.length; seq += direction) {
    if (STOPS[kind](log.typeOf(seq))) return seq;
  }
  return undefined;
}
