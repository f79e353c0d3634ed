// A list of which only what is in view is in the document, for rows that differ in height. Knows no domain.
// The fixed-height lists have a simpler one of their own: virtual-list.tsx.
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

/** Rows rendered beyond each edge: as many as Tab reaches before the list has scrolled. */
const OVERSCAN = 6;

/** What is listed. */
export interface VirtualRows {
  readonly count: number;
  /** The height of a row that was not measured yet, pixels. */
  readonly estimate: number;
  readonly gap: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The list itself, which may stand below something else in its scroller. */
  readonly list: RefObject<HTMLElement | null>;
}

type List = Virtualizer<HTMLElement, HTMLElement>;
type Options = ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0];

function createVirtualizer(options: Options): List {
  const made = new Virtualizer(options);
  // What is above stays above, in whichever direction the list was scrolled; a row that reaches into view may grow.
  // A row that was measured at another width keeps that height until it is rendered again, which measures it: as an
  // estimate it is the best one.
  made.shouldAdjustScrollPositionOnItemSizeChange = (
    { key, start, end },
    _,
    { itemSizeCache, scrollOffset },
  ) => (itemSizeCache.has(key) ? end : start + 1) <= (scrollOffset ?? 0);
  return made;
}

/** The virtual list of rows, measured as they are rendered. */
export function useVirtualizer(rows: VirtualRows): List {
  const { count, estimate, gap, scroller, list } = rows;
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
    // An element without a layout, as one that was just taken away, has no height that could be believed.
    measureElement: (element, _, { itemSizeCache, indexFromElement }) =>
      element.offsetHeight || (itemSizeCache.get(indexFromElement(element)) ?? estimate),
    rangeExtractor: (range) => withIndex(range, focused.current),
    onChange: () => {
      version.value++;
    },
  };
  const virtualizer = useMemo(() => createVirtualizer(options), []);
  version.value;
  virtualizer.setOptions(options);
  // What the package's own adapters call: it has no other name for it.
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => observeMargin(list.current, (top) => (margin.value = top)), []);
  useLayoutEffect(() => followFocus(list.current, focused), []);
  return virtualizer;
}

/** Tells where a list stands in its scroller: below what stands above it, which may grow. Asking would cost a layout. */
function observeMargin(list: HTMLElement | null, told: (top: number) => void): (() => void) | undefined {
  if (list === null) return undefined;
  told(list.offsetTop);
  const above = list.previousElementSibling;
  return above instanceof HTMLElement ? observeSize(above, () => told(list.offsetTop)) : undefined;
}

/** Tells the size of an element, but not while nobody can see it: that would empty the list. */
function observeShown(
  list: List,
  told: (rect: { width: number; height: number }) => void,
): (() => void) | undefined {
  const { scrollElement } = list;
  if (scrollElement === null) return undefined;
  const tell = () => {
    const { offsetWidth: width, offsetHeight: height } = scrollElement;
    if (height !== 0) told({ width, height });
  };
  tell();
  return observeSize(scrollElement, tell);
}

/** What is in view, and the row that has the focus: it would be lost with its element. */
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
