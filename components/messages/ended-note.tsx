// Why a conversation stops where it does: the run failed, was cut off or stopped, or the app's client has stopped reading.
import { cut } from '@/lib/core/json/preview';
import type { Finding } from '@/lib/core/lint/types';
import { threadIn } from '@/lib/core/model/queries/blame';
import { messageIn } from '@/lib/core/model/queries/lookup';
import { goesOn } from '@/lib/core/model/queries/message-spans';
import type { MessageEntry, Run } from '@/lib/core/model/types';
import { isBadEnding, type RunEnding } from '@/lib/panel/run-ending';
import type { Session } from '@/lib/panel/session';
import { useSession } from '../app/context';
import { DETAIL_TEXT_MAX } from '../parts/text-limits';
import { TEXTS } from '../texts';

/** What is known of the end of a message. */
export interface MessageEnd {
  /** True while more of it may come. */
  readonly isStreaming: boolean;
  /** Why nothing more comes, where that is not simply its end. */
  readonly reason?: string;
  /** Whether nobody wanted it to end so. */
  readonly isBad?: boolean;
}

/** The client's own error, where the app's view of the run ends with it. */
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

/** The end that a client made of a message by reading no further: the app has it as it is shown, and nothing more. */
function endByClient(session: Session, run: Run): MessageEnd | undefined {
  const stop = clientStop(session, run);
  if (stop === undefined) return undefined;
  const ending = endingAt(session, run);
  // Its client rejects what ends a run that was stopped, and says nothing of it.
  if (ending.kind === 'stopped') return reasonOf(ending);
  const reason = TEXTS.messages.endedBy.client(stop.clientText ?? stop.message);
  return { isStreaming: false, reason, isBad: true };
}

/** Whether the run of a message is over, and nothing of the message came after what is shown. */
function isAllOf(session: Session, run: Run, entry: MessageEntry): boolean {
  if (run.status === 'running') return false;
  const newest = messageIn(session.models.known.value, run.stream, entry.message.id);
  // What a later snapshot has taken away may have gone on before.
  return newest === undefined ? !goesOn(session.log, entry) : newest.lastSeq <= entry.lastSeq;
}

/** A message that was sent ends the conversation where nothing came in answer. */
function endOfRequest(session: Session, { threadId, message }: MessageEntry): MessageEnd {
  const model = session.models.current.value;
  const run = model.runs.at(threadIn(model, threadId)?.runs.at(-1) ?? Number.POSITIVE_INFINITY);
  if (run === undefined || run.status === 'running' || run.lastMessageId !== message.id)
    return { isStreaming: false };
  return reasonOf(endingAt(session, run));
}

/** Finds the end of a message at the cursor. */
export function endOfMessage(session: Session, entry: MessageEntry): MessageEnd {
  const { summaries, models } = session;
  // How a stream ends may come when all of the message is there, and is nothing of the message.
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
  const reason = TEXTS.messages.endings(ending);
  return { isStreaming: false, ...(reason !== undefined && { reason, isBad: isBadEnding(ending) }) };
}

/** The line below the last message of a run that did not end well. */
export function EndedNote({ entry }: { entry: MessageEntry }) {
  const { reason, isBad } = endOfMessage(useSession(), entry);
  if (reason === undefined) return null;
  return (
    <p class={`ended-note ${isBad === true ? 'bad' : ''}`}>
      {TEXTS.messages.endedHere(cut(reason, DETAIL_TEXT_MAX))}
    </p>
  );
}
