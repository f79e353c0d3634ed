// The messages of a thread as a virtual list.
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { SnapshotEffect } from '@/lib/core/model/queries/snapshot-effect';
import type { MessageEntry, Thread } from '@/lib/core/model/types';
import type { Session } from '@/lib/panel/session';
import { useSession } from '../app/context';
import { TEXTS } from '../texts';
import { afterRender } from '../ui/after-render';
import { FoundWords, useFindWords } from '../ui/find';
import { useScrollMemory } from '../ui/scroll-memory';
import { useIsPrinting } from '../ui/use-printing';
import { useSize } from '../ui/use-size';
import { useVirtualizer } from '../ui/use-virtualizer';
import { CustomUiNote, RequestNotes, SnapshotNote } from './conversation-notes';
import { useFindMessages } from './find-messages';
import { MessageItem } from './message-item';
import { useBreaks, useMessageFindings } from './message-marks';

/** Estimated height of a message, and the gap between two, pixels. */
const ESTIMATE = 64;
const GAP = 6;
/** Maximum number of printed messages: all are rendered in one task. */
const PRINTED_MAX = 5000;
/** Length of an id in a key, characters. Short: keys are compared at each render. The position makes a key unique. */
const KEY_MAX = 100;
/** Distance from the end within which new messages are followed, pixels. */
const NEAR_END = 40;

type IsTouched = (entry: MessageEntry) => boolean;

/** Messages changed by the event at the cursor; for a snapshot those that differ. */
function touchOf({ log }: Session, seq: number, effect: SnapshotEffect | undefined): IsTouched {
  if (effect === undefined) {
    // The end of a call does not change its message.
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

function lastIndex(messages: Thread['messages'], isTouched: IsTouched): number {
  for (let index = messages.length - 1; index >= 0; index--) {
    const entry = messages.at(index);
    if (entry !== undefined && isTouched(entry)) return index;
  }
  return -1;
}

interface ConversationProps {
  readonly thread: Thread;
  readonly effect: SnapshotEffect | undefined;
  /** Difference from the other perspective. */
  differenceOf(id: string): string | undefined;
}

export function Conversation({ thread, effect, differenceOf }: ConversationProps) {
  const session = useSession();
  const { cursor } = session;
  const seq = cursor.seq.value;
  const isLive = cursor.at.value === 'live';
  const { messages } = thread;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const isPrinting = useIsPrinting();
  const rows = useVirtualizer({
    count: messages.length,
    estimate: ESTIMATE,
    gap: GAP,
    scroller,
    list,
    printed: isPrinting ? PRINTED_MAX : undefined,
  });
  const isTouched = useMemo<IsTouched>(
    () => (isLive ? () => false : touchOf(session, seq, effect)),
    [session, seq, effect, isLive],
  );
  const target = useMemo(
    () => (isLive ? messages.length - 1 : lastIndex(messages, isTouched)),
    [messages, messages.length, isTouched, isLive],
  );
  const breaks = useBreaks(thread);
  const findingsOf = useMessageFindings();
  const found = useFindMessages({
    thread,
    list,
    findingsOf,
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'center' }),
  });
  const words = useFindWords();
  useFollowScroll(scroller, { seq, isLive, target, rows, isFinding: found !== undefined });
  return (
    <div class="conversation-box" ref={scroller}>
      <div>
        {effect !== undefined && <SnapshotNote key={seq} effect={effect} seq={seq} />}
        <RequestNotes thread={thread} />
        <CustomUiNote />
        {isPrinting && messages.length > PRINTED_MAX && (
          <p>{TEXTS.messages.printed(PRINTED_MAX, messages.length)}</p>
        )}
        {messages.length === 0 && <p class="nothing">{TEXTS.messages.noMessages}</p>}
      </div>
      <ol
        class="conversation"
        ref={list}
        aria-label={TEXTS.messages.list(messages.length)}
        style={{ height: `${rows.getTotalSize()}px` }}
      >
        {rows.getVirtualItems().map(({ index, start }) => {
          const entry = messages.at(index);
          if (entry === undefined) return null;
          return (
            <FoundWords.Provider
              key={`${index} ${entry.message.id.slice(0, KEY_MAX)}`}
              value={index === found ? words : ''}
            >
              <MessageItem
                entry={entry}
                thread={thread}
                isTouched={isTouched(entry)}
                difference={differenceOf(entry.message.id)}
                findings={findingsOf(entry)}
                breakBefore={breaks.get(index)}
                place={{ index, count: messages.length, top: start - rows.options.scrollMargin }}
                measure={rows.measureElement}
              />
            </FoundWords.Provider>
          );
        })}
      </ol>
    </div>
  );
}

