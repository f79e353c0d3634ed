// Steps of the cursor: to the next event, state change, message, tool call, run or finding.
import { firstIndex } from '@/lib/core/json/sorted';
import { positionOf } from '@/lib/core/lint/order';
import type { Severity } from '@/lib/core/lint/types';
import type { FoldedRows } from '@/lib/core/log/folded-rows';
import type { Log } from '@/lib/core/log/log';
import { type RowList, RowWindow } from '@/lib/core/log/row-window';
import { isOfRequest, type Row } from '@/lib/core/log/rows';
import type { Boundary, LoggedEvent, Stream } from '@/lib/core/log/types';
import type { Session } from './session';

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

interface Stops {
  readonly kind: StepKind;
  /** Severities at which the cursor does not stop. */
  readonly hiddenSeverities?: readonly Severity[];
}

/** Moves the cursor to the next (1) or previous (-1) stop of a kind; it stays if there is none. */
export function stepBy(session: Session, direction: 1 | -1, { kind, hiddenSeverities = [] }: Stops): void {
  if (kind === 'finding') {
    stepFinding(session, direction, hiddenSeverities);
    return;
  }
  const target = kind === 'event' ? nextRow(session, direction) : nextStop(session, direction, kind);
  if (target !== undefined) session.cursor.goTo(target);
}

/** Moves to the next (1) or previous (-1) row of the list, an event or a boundary. */
export function stepAnyRow(session: Session, direction: 1 | -1): void {
  const { rows } = session.list.shown.value;
  const here = rows.positionOf(session.cursor.seq.value, session.cursor.boundary.value);
  const row = rows.at((here < 0 ? rows.indexOf(session.cursor.seq.value) : here) + direction);
  if (row?.kind === 'boundary' || row?.kind === 'quiet') session.cursor.goToBoundary(row.boundary);
  else if (row !== undefined) session.cursor.goTo(row.kind === 'group' ? row.lastSeq : row.seq);
}

/** Moves the cursor by rows of the list; `by` may be negative. Skips boundaries. */
export function stepRows(session: Session, by: number): void {
  const { rows } = session.list.shown.value;
  const target = Math.min(Math.max(rows.indexOf(session.cursor.seq.value) + by, 0), rows.length - 1);
  const direction = by < 0 ? -1 : 1;
  const seq = eventFrom(rows, target, direction) ?? eventFrom(rows, target, -direction);
  if (seq !== undefined) session.cursor.goTo(seq);
}

/** Moves to the next (1) or previous (-1) match of the filter, wrapping around. */
export function stepMatch(session: Session, direction: 1 | -1): void {
  if (session.filter.compiled.value.isEmpty) return;
  const { rows: all } = session.filter.matches.value;
  const part = session.list.part.value;
  const rows = part === undefined ? all : new RowWindow(all, part);
  const { log, cursor } = session;
  const here = rows.positionOf(cursor.seq.value, cursor.boundary.value);
  const at = here < 0 ? rows.indexOf(cursor.seq.value) : here;
  const next = direction === 1 ? at + 1 : here < 0 ? at : at - 1;
  const row =
    matchFrom(log, { rows, from: next, direction }) ??
    matchFrom(log, { rows, from: direction === 1 ? 0 : rows.length - 1, direction });
  if (row?.kind === 'event') cursor.goTo(row.seq);
  else if (row !== undefined) cursor.goToBoundary(row.boundary);
}

interface Search {
  readonly rows: RowList;
  readonly from: number;
  readonly direction: 1 | -1;
}

/** The first row of an event or request at or beyond a row; others stay whatever the filter. */
function matchFrom({ boundaries }: Log, { rows, from, direction }: Search): Row | undefined {
  for (let index = from; index >= 0 && index < rows.length; index += direction) {
    const row = rows.at(index);
    const boundary = row?.kind === 'boundary' ? boundaries[row.boundary] : undefined;
    if (row?.kind === 'event' || (boundary !== undefined && isOfRequest(boundary))) return row;
  }
  return undefined;
}

/** Opens or closes the group at the cursor; false without a group, or if nothing changes. */
export function openGroup(session: Session, isOpen: boolean): boolean {
  const { rows } = session.list.shown.value;
  const at = rows.positionOf(session.cursor.seq.value, session.cursor.boundary.value);
  const row = rows.at(at);
  const isClosed = (row?.kind === 'group' || row?.kind === 'quiet') && !row.isOpen;
  const isInside = (row?.kind === 'event' || row?.kind === 'boundary') && row.isInside === true;
  if (isOpen ? !isClosed : !isInside) return false;
  session.list.toggleGroup(rows.groupAt(at));
  return true;
}

/** Moves the cursor to the other end of its message, call, step or run. */
export function goToOtherEnd(session: Session): void {
  const { log, cursor } = session;
  const seq = cursor.seq.value;
  const entity = log.entities.at(log.entityOf(seq));
  if (entity === undefined) return;
  const isAtStart = seq === entity.firstSeq;
  if (isAtStart && entity.endSeq >= 0) session.cursor.goTo(entity.endSeq);
  else if (!isAtStart) session.cursor.goTo(entity.firstSeq);
}

