// The text of a message: segments that lead to their events, or Markdown. Only a range of a long text is in the document.

import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatMs } from '@/lib/core/json/format';
import { cut } from '@/lib/core/json/preview';
import { goesOn, messageSpans, type TextSpan } from '@/lib/core/model/queries/message-spans';
import type { MessageEntry } from '@/lib/core/model/types';
import type { Cursor } from '@/lib/panel/cursor';
import { useSession, useWorkspace } from '../app/context';
import { ROW_TEXT_MAX } from '../shared/text-limits';
import { TEXTS } from '../texts';
import { useFindWords } from '../ui/find';
import { handleKey } from '../ui/keys';
import { Markdown } from '../ui/markdown';
import { endOfMessage } from './ended-note';

/** Shown at first and added with each click, characters. */
const SHOWN = 20_000;
const MORE = 100_000;
/** Maximum for Markdown: about a second for 300,000 characters. */
const MARKDOWN_MAX = 50_000;
/** Maximum while streaming: parsed again with each delta. */
const GROWING_MAX = 20_000;

export function MessageText({ entry, text }: { entry: MessageEntry; text: string }) {
  const workspace = useWorkspace();
  const session = useSession();
  const { cursor, log } = session;
  const isMarkdown = workspace.settings.values.value.isMarkdown;
  const isGrowing = entry.open && cursor.at.value === 'live';
  const isTooLong = text.length > (isGrowing ? GROWING_MAX : MARKDOWN_MAX);
  const plain = <PlainText entry={entry} text={text} />;
  return (
    <>
      {isMarkdown && isTooLong && (
        <p class="dim">{isGrowing ? TEXTS.messages.markdownLater : TEXTS.messages.markdownTooLong}</p>
      )}
      {isMarkdown && !isTooLong ? <Markdown text={text}>{plain}</Markdown> : plain}
      {goesOn(log, entry) && endOfMessage(session, entry).isStreaming && (
        <p class="goes-on" title={TEXTS.messages.goesOn}>
          <span aria-hidden="true">…</span>
          <span class="spoken">{TEXTS.messages.goesOn}</span>
        </p>
      )}
    </>
  );
}

/** The shown range of a long text: its end while streaming, else its beginning. */
function rangeOf(length: number, more: number, isAtEnd: boolean): readonly [from: number, to: number] {
  const shown = Math.min(length, SHOWN + more);
  return isAtEnd ? [length - shown, length] : [0, shown];
}

/** The range with all matches of a search; undefined without one, and for one that is too long. */
function foundRange(text: string, words: string): readonly [from: number, to: number] | undefined {
  if (words === '') return undefined;
  const lower = text.toLowerCase();
  const [from, to] = [lower.indexOf(words), lower.lastIndexOf(words) + words.length];
  return from < 0 || to - from > MORE ? undefined : [from, to];
}

function segmentAt(target: EventTarget | null): number | undefined {
  const segment = target instanceof Element ? target.closest('[data-seq]') : null;
  return segment === null ? undefined : Number(segment.getAttribute('data-seq'));
}

function PlainText({ entry, text }: { entry: MessageEntry; text: string }) {
  const { cursor, log } = useSession();
  const isActive = useSignal(false);
  const more = useSignal(0);
  // Event of the hovered segment.
  const pointed = useSignal<number | undefined>(undefined);
  const isHere = cursor.at.value !== 'live' && entry.lastSeq === cursor.seq.value;
  const words = useFindWords();
  const match = useMemo(() => foundRange(text, words), [text, words]);
  const range = rangeOf(text.length, more.value, entry.open || isHere);
  const [from, to] =
    match === undefined ? range : [Math.min(range[0], match[0]), Math.max(range[1], match[1])];
  const found = isActive.value || isHere ? messageSpans(log, entry) : undefined;
  const inside = (found?.spans ?? []).filter(({ start, end }) => start < to && end > from);
  const shown = isActive.value ? inside : inside.filter(({ seq }) => seq === cursor.seq.value);
  const note = inside.find(({ seq }) => seq === pointed.value);
  const leave = () => {
    isActive.value = false;
    pointed.value = undefined;
  };
  return (
    <div class="message-text">
      <More count={from} text={TEXTS.messages.earlierText} onMore={() => (more.value += MORE)} />
      <div
        class="content"
        {...(entry.via === 'stream' && {
          role: 'group',
          'aria-label': TEXTS.messages.textOf(cut(entry.message.id, ROW_TEXT_MAX)),
          tabIndex: 0,
        })}
        onFocusIn={() => (isActive.value = true)}
        onFocusOut={leave}
        onPointerOver={({ target }) => {
          isActive.value = true;
          pointed.value = segmentAt(target);
        }}
        onPointerLeave={leave}
        onClick={({ target }) => {
          const seq = segmentAt(target);
          // Keeps selected text, which the user may want to copy.
          if (seq !== undefined && document.getSelection()?.isCollapsed !== false) cursor.goTo(seq);
        }}
        onKeyDown={(event) => textKey(event, { inside, pointed, cursor })}
      >
        {segmentsOf(entry.open ? copyOf(text) : text, [from, to], shown, {
          here: isHere ? cursor.seq.value : undefined,
          pointed: note?.seq,
        })}
      </div>
      {note !== undefined && (
        <output class="segment-note">
          {TEXTS.messages.segmentAt(note.seq, formatMs(log.timeMsOf(note.seq) - (found?.startMs ?? 0)))}
        </output>
      )}
      <More count={text.length - to} text={TEXTS.moreCharacters} onMore={() => (more.value += MORE)} />
    </div>
  );
}

interface TextKeys {
  readonly inside: readonly TextSpan[];
  readonly pointed: Signal<number | undefined>;
  readonly cursor: Cursor;
}

function textKey(event: KeyboardEvent, { inside, pointed, cursor }: TextKeys): void {
  const at = inside.findIndex(({ seq }) => seq === pointed.value);
  const last = inside.length - 1;
  const note = inside[at];
  const to = (index: number) => () => {
    const chosen = inside[index];
    if (chosen === undefined) return false;
    pointed.value = chosen.seq;
    return true;
  };
  handleKey(event, 'message', {
    next: to(Math.min(at + 1, last)),
    previous: to(at < 0 ? last : Math.max(at - 1, 0)),
    first: to(0),
    last: to(last),
    choose: note && (() => cursor.goTo(note.seq)),
  });
}

/**
 * A longer text, cut instead of the growing one: cutting makes the engine flatten a text, and each checkpoint of the
 * history would keep a flat copy.
 */
const copyOf = (text: string): string => `${text}\n`;

function segmentsOf(
  text: string,
  [from, to]: readonly [number, number],
  spans: readonly TextSpan[],
  seqs: { readonly here: number | undefined; readonly pointed: number | undefined },
): ComponentChildren[] {
  const nodes: ComponentChildren[] = [];
  let at = from;
  for (const { seq, start, end } of spans) {
    const [first, last] = [Math.max(start, from), Math.min(end, to)];
    if (first > at) nodes.push(text.slice(at, first));
    const name = `segment ${seq === seqs.here ? 'here' : ''} ${seq === seqs.pointed ? 'pointed' : ''}`;
    nodes.push(
      <span key={seq} class={name} data-seq={seq}>
        {text.slice(first, last)}
      </span>,
    );
    at = last;
  }
  nodes.push(text.slice(at, to));
  return nodes;
}

function More({ count, text, onMore }: { count: number; text(count: number): string; onMore(): void }) {
  if (count === 0) return null;
  return (
    <button type="button" class="link" onClick={onMore}>
      {text(count)}
    </button>
  );
}
