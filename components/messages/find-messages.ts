// Search of a conversation: all messages, also those that are not in the document.
import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { textOfContent } from '@/lib/core/agui/content-part';
import type { Finding } from '@/lib/core/lint/types';
import { callOfThread } from '@/lib/core/model/queries/lookup';
import type { MessageEntry, Thread, ToolCallEntry } from '@/lib/core/model/types';
import { useSession } from '../app/context';
import { useFindSource } from '../ui/find';
import { createItemSearch } from '../ui/find-items';
import { countIn } from '../ui/find-text';
import { endOfMessage } from './ended-note';
import { contentOf } from './message-json';

/** Parts of a message in the document that are not its content. */
const AROUND = 'header, .page-load';

interface FindMessagesParts {
  readonly thread: Thread;
  readonly list: RefObject<HTMLElement | null>;
  findingsOf(entry: MessageEntry): readonly Finding[];
  scrollTo(index: number): void;
}

/** Position of the message with the current match; undefined for none. */
export function useFindMessages({
  thread,
  list,
  findingsOf,
  scrollTo,
}: FindMessagesParts): number | undefined {
  const session = useSession();
  const model = session.models.current.value;
  const search = useMemo(createItemSearch<MessageEntry>, [thread.threadId]);
  const madeCalls = ({ message }: MessageEntry) =>
    message.role === 'assistant' && Array.isArray(message.toolCalls) ? message.toolCalls : [];
  const answered = (id: string): ToolCallEntry | undefined => callOfThread(model, thread, id);
  /** In the order of the document. */
  const textsOf = (entry: MessageEntry) => [
    textOfContent(contentOf(entry.message)),
    ...madeCalls(entry).flatMap(({ id, function: called }) => [
      String(called?.name ?? ''),
      String(called?.arguments ?? ''),
      textOfContent(answered(id)?.result),
    ]),
    ...findingsOf(entry).map(({ message }) => session.names.inText(message)),
    endOfMessage(session, entry).reason ?? '',
  ];
  const here = useFindSource(list, {
    search: (words, isTimeUp) =>
      search(
        {
          items: thread.messages,
          versionOf(entry, index) {
            const calls = madeCalls(entry);
            const findings = findingsOf(entry).length;
            const isLast = index === thread.messages.length - 1;
            // The sequence number of its last event identifies the version of most messages.
            if (calls.length === 0 && findings === 0 && !isLast) return entry.lastSeq;
            const results = calls.map(({ id }) => answered(id)?.resultSeq);
            // The end of a run changes its last message.
            const reason = isLast ? endOfMessage(session, entry).reason : '';
            return [entry.lastSeq, findings, reason, ...results].join(' ');
          },
          placesOf(entry, index) {
            const places = countIn(entry.message.id, words) > 0 ? [`${index} id`] : [];
            let nth = 0;
            for (const text of textsOf(entry))
              for (let count = countIn(text, words); count > 0; count--) places.push(`${index} ${nth++}`);
            return places;
          },
        },
        words,
        isTimeUp,
      ),
    reveal: (place) => scrollTo(Number.parseInt(place, 10)),
    elementOf(place) {
      const [index, nth = ''] = place.split(' ');
      const message = list.current?.querySelector(`[data-index="${index}"]`);
      if (message === null || message === undefined) return undefined;
      if (nth !== 'id') return { element: message, nth: Number(nth), except: AROUND };
      const header = message.querySelector('header');
      return header === null ? undefined : { element: header };
    },
  });
  return here === undefined ? undefined : Number.parseInt(here, 10);
}
