// The conversation as the app has it at the cursor. Only a stretch of it is in the document, however long it is.
import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SnapshotEffect } from '@/lib/model/queries/snapshot-effect';
import type { MessageEntry, Thread } from '@/lib/model/types';
import type { Session } from '@/lib/session/session';
import { useSession, useWorkspace } from '../context';
import { CustomUiNote, RequestNotes, SnapshotNote, useSnapshotEffect } from '../messages/conversation-notes';
import { MessageItem } from '../messages/message-item';
import { conversationEntries } from '../messages/message-menu';
import { differenceAt, useViewDifference, ViewDifference } from '../messages/view-difference';
import { PerspectivePicker } from '../parts/perspective-picker';
import { ThreadPicker, useThread } from '../parts/thread-picker';
import { TEXTS } from '../texts';
import { itemsOf, MenuButton } from '../ui/menu';

/** How many messages are shown at first, and how many more with each click. */
const SHOWN = 60;
/** More are never in the document; those at the other end go. */
const SHOWN_MAX = 180;

/** A stretch of the list: first index, and the one behind the last. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** True where it ends with the newest message, whichever that is. */
  readonly isAtEnd: boolean;
}

/** Messages of the thread at the cursor; other threads are one choice away. */
export function MessagesView() {
  const session = useSession();
  const thread = useThread();
  const effect = useSnapshotEffect(thread);
  const found = useViewDifference(thread);
  return (
    <div class="state messages">
      <Bar thread={thread} />
      {found !== undefined && <ViewDifference found={found} />}
      {thread === undefined ? (
        <p class="nothing">{TEXTS.noMessages}</p>
      ) : (
        <Conversation
          key={thread.threadId}
          thread={thread}
          effect={effect}
          differenceOf={(id) => differenceAt(found, id, session.models.perspective.value === 'app')}
        />
      )}
    </div>
  );
}

function Bar({ thread }: { thread: Thread | undefined }) {
  const workspace = useWorkspace();
  const { settings } = workspace;
  return (
    <div class="view-bar">
      <label>
        <input
          type="checkbox"
          checked={settings.values.value.isMarkdown}
          onChange={(event) => settings.change({ isMarkdown: event.currentTarget.checked })}
        />{' '}
        {TEXTS.messages.markdown}
      </label>
      <MenuButton
        label={TEXTS.messages.copy}
        isDisabled={thread === undefined || thread.messages.length === 0}
        items={() => itemsOf(conversationEntries, { workspace, thread })}
      >
        {TEXTS.messages.copy}
      </MenuButton>
      <ThreadPicker />
      <PerspectivePicker />
    </div>
  );
}

/** Which messages the event at the cursor touched: for a snapshot those that are not as they were. */
function touchOf(
  { log }: Session,
  seq: number,
  effect: SnapshotEffect | undefined,
): (entry: MessageEntry) => boolean {
  if (effect === undefined) {
    // The end of a call changes nothing in its message, but is about it.
    const call = log.typeOf(seq) === 'TOOL_CALL_END' ? log.at(seq)?.event?.['toolCallId'] : undefined;
    return ({ lastSeq, message }) =>
      lastSeq === seq ||
      (call !== undefined &&
        message.role === 'assistant' &&
        message.toolCalls?.some(({ id }) => id === call) === true);
  }
  const ids = new Set([
    ...effect.replaced.map(({ after }) => after.message.id),
    ...effect.appended.map(({ message }) => message.id),
    ...effect.renamed.map(({ to }) => to),
  ]);
  return ({ message }) => ids.has(message.id);
}

interface ConversationProps {
  readonly thread: Thread;
  readonly effect: SnapshotEffect | undefined;
  differenceOf(id: string): string | undefined;
}

function Conversation({ thread, effect, differenceOf }: ConversationProps) {
  const session = useSession();
  const box = useRef<HTMLDivElement>(null);
  const seq = session.cursor.seq.value;
  const isLive = session.cursor.at.value === 'live';
  const { messages } = thread;
  const isTouched = isLive ? () => false : touchOf(session, seq, effect);
  const { shown, earlier, later } = useStretch(session, messages, isLive, isTouched);
  useReading(box, session);
  const items = entriesIn(messages, shown);
  return (
    <div class="conversation-box" ref={box}>
      {effect !== undefined && <SnapshotNote key={seq} effect={effect} seq={seq} />}
      <RequestNotes thread={thread} />
      <CustomUiNote />
      {messages.length === 0 && <p class="nothing">{TEXTS.noMessages}</p>}
      {shown.from > 0 && (
        <button type="button" class="link" onClick={earlier}>
          {TEXTS.messages.earlier(shown.from)}
        </button>
      )}
      <ol class="conversation" aria-label={TEXTS.messages.list(messages.length)}>
        {items.map(({ entry, key }) => (
          <MessageItem
            key={key}
            entry={entry}
            thread={thread}
            isTouched={isTouched(entry)}
            difference={differenceOf(entry.message.id)}
          />
        ))}
      </ol>
      {shown.to < messages.length && (
        <button type="button" class="link" onClick={later}>
          {TEXTS.messages.later(messages.length - shown.to)}
        </button>
      )}
    </div>
  );
}

