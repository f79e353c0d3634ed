// Reason why a conversation ends: the run failed, was cut off or stopped, or the client stopped reading.
import { lastMessage } from '@/lib/core/agui/request-facts';
import { newestFirst } from '@/lib/core/json/list';
import { cut } from '@/lib/core/json/preview';
import type { Finding } from '@/lib/core/lint/types';
import { isBadEnding, type RunEnding } from '@/lib/core/metrics/run-ending';
import { threadIn } from '@/lib/core/model/queries/blame';
import { messageIn } from '@/lib/core/model/queries/lookup';
import { goesOn } from '@/lib/core/model/queries/message-spans';
import type { MessageEntry, Run } from '@/lib/core/model/types';
import type { Session } from '@/lib/panel/session';
import { useSession } from '../app/context';
import { DETAIL_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';

const NORMAL: ReadonlySet<RunEnding['kind']> = new Set(['running', 'finished', 'waiting', 'paused']);

/** Number of runs of a thread that are searched for each message on screen. */
const RUNS_MAX = 500;

interface MessageEnd {
  readonly isStreaming: boolean;
  /** Undefined for a normal end. */
  readonly reason?: string;
  readonly isBad?: boolean;
}

/** Error of the client that ends the run in the app's perspective. */
function clientStop({ models, findings, summaries, cursor }: Session, run: Run): Finding | undefined {
  if (models.perspective.value !== 'app') return undefined;
  return findings.listed.value.find(
    ({ clientStops, seq }) =>
      clientStops === true && seq <= cursor.seq.value && summaries.runOf(seq)?.index === run.index,
  );
}

function endingAt({ summaries, models, cursor }: Session, run: Run): RunEnding {
  return summaries.endingAt(run, { model: models.known.value, seq: cursor.seq.value });
}

function endByClient(session: Session, run: Run): MessageEnd | undefined {
  const stop = clientStop(session, run);
  if (stop === undefined) return undefined;
  const ending = endingAt(session, run);
  // The client ignores the end of a run that it stopped itself.
  if (ending.kind === 'stopped') return reasonOf(ending);
  const reason = TEXTS.messages.endedBy.client(stop.clientText ?? stop.message);
  return { isStreaming: false, reason, isBad: true };
}

/** True if the run has ended and no part of the message came after the shown text. */
function isAllOf(session: Session, run: Run, entry: MessageEntry): boolean {
  if (run.status === 'running') return false;
  const newest = messageIn(session.models.known.value, run.stream, entry.message.id);
  // A later snapshot may have removed the message.
  return newest === undefined ? !goesOn(session.log, entry) : newest.lastSeq <= entry.lastSeq;
}

/** A sent message without a response: the newest run that ended with it, even if the thread has continued. */
function endOfRequest(session: Session, { threadId, message }: MessageEntry): MessageEnd {
  const model = session.models.current.value;
  const runs = threadIn(model, threadId)?.runs;
  for (const index of newestFirst(runs, RUNS_MAX)) {
    const run = model.runs.at(index);
    // A replay ends with the messages of other runs.
    if (run === undefined || (run.isReplay && index !== runs?.at(-1))) continue;
    if (run.status !== 'running' && run.lastMessageId === message.id) return reasonOf(endingAt(session, run));
    // A retry runs, or has answered.
    if (lastMessage(run.input)?.['id'] === message.id) break;
  }
  return { isStreaming: false };
}

export function endOfMessage(session: Session, entry: MessageEntry): MessageEnd {
  const { summaries, models } = session;
  // The end of a stream may arrive after the whole message.
  session.reading.revision.value;
  if (entry.via === 'request') return endOfRequest(session, entry);
  const own = summaries.runOf(entry.lastSeq);
  const run = own && models.known.value.runs.at(own.index);
  const isLast = run?.lastMessageId === entry.message.id;
  const end = run !== undefined && isLast ? endByClient(session, run) : undefined;
  if (end !== undefined) return end;
  if (run === undefined || !isAllOf(session, run, entry)) return { isStreaming: entry.open };
  if (!isLast) return { isStreaming: false };
  return reasonOf(endingAt(session, run));
}

function reasonOf(ending: RunEnding): MessageEnd {
  if (NORMAL.has(ending.kind)) return { isStreaming: false };
  const isOfNetwork = ending.kind === 'cut' && ending.by === 'network';
  const detail = isOfNetwork && ending.reason ? `: ${ending.reason}` : '';
  return { isStreaming: false, reason: TEXTS.run.endings(ending) + detail, isBad: isBadEnding(ending) };
}

export function EndedNote({ entry }: { entry: MessageEntry }) {
  const { reason, isBad } = endOfMessage(useSession(), entry);
  if (reason === undefined) return null;
  return (
    <p class={`ended-note ${isBad === true ? 'bad' : ''}`}>
      {TEXTS.messages.endedHere(cut(reason, DETAIL_TEXT_MAX))}
    </p>
  );
}
