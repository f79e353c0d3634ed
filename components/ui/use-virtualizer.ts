// A virtual list for rows of different heights. Knows no domain. Rows of one height: virtual-list.tsx.
import { useSignal } from '@preact/signals';
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { observeSize } from './use-size';

/** Rows rendered beyond each edge, for the Tab key. */
const OVERSCAN = 6;

interface VirtualRows {
  readonly count: number;
  readonly estimate: number;
  readonly gap: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The list may be below other content of its scroller. */
  readonly list: RefObject<HTMLElement | null>;
  /** Number of first rows that are rendered instead of those in view. */
  readonly printed?: number | undefined;
}

type RowVirtualizer = Virtualizer<HTMLElement, HTMLElement>;
type Options = ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0];

function createVirtualizer(options: Options): RowVirtualizer {
  const made = new Virtualizer(options);
  // Adjusts the scroll position for rows above the view, not for a visible row that grows. A row measured at another
  // width keeps that height until it is rendered again.
  made.shouldAdjustScrollPositionOnItemSizeChange = (
    { key, start, end },
    _,
    { itemSizeCache, scrollOffset },
  ) => (itemSizeCache.has(key) ? end : start + 1) <= (scrollOffset ?? 0);
  return made;
}

export function useVirtualizer(rows: VirtualRows): RowVirtualizer {
  const { count, estimate, gap, scroller, list, printed } = rows;
  const version = useSignal(0);
  const margin = useSignal(0);
  const focused = useRef<number | undefined>(undefined);
  const options: Options = {
    count,
    gap,
    overscan: OVERSCAN,
    scrollMargin: margin.value,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    initialRect: { width: 400, height: 600 },
    scrollToFn: elementScroll,
    observeElementOffset,
    observeElementRect: observeShown,
    // A detached element has no height.
    measureElement: (element, _, { itemSizeCache, indexFromElement }) =>
      element.offsetHeight || (itemSizeCache.get(indexFromElement(element)) ?? estimate),
    rangeExtractor: (range) =>
      printed === undefined
        ? withIndex(range, focused.current)
        : Array.from({ length: Math.min(count, printed) }, (_, index) => index),
    onChange: () => {
      version.value++;
    },
  };
  const virtualizer = useMemo(() => createVirtualizer(options), []);
  version.value;
  virtualizer.setOptions(options);
  // The package's adapters call this method; it has no public name.
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => observeMargin(list.current, (top) => (margin.value = top)), []);
  useLayoutEffect(() => followFocus(list.current, focused), []);
  return virtualizer;
}

/** Reports the position of a list in its scroller, without forcing a layout. */
function observeMargin(list: HTMLElement | null, onChange: (top: number) => void): (() => void) | undefined {
  if (list === null) return undefined;
  onChange(list.offsetTop);
  const above = list.previousElementSibling;
  return above instanceof HTMLElement ? observeSize(above, () => onChange(list.offsetTop)) : undefined;
}

/** Reports the size of an element, except while it is hidden, which would empty the list. */
function observeShown(
  list: RowVirtualizer,
  onChange: (rect: { width: number; height: number }) => void,
): (() => void) | undefined {
  const { scrollElement } = list;
  if (scrollElement === null) return undefined;
  const report = () => {
    const { offsetWidth: width, offsetHeight: height } = scrollElement;
    if (height !== 0) onChange({ width, height });
  };
  report();
  return observeSize(scrollElement, report);
}

/** Rows in view, and the focused row, whose removal would lose the focus. */
function withIndex(range: Range, focused: number | undefined): number[] {
  const shown = defaultRangeExtractor(range);
  if (focused === undefined || focused >= range.count || shown.includes(focused)) return shown;
  return [...shown, focused].sort((a, b) => a - b);
}

function followFocus(
  list: HTMLElement | null,
  focused: { current: number | undefined },
): (() => void) | undefined {
  if (list === null) return undefined;
  const onFocusIn = ({ target }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    focused.current = row === null ? undefined : Number(row.dataset['index']);
  };
  const onFocusOut = () => {
    focused.current = undefined;
  };
  list.addEventListener('focusin', onFocusIn);
  list.addEventListener('focusout', onFocusOut);
  return () => {
    list.removeEventListener('focusin', onFocusIn);
    list.removeEventListener('focusout', onFocusOut);
  };
}
