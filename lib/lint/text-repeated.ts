// The same text in two messages of one run: streamed, and then sent again under another id.
import type { Rule } from '@/lib/lint/types';
import type { LoggedEvent } from '@/lib/log/types';
import { streamView } from '@/lib/model/model';
import { asJson } from '@/lib/model/nodes';
import { messageIn, threadIn } from '@/lib/model/queries/lookup';
import type { MessageEntry, Model } from '@/lib/model/types';

/** Shorter texts may well be said twice in a run, unless one directly follows the other. */
const TEXT_MIN = 20;
/** How many messages of the thread are compared. */
const BACK = 50;

function textOf(entry: MessageEntry): string {
  const { role } = entry.message;
  const content = role === 'assistant' || role === 'reasoning' ? asJson(entry.message)['content'] : undefined;
  return typeof content === 'string' ? content : '';
}

/** The messages of a thread, newest first, as far back as the run began. */
function* ofRun({ stream }: LoggedEvent, model: Model): Generator<MessageEntry> {
  const run = model.runs.at(streamView(model, stream).run);
  const messages = threadIn(model, stream)?.messages;
  if (run?.startSeq === undefined || messages === undefined) return;
  for (let back = 1; back <= Math.min(messages.length, BACK); back++) {
    const entry = messages.at(-back);
    if (entry === undefined || entry.firstSeq < run.startSeq) return;
    if (entry.via === 'stream') yield entry;
  }
}

/** An earlier message of the run with the same text. */
function twinOf(entry: MessageEntry, logged: LoggedEvent, model: Model): MessageEntry | undefined {
  const text = textOf(entry);
  if (text.trim() === '') return undefined;
  let isNext = true;
  let isBefore = false;
  for (const other of ofRun(logged, model)) {
    if (other.message.id === entry.message.id) isBefore = true;
    else if (isBefore) {
      const isSame = other.message.role === entry.message.role && textOf(other) === text;
      // What a subagent said, its parent may repeat.
      if (isSame && other.subagentRunId === entry.subagentRunId && (isNext || text.length >= TEXT_MIN))
        return other;
      isNext = false;
    }
  }
  return undefined;
}

/** The message that an event completes: the one it names, or the one that chunks kept open until the run's end. */
function completed(logged: LoggedEvent, model: Model): MessageEntry | undefined {
  if (logged.type === 'RUN_FINISHED') {
    for (const entry of ofRun(logged, model)) if (entry.open) return entry;
    return undefined;
  }
  const id = logged.event?.['messageId'];
  return typeof id === 'string' ? messageIn(model, logged.stream, id) : undefined;
}

/** Two messages of a run with the same text. */
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
    const entry = completed(logged, model);
    const twin = entry === undefined ? undefined : twinOf(entry, logged, model);
    if (entry === undefined || twin === undefined) return undefined;
    return {
      message: `Message '${entry.message.id}' has the same text as message '${twin.message.id}' (event ${twin.firstSeq}); the app shows both.`,
      related: [twin.firstSeq, entry.firstSeq],
    };
  },
};
