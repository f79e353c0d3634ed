// A list of rows of one height of which only the visible ones are in the document. Knows no domain.
// Browsers cap an element's height (8.95 million px stack safely in Firefox), so beyond SPACER_MAX the scroll position
// is mapped to rows by ratio.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, Ref, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSize } from './use-size';

const SPACER_MAX = 8_000_000;
const OVERSCAN = 6;

/** Properties of a VirtualList. */
export interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  /** The row at an index; must render exactly one element of `rowHeight`. */
  row(index: number): ComponentChildren;
  /** Keeps this row in view when it changes. */
  readonly reveal?: number | undefined;
  /** Keeps the last row in view while it is true and the user has not scrolled away. */
  readonly follow?: boolean;
  /** The user scrolled; `atEnd` says whether the last row is in view. */
  onScrolled?(atEnd: boolean): void;
  readonly class?: string;
  /** Attributes of the scrolling element: role, label, key handler. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly scrollRef?: Ref<HTMLDivElement>;
}

/** Where a list is scrolled to, and what of it is in view. */
interface Scrolled {
  /** Height of the element that is scrolled over, pixels. */
  readonly spacer: number;
  /** Position in the list as if nothing capped its height, pixels. */
  readonly offset: number;
  readonly first: number;
  /** The row behind the last. */
  readonly last: number;
  /** How many rows are rendered wherever there are so many: the same at every position. */
  readonly size: number;
  /** Scrolls to a position in the uncapped list. */
  scrollTo(offset: number): void;
  /** Brings a row into view by as little as it takes. */
  reveal(row: number): void;
  /** Scrolls to the end. */
  toEnd(): void;
  readonly height: number;
  readonly top: number;
  /** True if it was the user who scrolled. */
  onScroll(): boolean;
}

function useScrolled(scroller: RefObject<HTMLDivElement | null>, props: VirtualListProps): Scrolled {
  const { count, rowHeight, follow } = props;
  const scrolledTo = useSignal(0);
  const height = useSignal(400);
  const isOurs = useRef(false);
  useSize(scroller, ({ clientHeight }) => {
    height.value = clientHeight;
  });
  const full = count * rowHeight;
  const spacer = Math.min(full, SPACER_MAX);
  const scrollable = Math.max(spacer - height.value, 0);
  const hidden = Math.max(full - height.value, 0);
  const ratio = scrollable === 0 ? 1 : hidden / scrollable;
  // Who follows the end sees its rows at once; the element is scrolled there when they stand.
  const top = follow === true ? scrollable : scrolledTo.value;
  const offset = Math.min(top * ratio, hidden);
  const scrollTo = (wanted: number) => {
    const element = scroller.current;
    if (element === null) return;
    const to = Math.round(Math.min(Math.max(wanted, 0), hidden) / ratio);
    if (Math.abs(element.scrollTop - to) < 1) return;
    isOurs.current = true;
    element.scrollTop = to;
    scrolledTo.value = element.scrollTop;
  };
  const before = Math.floor(offset / rowHeight) - OVERSCAN;
  // One more than fits: the first and the last may both be seen in part.
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
    toEnd: () => scrollTo(hidden),
    reveal(row) {
      const above = row * rowHeight;
      if (above < offset) scrollTo(above);
      else if (above + rowHeight > offset + height.value) scrollTo(above + rowHeight - height.value);
    },
    onScroll() {
      const element = scroller.current;
      if (element === null) return false;
      scrolledTo.value = element.scrollTop;
      const isUser = !isOurs.current;
      isOurs.current = false;
      if (!isUser) return false;
      // Measured now: a browser also scrolls by itself, where the list got higher than it was when it was rendered.
      const { scrollTop, scrollHeight, clientHeight } = element;
      props.onScrolled?.(scrollTop + clientHeight >= scrollHeight - rowHeight);
      return true;
    },
  };
}

/** Renders the rows of `[0, count)` that are in view. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, follow, reveal } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const scrolled = useScrolled(scroller, props);
  useLayoutEffect(() => {
    if (follow) scrolled.toEnd();
  }, [follow, count, scrolled.height]);
  const isRevealed = useRef(false);
  useLayoutEffect(() => {
    if (reveal === undefined || reveal < 0 || follow) return;
    scrolled.reveal(reveal);
    isRevealed.current = true;
  }, [reveal]);
  // A list that gets lower keeps the row in view, unless somebody has scrolled away from it.
  useLayoutEffect(() => {
    if (isRevealed.current && reveal !== undefined && reveal >= 0 && !follow) scrolled.reveal(reveal);
  }, [scrolled.height]);
  return (
    <div
      {...props.attributes}
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
        // The place in the window, not the row: elements are reused while scrolling, each for every `size`th row.
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
