import { stringOrEmpty } from '@/lib/core/json/json';
import { newestFirst } from '@/lib/core/json/list';
import { quotedIds } from '@/lib/core/lint/requests';
import type { Rule } from '@/lib/core/lint/types';
import type { LoggedEvent } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn, threadIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Model } from '@/lib/core/model/types';

/** Shorter texts may repeat in a run, unless one directly follows the other. */
const TEXT_MIN = 20;
const BACK = 50;

function textOfEntry(entry: MessageEntry): string {
  const { role } = entry.message;
  return stringOrEmpty(
    role === 'assistant' || role === 'reasoning' ? asJson(entry.message)['content'] : undefined,
  );
}

/** The messages of a thread, newest first, as far back as the run began. */
function* ofRun({ stream }: LoggedEvent, model: Model): Generator<MessageEntry> {
  const run = model.runs.at(streamView(model, stream).run);
  if (run?.startSeq === undefined) return;
  for (const entry of newestFirst(threadIn(model, stream)?.messages, BACK)) {
    if (entry.firstSeq < run.startSeq) return;
    if (entry.via === 'stream') yield entry;
  }
}

/** A message of the run that is over and has the same text; of messages at the same time, their order says nothing. */
function twinOf(entry: MessageEntry, logged: LoggedEvent, model: Model): MessageEntry | undefined {
  const text = textOfEntry(entry).trim();
  if (text === '') return undefined;
  const isLong = text.length >= TEXT_MIN;
  let newest = -1;
  let twin: MessageEntry | undefined;
  for (const other of ofRun(logged, model)) {
    // A parent may repeat the text of its subagent.
    if (other.open || other.message.id === entry.message.id || other.subagentRunId !== entry.subagentRunId)
      continue;
    if (!isLong && other.lastSeq > entry.firstSeq) continue;
    newest = Math.max(newest, other.firstSeq);
    if (other.message.role !== entry.message.role || textOfEntry(other).trim() !== text) continue;
    if (twin === undefined || other.lastSeq > twin.lastSeq) twin = other;
  }
  // A short one directly follows it: none began after it and was over before.
  return twin === undefined || isLong || twin.lastSeq >= newest ? twin : undefined;
}

const JOINED_MAX = 100_000;

/** Messages of the run, one after the other, whose texts together are that of another; empty if none are. */
function joinedEntries(entry: MessageEntry, logged: LoggedEvent, model: Model): readonly MessageEntry[] {
  const text = withoutSpace(textOfEntry(entry));
  if (text.length < TEXT_MIN || text.length > JOINED_MAX) return [];
  const before = [...ofRun(logged, model)]
    .reverse()
    .filter(
      (other) =>
        !other.open &&
        other.message.role === entry.message.role &&
        other.message.id !== entry.message.id &&
        other.subagentRunId === entry.subagentRunId &&
        textOfEntry(other).trim() !== '',
    );
  for (const [from, first] of before.entries()) {
    // The whole texts of all messages would be compared again at each message.
    if (!text.startsWith(withoutSpace(textOfEntry(first).slice(0, TEXT_MIN)))) continue;
    let joined = '';
    for (const [at, part] of before.slice(from).entries()) {
      joined += withoutSpace(textOfEntry(part));
      if (!text.startsWith(joined)) break;
      if (joined === text && at > 0) return before.slice(from, from + at + 1);
    }
  }
  return [];
}

/** White space between joined texts may be any. */
function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}

function foundJoined(entry: MessageEntry, parts: readonly MessageEntry[]) {
  const names = quotedIds(parts.map(({ message }) => message.id));
  return {
    message: `Message '${entry.message.id}' repeats the joined text of messages ${names}: the app shows it twice.`,
    related: [...parts.map(({ firstSeq }) => firstSeq), entry.firstSeq],
  };
}

/** The messages that an event completes: the one it names, or those that chunks kept open until the run's end. */
function* completed(logged: LoggedEvent, model: Model): Generator<MessageEntry> {
  const id = logged.event?.['messageId'];
  if (logged.type === 'RUN_FINISHED') {
    for (const entry of ofRun(logged, model)) if (entry.open) yield entry;
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
      const twin = twinOf(entry, logged, model);
      if (twin !== undefined) return found(entry, twin);
      const parts = joinedEntries(entry, logged, model);
      if (parts.length > 0) return foundJoined(entry, parts);
    }
    return undefined;
  },
};
