// The text of a message: as it is, in pieces that lead to the events that brought them, or as markdown. Of a long text
// only a stretch is in the document.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { goesOn, messageSpans, type TextSpan } from '@/lib/model/queries/message-spans';
import type { MessageEntry } from '@/lib/model/types';
import { useSession, useWorkspace } from '../context';
import { formatMs } from '../format';
import { TEXTS } from '../texts';
import { handleKey } from '../ui/keys';
import { Markdown } from '../ui/markdown';

/** Shown at first, characters, and how many more with each click. */
const SHOWN = 20_000;
const MORE = 100_000;
/** Longer texts are not read as markdown: it takes about a second for 300,000 characters. */
const MARKDOWN_MAX = 50_000;
/** Texts that still grow are read again with each delta, so only short ones. */
const GROWING_MAX = 20_000;

/** The text, in the way that the user has chosen. */
export function MessageText({ entry, text }: { entry: MessageEntry; text: string }) {
  const workspace = useWorkspace();
  const session = useSession();
  const isMarkdown = workspace.settings.values.value.isMarkdown;
  const isGrowing = entry.open && session.cursor.at.value === 'live';
  const isTooLong = text.length > (isGrowing ? GROWING_MAX : MARKDOWN_MAX);
  const plain = <PlainText entry={entry} text={text} />;
  return (
    <>
      {isMarkdown && isTooLong && (
        <p class="dim">{isGrowing ? TEXTS.messages.markdownLater : TEXTS.messages.markdownTooLong}</p>
      )}
      {isMarkdown && !isTooLong ? <Markdown text={text}>{plain}</Markdown> : plain}
      {goesOn(session.log, entry) && (
        <p class="goes-on" title={TEXTS.messages.goesOn}>
          <span aria-hidden="true">…</span>
          <span class="spoken">{TEXTS.messages.goesOn}</span>
        </p>
      )}
    </>
  );
}

/** The stretch of a long text that is shown: its end where it grows, else its beginning. */
function stretchOf(length: number, more: number, isAtEnd: boolean): readonly [from: number, to: number] {
  const shown = Math.min(length, SHOWN + more);
  return isAtEnd ? [length - shown, length] : [0, shown];
}

function PlainText({ entry, text }: { entry: MessageEntry; text: string }) {
  const session = useSession();
  const isActive = useSignal(false);
  const more = useSignal(0);
  // The event whose piece is pointed at.
  const pointed = useSignal<number | undefined>(undefined);
  const seq = session.cursor.seq.value;
  const isHere = session.cursor.at.value !== 'live' && entry.lastSeq === seq;
  const [from, to] = stretchOf(text.length, more.value, entry.open || isHere);
  const found = isActive.value || isHere ? messageSpans(session.log, entry) : undefined;
  const inside = (found?.spans ?? []).filter(({ start, end }) => start < to && end > from);
  const pieces = isActive.value ? inside : inside.filter((span) => span.seq === seq);
  const note = inside.find((span) => span.seq === pointed.value);
  const offset = (span: TextSpan) => TEXTS.messages.pieceAt(span.seq, timeOf(span));
  const timeOf = (span: TextSpan) => formatMs(session.log.timeMsOf(span.seq) - (found?.startMs ?? 0));

  const onKeyDown = (event: KeyboardEvent) => {
    const at = inside.findIndex((span) => span.seq === pointed.value);
    const last = inside.length - 1;
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
      choose: note && (() => session.cursor.goTo(note.seq)),
    });
  };
  const onClick = (event: MouseEvent) => {
    // Who selects text wants to copy it.
    const isSelecting = document.getSelection()?.isCollapsed === false;
    const piece = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
    const target = Number(piece?.getAttribute('data-seq') ?? Number.NaN);
    if (!isSelecting && Number.isInteger(target)) session.cursor.goTo(target);
  };
  const onPointerOver = (event: PointerEvent) => {
    isActive.value = true;
    const piece = event.target instanceof Element ? event.target.closest('[data-seq]') : null;
    pointed.value = piece === null ? undefined : Number(piece.getAttribute('data-seq'));
  };

  const nodes: ComponentChildren[] = [];
  let at = from;
  for (const span of pieces) {
    const [start, end] = [Math.max(span.start, from), Math.min(span.end, to)];
    if (start > at) nodes.push(text.slice(at, start));
    const name = `piece ${span.seq === seq && isHere ? 'here' : ''} ${span === note ? 'pointed' : ''}`;
    nodes.push(
      <span key={span.seq} class={name} data-seq={span.seq}>
        {text.slice(start, end)}
      </span>,
    );
    at = end;
  }
  nodes.push(text.slice(at, to));

  return (
    <div class="message-text">
      <More count={from} text={TEXTS.messages.earlierText} onMore={() => (more.value += MORE)} />
      <div
        class="content"
        {...(entry.via === 'stream' && {
          role: 'group',
          'aria-label': TEXTS.messages.textOf(entry.message.id),
          tabIndex: 0,
        })}
        onFocusIn={() => (isActive.value = true)}
        onFocusOut={() => {
          isActive.value = false;
          pointed.value = undefined;
        }}
        onPointerOver={onPointerOver}
        onPointerLeave={() => {
          isActive.value = false;
          pointed.value = undefined;
        }}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {nodes}
      </div>
      {note !== undefined && <output class="piece-note">{offset(note)}</output>}
      <More count={text.length - to} text={TEXTS.messages.laterText} onMore={() => (more.value += MORE)} />
    </div>
  );
}

function More({ count, text, onMore }: { count: number; text(count: number): string; onMore(): void }) {
  if (count === 0) return null;
  return (
    <button type="button" class="link" onClick={onMore}>
      {text(count)}
    </button>
  );
}
