// The search of a view: words, matches, current match. Knows no domain.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { bringIntoView, type FindSource, type Hit, isSameHit, paint, rangesOf, scan } from './find-text';

/** Time per turn for texts not searched yet, milliseconds. */
const TURN_MS = 8;
/** Time for rendering and measuring what a match opens, milliseconds. */
const OPENING_MS = 500;

interface FindState {
  readonly count: number;
  /** Position of the current match; -1 for none. */
  readonly at: number;
  readonly isComplete: boolean;
}

export interface Find {
  readonly isOpen: ReadonlySignal<boolean>;
  /** As typed; empty while closed. */
  readonly words: ReadonlySignal<string>;
  readonly state: ReadonlySignal<FindState>;
  /** The current place of a source. */
  readonly here: ReadonlySignal<{ readonly element: Element; readonly place: string } | undefined>;
  open(): void;
  close(): void;
  setWords(words: string): void;
  step(direction: 1 | -1): void;
  /** Searches again, soon. */
  update(): void;
  /** Returns a function that removes the source. */
  addSource(element: Element, source: { readonly current: FindSource }): () => void;
  /** Searches an element from now on; returns a function that ends it. */
  attach(root: Element): () => void;
}

interface FindTurns {
  now(): number;
  soon(run: () => void): void;
}

const NONE: FindState = { count: 0, at: -1, isComplete: true };

export function createFind({ now, soon }: FindTurns): Find {
  const isOpen = signal(false);
  const words = signal('');
  const state = signal(NONE);
  const here: Signal<{ element: Element; place: string } | undefined> = signal(undefined);
  const sources = new WeakMap<Element, { readonly current: FindSource }>();
  let root: Element | undefined;
  let hits: readonly Hit[] = [];
  let current: Hit | undefined;
  let marked: Element | undefined;
  let isWaiting = false;
  /** True until the first match of new words is revealed. */
  let isFresh = false;
  /** Until this time the current match is scrolled to when it appears in the document. */
  let scrollsUntil = 0;

  const mark = (element?: Element, isRow = false) => {
    if (marked !== element) marked?.removeAttribute('data-found');
    marked = element;
    element?.setAttribute('data-found', isRow ? 'row' : 'text');
  };
  const show = (ranges: readonly Range[]) => {
    if (root === undefined) return;
    const own = current === undefined ? [] : rangesOf(current, ranges);
    const element =
      current?.kind === 'place'
        ? current.source.elementOf(current.place)?.element
        : own[0]?.startContainer.parentElement;
    mark(element ?? undefined, own.length === 0);
    paint(words, ranges, own);
    const place = own[0] ?? element;
    if (now() > scrollsUntil || place === undefined || place === null) return;
    // Ends the scrolling at the range. Without one, a fold or tree around the match is still opening.
    if (own.length > 0) scrollsUntil = 0;
    bringIntoView(place, root);
    if (current?.kind !== 'place') return;
    const details = root.querySelector('[data-find="details"]');
    const first = ranges.find(({ startContainer }) => details?.contains(startContainer));
    if (first !== undefined) bringIntoView(first, root);
  };
  const goTo = (index: number) => {
    current = hits[index];
    scrollsUntil = now() + OPENING_MS;
    if (current?.kind === 'text')
      for (const details of ancestors(current.range.startContainer)) details.open = true;
    if (current?.kind === 'place') {
      for (const details of ancestors(current.element)) details.open = true;
      here.value = { element: current.element, place: current.place };
      current.source.reveal(current.place);
    } else here.value = undefined;
  };
  const search = () => {
    isWaiting = false;
    const wanted = words.value.toLowerCase();
    if (root === undefined || wanted === '') return;
    const until = now() + TURN_MS;
    const found = scan(root, wanted, {
      sourceOf: (element) => sources.get(element)?.current,
      isTimeUp: () => now() >= until,
    });
    const before = current;
    const same = before === undefined ? -1 : found.hits.findIndex((hit) => isSameHit(hit, before));
    const index = same >= 0 ? same : Math.min(Math.max(state.value.at, 0), found.hits.length - 1);
    hits = found.hits;
    if (isFresh && hits.length > 0) {
      isFresh = false;
      goTo(index);
      update();
    } else if (same < 0) {
      current = hits[index];
      here.value = current?.kind === 'place' ? current : undefined;
    } else current = hits[index];
    const next = { count: hits.length, at: index, isComplete: found.isComplete };
    const { count, at, isComplete } = state.value;
    if (count !== next.count || at !== next.at || isComplete !== next.isComplete) state.value = next;
    // Shows a place once it is rendered.
    if (!isWaiting) show(found.ranges);
    if (!found.isComplete) update();
  };
  const update = () => {
    if (isWaiting || words.value === '') return;
    isWaiting = true;
    soon(search);
  };
  const setWords = (text: string) => {
    words.value = text;
    isFresh = true;
    state.value = NONE;
    current = undefined;
    here.value = undefined;
    hits = [];
    if (text === '') {
      mark();
      paint(words);
    }
    update();
  };
  const find: Find = {
    isOpen,
    words,
    state,
    here,
    open: () => (isOpen.value = true),
    close() {
      setWords('');
      isOpen.value = false;
    },
    setWords,
    step(direction) {
      const { at, count } = state.value;
      if (count === 0) return;
      const index = (at + direction + count) % count;
      state.value = { ...state.value, at: index };
      goTo(index);
      update();
    },
    update,
    addSource(element, source) {
      sources.set(element, source);
      update();
      return () => sources.delete(element);
    },
    attach(element) {
      root = element;
      const observer = new MutationObserver(update);
      observer.observe(element, { childList: true, characterData: true, subtree: true });
      finds.set(element, find);
      return () => {
        observer.disconnect();
        root = undefined;
        paint(words);
      };
    },
  };
  return find;
}

const finds = new WeakMap<Element, Find>();

export function findOf(element: Element): Find | undefined {
  return finds.get(element);
}

function* ancestors(node: Node): Iterable<HTMLDetailsElement> {
  let at = node.parentElement?.closest('details');
  while (at !== null && at !== undefined) {
    yield at;
    at = at.parentElement?.closest('details');
  }
}

export const FindContext = createContext<Find | undefined>(undefined);

/** Words of the search for the content of one place, which opens what contains them. Undefined outside of a source. */
export const FoundWords = createContext<string | undefined>(undefined);

/** Words that are searched for here, in lower case. */
export function useFindWords(): string {
  const find = useContext(FindContext);
  return (useContext(FoundWords) ?? find?.words.value ?? '').toLowerCase();
}

/** Registers a source with its element; returns its current place. */
export function useFindSource(element: RefObject<Element | null>, source: FindSource): string | undefined {
  const find = useContext(FindContext);
  const isPart = useContext(FoundWords) !== undefined;
  const newest = useRef(source);
  newest.current = source;
  useLayoutEffect(
    () => (isPart || element.current === null ? undefined : find?.addSource(element.current, newest)),
    [find, isPart],
  );
  useLayoutEffect(() => find?.update());
  const here = find?.here.value;
  return here !== undefined && here.element === element.current ? here.place : undefined;
}
