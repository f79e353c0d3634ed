// Rows between events: navigation, request, end of a stream, gap.

import { quoted } from '@/lib/core/agui/quoted';
import type { StopRequest } from '@/lib/core/agui/stop-request';
import { fileOfDoc } from '@/lib/core/files/merged-files';
import { assertUnreachable } from '@/lib/core/json/assert';
import { formatMs } from '@/lib/core/json/format';
import type { JsonObject } from '@/lib/core/json/json';
import { cut, cutList } from '@/lib/core/json/preview';
import { isSentByUser } from '@/lib/core/log/create-stream';
import type { QuietRow } from '@/lib/core/log/folded-rows';
import type { Boundary, Stream } from '@/lib/core/log/types';
import { isBadEnding } from '@/lib/core/metrics/run-ending';
import { cannotCarry } from '@/lib/core/model/rejoin';
import { isLoss, type Transport } from '@/lib/messages/records';
import { requestText } from '@/lib/panel/names';
import type { Session } from '@/lib/panel/session';
import { agentColor } from '../shared/agent-tag';
import { asTitle, ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { Twisty } from './event-row';

interface BoundaryLine {
  readonly sign: string;
  readonly about: string;
  readonly facts: readonly string[];
  /** Red: refused, broken or missing. */
  readonly isBad: boolean;
  readonly title?: string;
}

function isBad({ close, status }: Stream): boolean {
  return (status !== undefined && status >= 400) || close?.how === 'network-error';
}

/** True if the page has not read a response that cannot carry events: its end is never recorded. */
function isUnread(stream: Stream): boolean {
  const { close, length, status } = stream;
  const isOpen = close === undefined || close.how === 'page-gone';
  return isOpen && status !== undefined && length === 0 && cannotCarry(stream);
}

/** Transports that a page closes also after a complete run. */
const CLOSABLE: ReadonlySet<Transport> = new Set<Transport>(['event-source', 'web-socket']);

export function endOf(stream: Stream): string {
  const { close } = stream;
  const { ends } = TEXTS.list;
  if (isUnread(stream)) return ends.unread;
  if (close === undefined) return ends.open;
  if (close.how === 'aborted' && isSentByUser(stream)) return TEXTS.runFrom.stopped;
  const code = close.code === undefined ? '' : ` (${close.code})`;
  const isClosed = close.how === 'aborted' && CLOSABLE.has(stream.transport);
  return `${isClosed ? ends.closed : ends[close.how]}${code}${close.detail ? `: ${close.detail}` : ''}`;
}

function frameText(session: Session, stream: Stream): string {
  const frame = session.agents.frameOf(stream);
  return frame === undefined ? '' : TEXTS.inFrame(session.names.url(frame));
}

/** The run of the request, or its stream if there is none. */
function requestLine(session: Session, stream: Stream, input: JsonObject | undefined): BoundaryLine {
  const { names, summaries } = session;
  const run = summaries.askedBy(stream, input);
  const ending = run && summaries.endingOf(run);
  const asked = input && requestText(input);
  const isSocket = stream.transport === 'web-socket';
  const endMs = run && (isSocket || isUnread(stream)) ? run.endMs : (stream.close?.timeMs ?? run?.endMs);
  const events = run?.events ?? stream.events;
  const hasEnded = ending !== undefined && ending.kind !== 'running';
  return {
    sign: '→',
    about: [isSocket ? '' : stream.method, names.url(stream.url), asked].filter(Boolean).join(' '),
    facts: [
      stream.origin ?? '',
      frameText(session, stream),
      stream.status === undefined ? '' : String(stream.status),
      endMs === undefined ? '' : formatMs(Math.max(0, endMs - (run?.startMs ?? stream.startMs))),
      TEXTS.eventCount(events),
      run?.isReplay === true ? TEXTS.run.replay : '',
      hasEnded ? TEXTS.run.endings(ending) : endOf(stream),
    ],
    isBad: isBad(stream) || (ending !== undefined && isBadEnding(ending)),
    title: `${stream.method} ${stream.url}`,
  };
}

/** The requests on a socket have rows of their own. */
function socketLine(session: Session, stream: Stream): BoundaryLine {
  return {
    sign: '→',
    about: TEXTS.list.boundaries.socket(session.names.url(stream.url)),
    facts: [stream.origin ?? '', frameText(session, stream), TEXTS.eventCount(stream.events)],
    isBad: isBad(stream),
    title: stream.url,
  };
}

function stopLine({ names, summaries }: Session, stream: Stream, stop: StopRequest): BoundaryLine {
  const { method, url, status, close, startMs } = stream;
  const run = summaries.stoppedBy(stop, startMs);
  return {
    sign: '■',
    about: TEXTS.list.boundaries.stops(
      run === undefined ? names.id(stop.runId ?? stop.threadId ?? '') : names.run(run),
    ),
    facts: [
      `${method} ${names.url(url)}`,
      status === undefined ? '' : String(status),
      close === undefined ? '' : formatMs(Math.max(0, close.timeMs - startMs)),
      close?.how === 'complete' ? '' : endOf(stream),
    ],
    isBad: isBad(stream),
    title: `${method} ${url}`,
  };
}

function capabilitiesLine(session: Session, stream: Stream): BoundaryLine {
  const line = requestLine(session, stream, undefined);
  const agents = stream.declaration?.agents ?? [];
  const listed = cutList(
    agents.map(({ id, name }) => id ?? name ?? ''),
    ROW_TEXT_MAX,
  );
  const facts = [line.about, stream.status === undefined ? '' : String(stream.status), listed];
  return { ...line, sign: 'i', about: TEXTS.list.boundaries.capabilities(agents.length), facts };
}

function openLine(session: Session, stream: Stream): BoundaryLine {
  const { stop, declaration, input } = stream;
  if (declaration !== undefined) return capabilitiesLine(session, stream);
  if (stop !== undefined) return stopLine(session, stream, stop);
  return stream.transport === 'web-socket'
    ? socketLine(session, stream)
    : requestLine(session, stream, input);
}

function closeLine(
  { names, summaries }: Session,
  { stream, beforeSeq }: Boundary & { stream: Stream },
): BoundaryLine {
  const run = summaries.runOf(beforeSeq - 1);
  const mine = run?.streams.includes(stream) === true ? run : summaries.askedBy(stream, stream.input);
  const ending = mine && summaries.endingOf(mine);
  const isOver = ending === undefined || ending.kind === 'running' || ending.kind === 'finished';
  const nothing = stream.events === 0 ? [TEXTS.list.boundaries.nothingFrom(stream.length)] : [];
  return {
    sign: '←',
    about: isOver ? endOf(stream) : TEXTS.run.endings(ending),
    facts: [names.url(stream.url), ...nothing],
    isBad: isBad(stream) || (ending !== undefined && isBadEnding(ending)),
    title: `${stream.method} ${stream.url} · ${endOf(stream)}`,
  };
}

function lineOf(session: Session, boundary: Boundary): BoundaryLine {
  const plain = (sign: string, about: string): BoundaryLine => ({ sign, about, facts: [], isBad: false });
  switch (boundary.kind) {
    case 'navigation':
      return {
        ...plain('↓', TEXTS.list.boundaries.page(session.names.url(boundary.url))),
        facts: [fileOfDoc(boundary.doc) ?? ''],
        title: boundary.url,
      };
    case 'open':
      return openLine(session, boundary.stream);
    case 'close':
      return closeLine(session, boundary);
    case 'back':
      return plain('↺', TEXTS.list.boundaries.back(session.names.url(boundary.stream.url)));
    case 'request':
      return requestLine(session, boundary.stream, boundary.input);
    case 'unread':
      return {
        ...plain('⋯', TEXTS.list.boundaries.unread(quoted(boundary.text))),
        facts: [TEXTS.list.boundaries.unreadLines(boundary.lines)],
        isBad: true,
        title: boundary.text,
      };
    case 'gap':
      if (boundary.reason === 'changed') return { ...plain('✎', boundary.detail), title: boundary.detail };
      if (!isLoss(boundary)) return plain('⋯', boundary.detail || TEXTS.list.boundaries.notKept);
      return {
        ...plain('⋯', TEXTS.list.boundaries.missing(boundary.detail || boundary.reason)),
        isBad: true,
      };
    default:
      return assertUnreachable(boundary);
  }
}

const isChange = (boundary: Boundary): boolean => boundary.kind === 'gap' && boundary.reason === 'changed';

interface BoundaryRowProps {
  readonly index: number;
  readonly boundary: Boundary;
  readonly number: number;
  readonly session: Session;
  readonly isSelected: boolean;
  readonly isInside: boolean;
  readonly columns: number;
  /** Set for a group of requests without events. */
  readonly quiet?: QuietRow;
  /** Re-renders the row: the end of its stream is reported later. */
  readonly revision: number;
}

export function BoundaryRow({
  index,
  boundary,
  number,
  session,
  isSelected,
  columns,
  ...rest
}: BoundaryRowProps) {
  const { quiet, isInside } = rest;
  const { sign, isBad, ...line } = lineOf(session, boundary);
  const about = cut(line.about, ROW_TEXT_MAX);
  const facts = line.facts.map((fact) => cut(fact, ROW_TEXT_MAX));
  const title = asTitle(line.title);
  const known = quiet === undefined || quiet.isOpen ? facts : [TEXTS.list.quiet(quiet.count)];
  const stream = 'stream' in boundary ? boundary.stream : undefined;
  const agent = stream && session.agents.of(stream);
  const text = [about, ...known].filter((part) => part !== '').join(' · ');
  return (
    <div
      id={`row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-boundary={number}
      class={`boundary-row boundary-${boundary.kind} ${isBad ? 'bad' : ''} ${stream?.origin === undefined && !isChange(boundary) ? '' : 'made'} ${isInside ? 'inside' : ''} ${agent ? 'of-agent' : ''}`}
      style={agent === undefined ? undefined : { '--agent': agentColor(agent) }}
      onClick={() => session.cursor.goToBoundary(number)}
      onDblClick={() => quiet !== undefined && session.list.toggleGroup(quiet.group)}
    >
      <span role="gridcell" aria-colspan={columns} title={title === undefined ? text : `${text}\n${title}`}>
        {quiet !== undefined && <Twisty row={quiet} toggle={() => session.list.toggleGroup(quiet.group)} />}
        <span aria-hidden="true">{sign} </span>
        {about}
        {known.map((fact) => fact !== '' && <span key={fact}> · {fact}</span>)}
      </span>
    </div>
  );
}