/** Selects the end of a stream, which has no row after its last event; for a stream without events, its request. */
export function goToStreamEnd({ log, list, cursor }: Session, stream: Stream): void {
  const { rows } = list.shown.value;
  const isEnd = (boundary: Boundary, index: number): boolean =>
    'stream' in boundary &&
    boundary.stream === stream &&
    ((stream.events > 0 && boundary.kind === 'close') || rows.positionOf(undefined, index) >= 0);
  const index = log.boundaries.findLastIndex(isEnd);
  const isStreaming = stream.close === undefined && stream.events > 0;
  if (isStreaming) cursor.goLive();
  else if (index >= 0) cursor.goToBoundary(index);
}

/** The nearest position; a loop, as there may be too many for the arguments of Math.min. */
function nearestOf(ahead: readonly number[], direction: 1 | -1): number {
  return ahead.reduce((nearest, seq) => ((seq - nearest) * direction < 0 ? seq : nearest));
}

export function stepBookmark(session: Session, direction: 1 | -1): void {
  const here = session.cursor.seq.value;
  const ahead = [...session.annotations.notes.value.keys()].filter((seq) => (seq - here) * direction > 0);
  if (ahead.length > 0) session.cursor.goTo(nearestOf(ahead, direction));
}

/** The first event at or beyond a row. The row of an open group only stands for the rows after it. */
function eventFrom(rows: RowList | FoldedRows, from: number, direction: number): number | undefined {
  for (let index = from; index >= 0 && index < rows.length; index += direction) {
    const row = rows.at(index);
    if (row?.kind === 'event') return row.seq;
    if (row?.kind === 'group' && !row.isOpen) return row.lastSeq;
  }
  return undefined;
}

function nextRow(session: Session, direction: 1 | -1): number | undefined {
  const list = session.filter.rows.value.rows;
  const { seq, boundary } = session.cursor;
  // The cursor of a request before all events is at the first.
  const selected = boundary.value === undefined ? -1 : list.positionOf(undefined, boundary.value);
  if (selected >= 0) return eventFrom(list, selected + direction, direction);
  const at = list.indexOf(seq.value);
  const row = list.at(at);
  // Between two rows of a filtered list, the row before the cursor is the previous one.
  const isHere = row?.kind === 'event' && row.seq === seq.value;
  return eventFrom(list, direction === 1 ? at + 1 : isHere ? at - 1 : at, direction);
}

/** The first boundary of each of these streams before an event: a request has a row, its end at once has none. */
function boundariesAt(
  { boundaries }: Log,
  beforeSeq: number,
  streams: ReadonlySet<number>,
): readonly number[] {
  const found = new Map<number, number>();
  const start = firstIndex(boundaries.length, (at) => (boundaries[at]?.beforeSeq ?? beforeSeq) >= beforeSeq);
  for (let index = start; boundaries[index]?.beforeSeq === beforeSeq; index++) {
    const boundary = boundaries[index];
    if (boundary === undefined || !isOfRequest(boundary)) continue;
    const { stream } = boundary;
    if (streams.has(stream.index) && !found.has(stream.index)) found.set(stream.index, index);
  }
  return [...found.values()];
}

function stepFinding(session: Session, direction: 1 | -1, hidden: readonly Severity[]): void {
  const { cursor, findings, log } = session;
  const here = cursor.position.value;
  const listed = findings.listed.value.filter(({ severity }) => !hidden.includes(severity));
  // Several requests may precede the same event.
  const requestsAt = (position: number): readonly number[] => {
    const without = listed.filter((finding) => finding.seq < 0 && positionOf(finding) === position);
    return boundariesAt(log, position + 0.5, new Set(without.map(({ stream }) => stream)));
  };
  const selected = cursor.boundary.value;
  const beside =
    selected === undefined
      ? []
      : requestsAt(here).filter((boundary) => (boundary - selected) * direction > 0);
  const ahead = listed.map(positionOf).filter((position) => (position - here) * direction > 0);
  if (beside.length === 0 && ahead.length === 0) return;
  const next = beside.length > 0 ? here : nearestOf(ahead, direction);
  const requests = beside.length > 0 ? beside : requestsAt(next);
  if (requests.length > 0) cursor.goToBoundary(nearestOf(requests, direction));
  else cursor.goTo(direction === 1 ? Math.ceil(next) : Math.floor(next));
}

function nextStop({ log, cursor }: Session, direction: 1 | -1, kind: keyof typeof STOPS): number | undefined {
  for (let seq = cursor.seq.value + direction; seq >= 0 && seq < log.length; seq += direction) {
    if (STOPS[kind](log.typeOf(seq))) return seq;
  }
  return undefined;
}
