// A list of rows of one height of which only the visible ones are in the document. Knows no domain.
// Browsers cap an element's height (8.95 million px stack safely in Firefox), so beyond SPACER_MAX the scroll position
// is mapped to rows by ratio.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

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

/** Renders the rows of `[0, count)` that are in view. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(400);
  const programmatic = useRef(false);

  const full = count * rowHeight;
  const spacer = Math.min(full, SPACER_MAX);
  const scrollable = Math.max(spacer - height.value, 0);
  const hidden = Math.max(full - height.value, 0);
  const ratio = scrollable === 0 ? 1 : hidden / scrollable;
  // Position in the uncapped list, pixels.
  const offset = Math.min(top.value * ratio, hidden);
  const first = Math.max(Math.floor(offset / rowHeight) - OVERSCAN, 0);
  const last = Math.min(Math.ceil((offset + height.value) / rowHeight) + OVERSCAN, count);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const scrollTo = (wanted: number) => {
    const element = scroller.current;
    if (element === null) return;
    const to = Math.round(Math.min(Math.max(wanted, 0), hidden) / ratio);
    if (Math.abs(element.scrollTop - to) < 1) return;
    programmatic.current = true;
    element.scrollTop = to;
    top.value = element.scrollTop;
  };

  useLayoutEffect(() => {
    if (props.follow) scrollTo(hidden);
  }, [props.follow, count, height.value]);

  useLayoutEffect(() => {
    const row = props.reveal;
    if (row === undefined || row < 0 || props.follow) return;
    const above = row * rowHeight;
    if (above < offset) scrollTo(above);
    else if (above + rowHeight > offset + height.value) scrollTo(above + rowHeight - height.value);
  }, [props.reveal]);

  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    top.value = element.scrollTop;
    if (programmatic.current) {
      programmatic.current = false;
      return;
    }
    props.onScrolled?.(element.scrollTop >= scrollable - rowHeight);
  };

  const rows = [];
  for (let index = first; index < last; index++) {
    // The key is the place in the window, not the row: elements are reused while scrolling.
    rows.push(
      <div
        key={index % (last - first)}
        class="virtual-row"
        role="presentation"
        style={{
          transform: `translateY(${index * rowHeight - offset + top.value}px)`,
          height: `${rowHeight}px`,
        }}
      >
        {props.row(index)}
      </div>,
    );
  }
  return (
    <div
      {...props.attributes}
      class={`virtual-list ${props.class ?? ''}`}
      onScroll={onScroll}
      ref={(element) => {
        scroller.current = element;
        const outer = props.scrollRef;
        if (typeof outer === 'function') outer(element);
        else if (outer !== null && outer !== undefined) outer.current = element;
      }}
    >
      <div class="virtual-spacer" role="presentation" style={{ height: `${spacer}px` }}>
        {rows}
      </div>
    </div>
  );
}
