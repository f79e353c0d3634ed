import { newestFirst } from '@/lib/core/json/list';
import { memberOf } from '@/lib/core/json/pointer';
import { quotedIds } from '@/lib/core/lint/continuing-request';
import { messagesOfRun, textOfEntry } from '@/lib/core/lint/run-messages';
import type { Rule, RuleReport } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';
import { messageIn, recentCallsOfRun, runIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Model, Step, ToolCallEntry } from '@/lib/core/model/types';

/** Shorter texts may repeat in a run, except in consecutive messages. */
const TEXT_MIN = 20;
/** Two agents do not write the same text of more characters by chance. */
const STEP_TEXT_MAX = 100;
const BACK = 50;

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

/** Calls of the agent of a message. */
function callsOfAgent({ subagentRunId }: MessageEntry, { stream }: LoggedEvent, model: Model) {
  const calls = recentCallsOfRun(model, runIn(model, stream)?.index ?? -1);
  return calls.filter((call) => call.subagentRunId === subagentRunId);
}

/** True if a call and its result come between: an agent may introduce each of its calls with the same text. */
function isCallBetween(entry: MessageEntry, twin: MessageEntry, calls: readonly ToolCallEntry[]): boolean {
  const isBetween = (seq = -1): boolean => seq > twin.firstSeq && seq < entry.firstSeq;
  return calls.some(({ startSeq, results }) => isBetween(startSeq) && isBetween(results.at(0)?.seq));
}

/** True if two agents may have written the same short text: each in its own step. */
function isOfOtherStep(entry: MessageEntry, twin: MessageEntry, logged: LoggedEvent, model: Model): boolean {
  if (textOfEntry(entry).length > STEP_TEXT_MAX) return false;
  const own = stepAround(entry.firstSeq, logged, model);
  const other = stepAround(twin.firstSeq, logged, model);
  return own !== undefined && other !== undefined && own.name !== other.name;
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

function found(entry: MessageEntry, twin: MessageEntry, logged: LoggedEvent, model: Model): RuleReport {
  return {
    message: `Message '${entry.message.id}' has the same text as message '${twin.message.id}' (event ${twin.firstSeq}); the app shows both.`,
    related: [twin.firstSeq, entry.firstSeq],
    ...(isOfOtherStep(entry, twin, logged, model) && { severity: 'info' }),
  };
}

/** An answer that repeats a text before a call; no other call follows. */
function repeatedAnswer(logged: LoggedEvent, model: Model): RuleReport | undefined {
  if (runIn(model, logged.stream)?.status !== 'running') return undefined;
  // Before a question to the user, the text may introduce the question.
  if (memberOf(logged.event?.['outcome'], 'type') === 'interrupt') return undefined;
  const agents = new Set<string | undefined>();
  for (const entry of messagesOfRun(logged, model)) {
    const text = textOfEntry(entry).trim();
    if (entry.message.role !== 'assistant' || text === '' || agents.has(entry.subagentRunId)) continue;
    agents.add(entry.subagentRunId);
    const calls = callsOfAgent(entry, logged, model);
    if (calls.some(({ startSeq }) => startSeq > entry.firstSeq)) continue;
    const twin = twinOf(entry, text, comparedWith(entry, logged, model));
    if (twin !== undefined && isCallBetween(entry, twin, calls)) return found(entry, twin, logged, model);
  }
  return undefined;
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
      // Another call may follow: the end of the run decides.
      if (twin !== undefined && isCallBetween(entry, twin, callsOfAgent(entry, logged, model))) continue;
      if (twin !== undefined) return found(entry, twin, logged, model);
      const parts = joinedEntries(entry, text, others);
      if (parts.length > 0) return foundJoined(entry, parts);
    }
    return logged.type === 'RUN_FINISHED' ? repeatedAnswer(logged, model) : undefined;
  },
};
