import { excerpt, quoted } from '@/lib/core/agui/quoted';
import { newestFirst } from '@/lib/core/json/list';
import { messagesOfRun, textOfEntry } from '@/lib/core/lint/run-messages';
import type { Rule } from '@/lib/core/lint/types';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn, threadIn } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Model } from '@/lib/core/model/types';

const REPLACED = '\ufffd';
/** U+FFFD in a word or for a whole emoji: code and texts about the character have it alone. Half of a surrogate pair. */
const BROKEN = /(?<=\p{L})\ufffd+(?=[\p{L}\s]|$)|(?<=\s|^)\ufffd+(?=\p{L})|\ufffd{3,}|\p{Cs}/gu;
/** Units before and after a broken character in the quotation. */
const AROUND = 20;
const BACK = 200;

/** True if the agent may quote broken text of a user or a tool. */
function mayQuote(model: Model, stream: Stream): boolean {
  for (const { message } of newestFirst(threadIn(model, stream)?.messages, BACK)) {
    if (message.role === 'assistant' || message.role === 'reasoning') continue;
    // A result may be JSON that escapes it.
    if (/\ufffd|\\ufffd/i.test(JSON.stringify(asJson(message)))) return true;
  }
  return false;
}

function describe(text: string, what: string, { model, stream }: { model: Model; stream: Stream }) {
  const places = [...text.matchAll(BROKEN)];
  const [first] = places;
  if (first === undefined) return undefined;
  const isReplaced = first[0].includes(REPLACED);
  if (isReplaced && mayQuote(model, stream)) return undefined;
  const end = first.index + first[0].length;
  // The quotation itself must not cut a surrogate pair.
  const before = text.slice(Math.max(0, first.index - AROUND), first.index).replace(/^[\udc00-\udfff]/, '');
  const after = text.slice(end, end + AROUND).replace(/[\ud800-\udbff]$/, '');
  const part = quoted(`${before}${first[0]}${after}`);
  const others = places.length - 1;
  const more = others === 0 ? '' : `, and in ${others} more ${others === 1 ? 'place' : 'places'}`;
  return isReplaced
    ? `Bytes that are not whole UTF-8 characters were decoded: ${what} has U+FFFD in ${part}${more}. Part of the text is lost.`
    : `A character was cut between its two UTF-16 units: ${what} has half of it in ${part}${more}.`;
}

/** The ended message, or all of a run at its end: chunks have no end. */
function messagesAt(logged: LoggedEvent, model: Model): Iterable<MessageEntry> {
  if (logged.type === 'RUN_FINISHED' || logged.type === 'RUN_ERROR') return messagesOfRun(logged, model);
  const id = logged.event?.['messageId'];
  const entry = typeof id === 'string' ? messageIn(model, logged.stream, id) : undefined;
  return entry === undefined ? [] : [entry];
}

export const brokenCharacters: Rule = {
  id: 'broken-characters',
  severity: 'warning',
  needsHistory: true,
  isReportedOnce: true,
  summary: 'A text of the agent contains broken characters.',
  spec: 'https://docs.ag-ui.com/concepts/events#textmessagecontent',
  impact: 'The app shows � instead of letters and emoji.',
  fix: 'Send the response as UTF-8, as server-sent events always are. Decode the bytes of a model or file as one stream, not each piece alone, and split texts between characters.',
  types: ['TEXT_MESSAGE_END', 'REASONING_MESSAGE_END', 'RUN_FINISHED', 'RUN_ERROR'],
  before(logged, model) {
    const { stream } = logged;
    for (const entry of messagesAt(logged, model)) {
      const what = `message '${excerpt(entry.message.id, 60)}'`;
      const message = describe(textOfEntry(entry), what, { model, stream });
      if (message !== undefined) return { message, related: [entry.firstSeq] };
    }
    return undefined;
  },
  call({ args, name, startSeq }, { stream }, model) {
    const message = describe(args, `the call of '${excerpt(name, 60)}'`, { model, stream });
    return message === undefined ? undefined : { message, related: [startSeq] };
  },
};
