import { newestFirst } from '@/lib/core/json/list';
import type { Diagnostic, Rule } from '@/lib/core/lint/types';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn, runIn, threadIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Model, Run } from '@/lib/core/model/types';

/** Number of the newest messages searched. */
const BACK = 200;

/** True for activities, reasoning and calls without a text, which may come at any place in a turn. */
function isBeside({ message }: MessageEntry): boolean {
  const { role } = message;
  return role === 'activity' || role === 'reasoning' || (role === 'assistant' && !asJson(message)['content']);
}

/** The user's newest message after an entry, or else the newest one. */
function messageAfter(
  entry: MessageEntry,
  { stream, type }: LoggedEvent,
  model: Model,
): MessageEntry | undefined {
  const run = runIn(model, stream);
  // Concurrent messages may be sent as alternating chunks.
  const isContinued =
    type.endsWith('_CHUNK') && entry.firstSeq >= (run?.startSeq ?? Number.POSITIVE_INFINITY);
  const after: MessageEntry[] = [];
  for (const other of newestFirst(threadIn(model, stream)?.messages, BACK)) {
    if (other.message.id === entry.message.id) break;
    if (isBeside(other) || (isContinued && other.message.role === 'assistant')) continue;
    // A snapshot may bring messages of a missing request, which belong elsewhere.
    if (other.via !== 'snapshot' || run?.input !== undefined) after.push(other);
  }
  return after.find(({ message }) => message.role === 'user') ?? after[0];
}

/** True if the log lacks the request between an entry and the run of a stream. */
function isOfEarlierTurn(entry: MessageEntry, stream: Stream, model: Model): boolean {
  const run = runIn(model, stream);
  if (run?.startSeq === undefined || run.input !== undefined || entry.lastSeq >= run.startSeq) return false;
  const earlier = model.runs.at(run.index - 1);
  return earlier?.threadId === run.threadId && earlier.status === 'success';
}

/** True if a run is sent again, with or without a request for that. */
function isSentAgain(run: Run | undefined, stream: Stream, model: Model): boolean {
  if (run === undefined) return false;
  if (run.isReplay || run.input !== undefined) return run.isReplay;
  for (const index of newestFirst(threadIn(model, stream)?.runs, BACK))
    if (index !== run.index && model.runs.at(index)?.runId === run.runId) return true;
  return false;
}

/** The place of new text for an entry, if that is not the end of the conversation. */
function placeOf(entry: MessageEntry, logged: LoggedEvent, model: Model): string | undefined {
  const { stream } = logged;
  if (isSentAgain(runIn(model, stream), stream, model)) return undefined;
  const after = messageAfter(entry, logged, model);
  if (after !== undefined) return `above the ${after.message.role} message '${after.message.id}'`;
  return isOfEarlierTurn(entry, stream, model) ? 'above the request that it answers' : undefined;
}

export const messageReopened: Rule = {
  id: 'message-reopened',
  severity: 'info',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A message is started again after its end; new text is appended to the old text.',
  spec: 'https://docs.ag-ui.com/concepts/events#textmessagestart',
  impact: 'Both texts end up in one message, above what came between them.',
  fix: 'Give each message its own id, in every run; when replaying a run, begin with MESSAGES_SNAPSHOT.',
  aliases: ['AGUI104'],
  types: ['TEXT_MESSAGE_START', 'TEXT_MESSAGE_CHUNK', 'REASONING_MESSAGE_START', 'REASONING_MESSAGE_CHUNK'],
  before(logged, model): Diagnostic {
    const { type, event, stream } = logged;
    const id = event?.['messageId'];
    if (typeof id !== 'string') return undefined;
    const entry = messageIn(model, stream, id);
    if (entry === undefined || entry.open || entry.message.role === 'activity') return undefined;
    const usual = type.startsWith('REASONING') ? 'reasoning' : 'assistant';
    const wanted = typeof event?.['role'] === 'string' ? event['role'] : usual;
    const content = asJson(entry.message)['content'];
    // Another rule reports a different role.
    if (entry.message.role !== wanted || typeof content !== 'string' || content === '') return undefined;
    const related = [entry.firstSeq, entry.lastSeq];
    const length = `Message '${id}' already has a text of ${content.length} characters`;
    const place = placeOf(entry, logged, model);
    if (place !== undefined)
      return {
        message: `${length}: the new text is appended to it and stands ${place}.`,
        related,
        severity: 'warning',
      };
    // Several chunks may make one message.
    if (type !== 'TEXT_MESSAGE_START') return undefined;
    return { message: `${length}; new text is appended to it.`, related };
  },
};