interface ReadingParts {
  readonly seq: number;
  readonly isLive: boolean;
  /** -1 for none. */
  readonly target: number;
  readonly rows: ReturnType<typeof useVirtualizer>;
  /** A search match in view keeps its position. */
  readonly isFinding: boolean;
}

/** Scrolls to the end while live, else to the message of the event at the cursor. */
function useFollowScroll(scroller: RefObject<HTMLElement | null>, parts: ReadingParts): void {
  const { seq, isLive, target, rows, isFinding } = parts;
  const user = useUserScroll(scroller);
  // While live the cursor moves with each event, and the user may be scrolling.
  useLayoutEffect(() => {
    user.hasMoved.current = false;
    if (!isLive && target >= 0 && scroller.current?.querySelector('.note-box') === null)
      rows.scrollToIndex(target, { align: 'auto' });
  }, [isLive || seq, isLive]);
  const follow = () => {
    const box = scroller.current;
    if (box === null || isFinding) return;
    if (isLive) {
      if (user.isFollowing(box)) user.toEnd(box);
      return;
    }
    if (user.hasMoved.current) return;
    const touched = box.querySelector('.note-box') ?? box.querySelector(`[data-index="${target}"]`);
    if (touched !== null) reveal(box, touched);
  };
  const newest = useRef(follow);
  newest.current = follow;
  const followNow = useMemo(() => () => newest.current(), []);
  // After each render: rows are measured then and may have grown.
  useLayoutEffect(() => afterRender(followNow));
  // The box may move without a render.
  useSize(scroller, followNow);
}

/** Scrolling by the user since the cursor moved, and whether the end is followed. */
function useUserScroll(scroller: RefObject<HTMLElement | null>) {
  const hasMoved = useRef(false);
  const isAtEnd = useRef(true);
  const look = useScrollMemory();
  const isFollowing = (box: HTMLElement) => {
    const { top, end, isUp } = look(box);
    // Measuring rows moves them and the end; only scrolling by the user stops following.
    if (isUp && hasMoved.current) isAtEnd.current = false;
    else if (!isUp && top >= end - NEAR_END) isAtEnd.current = true;
    return isAtEnd.current;
  };
  const toEnd = (box: HTMLElement) => {
    box.scrollTop = box.scrollHeight - box.clientHeight;
    look(box);
  };
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const onInput = () => {
      hasMoved.current = true;
    };
    const onScroll = () => isFollowing(box);
    const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
    for (const input of inputs) box.addEventListener(input, onInput, { passive: true });
    box.addEventListener('scroll', onScroll);
    return () => {
      for (const input of inputs) box.removeEventListener(input, onInput);
      box.removeEventListener('scroll', onScroll);
    };
  }, []);
  return { hasMoved, isFollowing, toEnd };
}

// Unlike `scrollIntoView`, does not scroll the panes around the box.
function reveal(box: Element, element: Element): void {
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const isNote = element.classList.contains('note-box');
  // Of a message taller than the box the end is shown: new text arrives there.
  if (inner.bottom > outer.bottom && !isNote) box.scrollTop += inner.bottom - outer.bottom;
  else if (inner.top < outer.top || isNote) box.scrollTop -= outer.top - inner.top;
}
