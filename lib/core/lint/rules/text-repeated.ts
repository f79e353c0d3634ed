import { stringOrEmpty } from '@/lib/core/json/json';
import { newestFirst } from '@/lib/core/json/list';
import { quotedIds } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn, recentCallsOfRun, runIn, threadIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Model, Step } from '@/lib/core/model/types';

/** Shorter texts may repeat in a run, except in consecutive messages. */
const TEXT_MIN = 20;
const BACK = 50;

/** The text of a message of the agent; empty for others. */
export function textOfEntry(entry: MessageEntry): string {
  const { role } = entry.message;
  return stringOrEmpty(
    role === 'assistant' || role === 'reasoning' ? asJson(entry.message)['content'] : undefined,
  );
}

/** The messages of a thread back to the start of the run, newest first. */
export function* messagesOfRun({ stream }: LoggedEvent, model: Model): Generator<MessageEntry> {
  const run = runIn(model, stream);
  if (run?.startSeq === undefined) return;
  for (const entry of newestFirst(threadIn(model, stream)?.messages, BACK)) {
    if (entry.firstSeq < run.startSeq) return;
    if (entry.via === 'stream') yield entry;
  }
}

/** Ended messages of the run that may repeat an entry, newest first. */
function comparedWith(entry: MessageEntry, logged: LoggedEvent, model: Model): readonly MessageEntry[] {
  const others: MessageEntry[] = [];
  for (const other of messagesOfRun(logged, model)) {
    // A parent may repeat the text of its subagent.
    if (other.open || other.message.id === entry.message.id || other.subagentRunId !== entry.subagentRunId)
      continue;
    others.push(other);
  }
  return others;
}

/** A message with the same text; the order of concurrent messages is arbitrary. */
function twinOf(
  entry: MessageEntry,
  text: string,
  others: readonly MessageEntry[],
): MessageEntry | undefined {
  const isLong = text.length >= TEXT_MIN;
  let newest = -1;
  let twin: MessageEntry | undefined;
  for (const other of others) {
    if (!isLong && other.lastSeq > entry.firstSeq) continue;
    newest = Math.max(newest, other.firstSeq);
    if (other.message.role !== entry.message.role || textOfEntry(other).trim() !== text) continue;
    if (twin === undefined || other.lastSeq > twin.lastSeq) twin = other;
  }
  // A short one must follow directly: no message began after it and ended before.
  return twin === undefined || isLong || twin.lastSeq >= newest ? twin : undefined;
}

/** The innermost step of the run around an event. */
function stepAround(seq: number, { stream }: LoggedEvent, model: Model): Step | undefined {
  for (const step of newestFirst(runIn(model, stream)?.steps, BACK))
    if (step.startSeq < seq && (step.endSeq ?? Number.POSITIVE_INFINITY) > seq) return step;
  return undefined;
}

/** True if an agent has a reason to send the text again: a call with its result, or another step. */
function isRepeatedOnPurpose(
  entry: MessageEntry,
  twin: MessageEntry,
  logged: LoggedEvent,
  model: Model,
): boolean {
  const isBetween = (seq = -1): boolean => seq > twin.firstSeq && seq < entry.firstSeq;
  const calls = recentCallsOfRun(model, runIn(model, logged.stream)?.index ?? -1);
  const isAnsweredBetween = calls.some(
    ({ startSeq, results, subagentRunId }) =>
      isBetween(startSeq) && isBetween(results.at(0)?.seq) && subagentRunId === entry.subagentRunId,
  );
  if (isAnsweredBetween) return true;
  const step = stepAround(entry.firstSeq, logged, model);
  if (step === undefined || !isBetween(step.startSeq)) return false;
  return step.name !== stepAround(twin.firstSeq, logged, model)?.name;
}

const JOINED_MAX = 100_000;

/** Consecutive messages of the run whose texts together equal another one; empty for none. */
function joinedEntries(
  { message }: MessageEntry,
  trimmed: string,
  others: readonly MessageEntry[],
): readonly MessageEntry[] {
  const text = trimmed.replace(/\s+/g, '');
  if (text.length < TEXT_MIN || text.length > JOINED_MAX) return [];
  const before = others.filter(({ message: { role } }) => role === message.role);
  for (let first = before.length - 1; first >= 0; first--) {
    let end = 0;
    const parts: MessageEntry[] = [];
    for (let at = first; at >= 0; at--) {
      const part = before[at];
      const next = part === undefined ? -1 : endOfPart(text, end, textOfEntry(part));
      if (part === undefined || next < 0) break;
      // A message without text is no part.
      if (next > end) parts.push(part);
      end = next;
      if (end === text.length && parts.length > 1) return parts;
    }
  }
  return [];
}

/** End of a part in a text without white space, if the part is separate there; else -1. */
function endOfPart(text: string, from: number, part: string): number {
  let end = from;
  for (let i = 0; i < part.length; i++) {
    if (isSpace(part, i)) continue;
    if (part.charCodeAt(i) !== text.charCodeAt(end)) return -1;
    end++;
  }
  return end;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && /\s/.test(text[at] ?? ''));
}

function foundJoined(entry: MessageEntry, parts: readonly MessageEntry[]) {
  const names = quotedIds(parts.map(({ message }) => message.id));
  return {
    message: `Message '${entry.message.id}' repeats the joined text of messages ${names}: the app shows it twice.`,
    related: [...parts.map(({ firstSeq }) => firstSeq), entry.firstSeq],
  };
}

/** Messages completed by an event: the named one, or those that chunks kept open until the run's end. */
function* completed(logged: LoggedEvent, model: Model): Generator<MessageEntry> {
  const id = logged.event?.['messageId'];
  if (logged.type === 'RUN_FINISHED') {
    for (const entry of messagesOfRun(logged, model)) if (entry.open) yield entry;
  } else if (typeof id === 'string') {
    const entry = messageIn(model, logged.stream, id);
    if (entry !== undefined) yield entry;
  }
}

function found(entry: MessageEntry, twin: MessageEntry) {
  return {
    message: `Message '${entry.message.id}' has the same text as message '${twin.message.id}' (event ${twin.firstSeq}); the app shows both.`,
    related: [twin.firstSeq, entry.firstSeq],
  };
}

export const textRepeated: Rule = {
  id: 'text-repeated',
  severity: 'warning',
  needsHistory: true,
  summary: 'The same text arrives twice in one run, under two ids.',
  spec: 'https://docs.ag-ui.com/concepts/messages#message-structure',
  impact: 'The app shows the same answer twice.',
  fix: 'Send each message once: stream it, or send it whole, but not both under different ids.',
  types: ['TEXT_MESSAGE_END', 'REASONING_MESSAGE_END', 'RUN_FINISHED'],
  before(logged, model) {
    for (const entry of completed(logged, model)) {
      const text = textOfEntry(entry).trim();
      if (text === '') continue;
      const others = comparedWith(entry, logged, model);
      const twin = twinOf(entry, text, others);
      if (twin !== undefined && isRepeatedOnPurpose(entry, twin, logged, model)) continue;
      if (twin !== undefined) return found(entry, twin);
      const parts = joinedEntries(entry, text, others);
      if (parts.length > 0) return foundJoined(entry, parts);
    }
    return undefined;
  },
};