/** The stretch that is shown: around what the cursor touched, or the end; it grows on demand. */
function useStretch(
  session: Session,
  messages: Thread['messages'],
  isLive: boolean,
  isTouched: (entry: MessageEntry) => boolean,
) {
  const stretch = useSignal<Stretch>({ from: Math.max(messages.length - SHOWN, 0), to: 0, isAtEnd: true });
  const seen = useSignal<number | undefined>(undefined);
  const count = messages.length;
  const clamped = (from: number, to: number): Stretch => {
    return { from: Math.max(from, 0), to: Math.min(to, count), isAtEnd: to >= count };
  };
  // Where the cursor went somewhere else, what it touched must be in the stretch.
  const target = useComputed(() =>
    session.cursor.at.value === 'live' ? -1 : session.cursor.seq.value,
  ).value;
  let now = stretch.value.isAtEnd
    ? { ...stretch.value, to: count }
    : clamped(stretch.value.from, stretch.value.to);
  // Messages may be fewer than they were.
  if (now.from >= now.to) now = clamped(count - SHOWN, count);
  // Or so many more that the stretch has grown with them.
  if (now.to - now.from > SHOWN_MAX) now = clamped(count - SHOWN, count);
  const isNew = seen.peek() !== target;
  if (isNew) {
    if (isLive) now = clamped(count - SHOWN, count);
    else {
      const at = lastIndex(messages, isTouched);
      if (at >= 0 && (at < now.from || at >= now.to)) now = clamped(at - SHOWN / 2, at + SHOWN / 2);
    }
  }
  useLayoutEffect(() => {
    seen.value = target;
    const { from, to, isAtEnd } = stretch.peek();
    if (from !== now.from || to !== now.to || isAtEnd !== now.isAtEnd) stretch.value = now;
  });
  return {
    shown: now,
    earlier: () => {
      const from = Math.max(now.from - SHOWN, 0);
      stretch.value = clamped(from, Math.min(now.to, from + SHOWN_MAX));
    },
    later: () => {
      const to = Math.min(now.to + SHOWN, count);
      stretch.value = clamped(Math.max(now.from, to - SHOWN_MAX), to);
    },
  };
}

function lastIndex(messages: Thread['messages'], isTouched: (entry: MessageEntry) => boolean): number {
  for (let index = messages.length - 1; index >= 0; index--) {
    const entry = messages.at(index);
    if (entry !== undefined && isTouched(entry)) return index;
  }
  return -1;
}

/** The entries of a stretch, each with a name of its own: ids may be there twice. */
function entriesIn(messages: Thread['messages'], { from, to }: Stretch) {
  const items: { readonly entry: MessageEntry; readonly key: string }[] = [];
  const counts = new Map<string, number>();
  for (let index = from; index < to; index++) {
    const entry = messages.at(index);
    if (entry === undefined) continue;
    const { id } = entry.message;
    const times = counts.get(id) ?? 0;
    counts.set(id, times + 1);
    items.push({ entry, key: `${times} ${id}` });
  }
  return items;
}

/** Keeps in view what the cursor is about: the end while it is live, else the message that its event touched. */
function useReading(list: RefObject<HTMLElement | null>, session: Session): void {
  const seq = session.cursor.seq.value;
  const isLive = session.cursor.at.value === 'live';
  // Whether the end was in view when it was last looked at: who has scrolled up is left alone.
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return undefined;
    const onScroll = () => {
      atEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - 40;
    };
    box.addEventListener('scroll', onScroll);
    return () => box.removeEventListener('scroll', onScroll);
  }, [list.current]);
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const touched = box.querySelector('.note-box') ?? box.querySelector('.touched');
    if (isLive && atEnd.current) box.scrollTop = box.scrollHeight;
    else if (!isLive && touched) reveal(box, touched);
  }, [seq, isLive]);
}

// Not scrollIntoView: that also moves the panes around the box.
function reveal(box: Element, element: Element): void {
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const isNote = element.classList.contains('note-box');
  // Of a message that is taller than the box the end is shown: that is where text arrives.
  if (inner.bottom > outer.bottom && !isNote) box.scrollTop += inner.bottom - outer.bottom;
  else if (inner.top < outer.top || isNote) box.scrollTop -= outer.top - inner.top;
}
