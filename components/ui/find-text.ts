// Matches of a search in the text of a document, and their highlights. Knows no domain.

/** Content that is only partly in the document, such as a virtual list or a tree. */
export interface FindSource {
  /** Places that contain the words (lower case), in order; `isTimeUp` ends the time for texts not searched yet. */
  search(words: string, isTimeUp: () => boolean): FoundPlaces;
  /** Brings a place into the document. */
  reveal(place: string): void;
  elementOf(place: string): PlaceElement | undefined;
}

export interface FoundPlaces {
  readonly places: readonly string[];
  readonly isComplete: boolean;
}

interface PlaceElement {
  readonly element: Element;
  /** Position among the matches in the element; all by default. */
  readonly nth?: number;
  /** Selector of parts whose matches do not count for `nth`. */
  readonly except?: string;
}

export type Hit =
  | { readonly kind: 'text'; readonly range: Range }
  | {
      readonly kind: 'place';
      readonly element: Element;
      readonly source: FindSource;
      readonly place: string;
    };

/** Labels, controls and rows after the cursor are not content. */
const SKIPPED =
  '.spoken, .control, .later, .view-bar, fieldset, select, thead, [role="columnheader"], [role="tablist"], .json-fold, svg';
/** Details of the selected row: their matches belong to the place of the row. */
const DETAILS = '[data-find="details"]';
/** Elements that do not interrupt a text. */
const INLINE = /^(?:a|b|button|code|em|i|mark|small|span|strong)$/;
export const HITS_MAX = 10_000;

export function patternOf(words: string): RegExp {
  return new RegExp(words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'), 'gi');
}

export function countIn(text: string, words: string): number {
  let count = 0;
  if (words !== '' && text !== '') for (const _ of text.matchAll(patternOf(words))) count++;
  return count;
}

/** True for text that is not hidden by a narrow panel. Content of a closed <details> counts. */
function isShown({ parentElement }: Node): boolean {
  if (parentElement === null) return false;
  return parentElement.closest('details:not([open])') !== null || parentElement.checkVisibility();
}

interface Scan {
  readonly hits: readonly Hit[];
  /** All matches in the document. */
  readonly ranges: readonly Range[];
  readonly isComplete: boolean;
}

/** Searches an element and its sources, in document order. */
export function scan(
  root: Element,
  words: string,
  { sourceOf, isTimeUp }: { sourceOf(element: Element): FindSource | undefined; isTimeUp(): boolean },
): Scan {
  const pattern = patternOf(words);
  const hits: Hit[] = [];
  const ranges: Range[] = [];
  let isComplete = true;
  let nodes: Text[] = [];
  /** Searches the text since the last block. */
  const searchText = (isCounted: boolean) => {
    const texts = nodes;
    nodes = [];
    if (texts.length === 0) return;
    const placeAt = (offset: number): readonly [Text, number] | undefined => {
      let at = offset;
      for (const node of texts) {
        if (at <= node.data.length) return [node, at];
        at -= node.data.length;
      }
      return undefined;
    };
    for (const { index, 0: match } of texts
      .map(({ data }) => data)
      .join('')
      .matchAll(pattern)) {
      const [start, end] = [placeAt(index + 1), placeAt(index + match.length)];
      if (start === undefined || end === undefined || ranges.length >= HITS_MAX) return;
      const range = document.createRange();
      range.setStart(start[0], start[1] - 1);
      range.setEnd(...end);
      ranges.push(range);
      if (isCounted && hits.length < HITS_MAX && isShown(start[0])) hits.push({ kind: 'text', range });
    }
  };
  const walk = (node: Node, isCounted: boolean) => {
    if (node instanceof Text) nodes.push(node);
    if (!(node instanceof Element) || node.matches(SKIPPED)) return;
    const isInline = INLINE.test(node.localName);
    const source = sourceOf(node);
    if (!isInline) searchText(isCounted);
    if (source !== undefined) {
      const found = source.search(words, isTimeUp);
      isComplete &&= found.isComplete;
      for (const place of found.places.slice(0, HITS_MAX - hits.length))
        hits.push({ kind: 'place', element: node, source, place });
    }
    const isOwn = isCounted && source === undefined && !node.matches(DETAILS);
    for (const child of node.childNodes) walk(child, isOwn);
    if (!isInline) searchText(isOwn);
  };
  walk(root, true);
  return { hits, ranges, isComplete };
}

export function isSameHit(a: Hit, b: Hit): boolean {
  if (a.kind === 'text')
    return (
      b.kind === 'text' &&
      a.range.startContainer === b.range.startContainer &&
      a.range.startOffset === b.range.startOffset
    );
  return b.kind === 'place' && a.element === b.element && a.place === b.place;
}

export function rangesOf(hit: Hit, ranges: readonly Range[]): readonly Range[] {
  if (hit.kind === 'text') return [hit.range];
  const at = hit.source.elementOf(hit.place);
  if (at === undefined) return [];
  const own = ranges.filter(({ startContainer }) => {
    if (!at.element.contains(startContainer)) return false;
    return at.except === undefined || startContainer.parentElement?.closest(at.except) === null;
  });
  // A cut text and rendered Markdown may contain fewer matches.
  return at.nth === undefined ? own : own.slice(Math.min(at.nth, own.length - 1)).slice(0, 1);
}

/** Scrolls all boxes between a place and `outermost`, but not the panes around it. */
export function bringIntoView(place: Range | Element, outermost: Element): void {
  const start = place instanceof Range ? place.startContainer.parentElement : place;
  for (let box = start; box !== null && outermost.contains(box); box = box.parentElement) {
    const [outer, inner] = [box.getBoundingClientRect(), place.getBoundingClientRect()];
    const { overflowX, overflowY } = getComputedStyle(box);
    if (/auto|scroll/.test(overflowY) && (inner.top < outer.top || inner.bottom > outer.bottom))
      box.scrollTop += inner.top - outer.top - box.clientHeight / 3;
    if (/auto|scroll/.test(overflowX) && (inner.left < outer.left || inner.right > outer.right))
      box.scrollLeft += inner.left - outer.left - box.clientWidth / 3;
  }
}

/** Ranges of all views on screen. */
const painted = { all: new Map<object, readonly Range[]>(), here: new Map<object, readonly Range[]>() };

export function paint(view: object, all: readonly Range[] = [], here: readonly Range[] = []): void {
  painted.all.set(view, all);
  painted.here.set(view, here);
  // Missing in the environment of component tests.
  const highlights = globalThis.CSS?.highlights;
  if (highlights === undefined) return;
  highlights.set('find', new Highlight(...[...painted.all.values()].flat()));
  const current = new Highlight(...[...painted.here.values()].flat());
  current.priority = 1;
  highlights.set('find-here', current);
}
