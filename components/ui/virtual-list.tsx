// A virtual list for rows of one height. Knows no domain. Browsers limit the height of an element (8.95 million px in
// Firefox), so beyond SPACER_MAX scroll positions are mapped to rows proportionally.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, Ref, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { afterRender } from './after-render';
import { useScrollMemory } from './scroll-memory';
import { useSize } from './use-size';

const SPACER_MAX = 8_000_000;
const OVERSCAN = 6;

interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  /** Must render exactly one element of `rowHeight`. */
  row(index: number): ComponentChildren;
  /** Keeps this row in view when it changes. */
  readonly reveal?: number | undefined;
  /** Row that `aria-activedescendant` names; by default the revealed one. */
  readonly active?: number | undefined;
  /** Keeps the last row in view unless the user has scrolled away. */
  readonly follow?: boolean;
  /** Called when the user scrolls; `atEnd`: the last row is in view. */
  onScrolled?(atEnd: boolean): void;
  readonly class?: string;
  /** Attributes of the scrolling element. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly scrollRef?: Ref<HTMLDivElement>;
}

interface Scrolled {
  /** Height of the scrolled element, pixels. */
  readonly spacer: number;
  /** Position in the uncapped list, pixels. */
  readonly offset: number;
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  /** Rendered rows of a long list: the same at every position. */
  readonly size: number;
  scrollTo(offset: number): void;
  reveal(row: number): void;
  toEnd(): void;
  readonly height: number;
  readonly top: number;
  /** True if the user scrolled. */
  onScroll(): boolean;
}

function useScrolled(scroller: RefObject<HTMLDivElement | null>, props: VirtualListProps): Scrolled {
  const { count, rowHeight, follow } = props;
  const scrolledTo = useSignal(0);
  const height = useSignal(400);
  const look = useScrollMemory();
  useSize(scroller, ({ clientHeight }) => {
    height.value = clientHeight;
  });
  const full = count * rowHeight;
  const spacer = Math.min(full, SPACER_MAX);
  const scrollable = Math.max(spacer - height.value, 0);
  const hidden = Math.max(full - height.value, 0);
  const ratio = scrollable === 0 ? 1 : hidden / scrollable;
  // Renders the last rows before the element is scrolled there.
  const top = follow === true ? scrollable : scrolledTo.value;
  const offset = Math.min(top * ratio, hidden);
  const scrollTo = (wanted: number) => {
    const element = scroller.current;
    if (element === null) return;
    const to = Math.round(Math.min(Math.max(wanted, 0), hidden) / ratio);
    if (Math.abs(element.scrollTop - to) < 1) return;
    element.scrollTop = to;
    scrolledTo.value = look(element).top;
  };
  const before = Math.floor(offset / rowHeight) - OVERSCAN;
  // One extra row: the first and last may be partly visible.
  const size = Math.ceil(height.value / rowHeight) + 1 + 2 * OVERSCAN;
  return {
    spacer,
    offset,
    height: height.value,
    top,
    size,
    first: Math.max(before, 0),
    last: Math.min(before + size, count),
    scrollTo,
    toEnd() {
      const element = scroller.current;
      if (element === null) return;
      // The scroll event of the user may be pending.
      if (look(element).isUp) props.onScrolled?.(false);
      else scrollTo(hidden);
    },
    reveal(row) {
      const above = row * rowHeight;
      if (above < offset) scrollTo(above);
      else if (above + rowHeight > offset + height.value) scrollTo(above + rowHeight - height.value);
    },
    onScroll() {
      const element = scroller.current;
      if (element === null) return false;
      const { top, end, hasMoved, isClamped } = look(element);
      scrolledTo.value = top;
      if (!hasMoved || isClamped) return false;
      // Uses the current measure: browsers also scroll when the list has grown since it was rendered.
      props.onScrolled?.(top >= end - rowHeight);
      return true;
    },
  };
}

export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, follow, reveal, active = reveal } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useScrolled(scroller, props);
  useLayoutEffect(() => {
    if (follow) afterRender(scrolled.toEnd);
  }, [follow, count, scrolled.height]);
  // References only a rendered row.
  const isRendered = active !== undefined && active >= scrolled.first && active < scrolled.last;
  const isRevealed = useRef(false);
  useLayoutEffect(() => {
    if (reveal === undefined || reveal < 0 || follow) return;
    scrolled.reveal(reveal);
    isRevealed.current = true;
  }, [reveal]);
  // A list that shrinks keeps the row in view, unless the user has scrolled away.
  useLayoutEffect(() => {
    if (isRevealed.current && reveal !== undefined && reveal >= 0 && !follow) scrolled.reveal(reveal);
  }, [scrolled.height]);
  return (
    <div
      {...props.attributes}
      {...(!isRendered && { 'aria-activedescendant': undefined })}
      class={`virtual-list ${props.class ?? ''}`}
      onScroll={() => {
        if (scrolled.onScroll()) isRevealed.current = false;
      }}
      ref={(element) => {
        scroller.current = element;
        const outer = props.scrollRef;
        if (typeof outer === 'function') outer(element);
        else if (outer !== null && outer !== undefined) outer.current = element;
      }}
    >
      <div class="virtual-spacer" role="presentation" style={{ height: `${scrolled.spacer}px` }}>
        {rowsOf(scrolled, rowHeight, props.row)}
      </div>
    </div>
  );
}

function rowsOf(
  { first, last, size, offset, top }: Scrolled,
  rowHeight: number,
  row: VirtualListProps['row'],
): ComponentChildren {
  return Array.from({ length: Math.max(last - first, 0) }, (_, at) => {
    const index = first + at;
    const y = index * rowHeight - offset + top;
    return (
      <div
        // Keys are positions in the window, so that elements are reused while scrolling.
        key={index % size}
        class="virtual-row"
        role="presentation"
        style={{ transform: `translateY(${y}px)`, height: `${rowHeight}px` }}
      >
        {row(index)}
      </div>
    );
  });
}
