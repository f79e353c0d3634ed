// Queries to the inspected page from DevTools. They change nothing in the page.
import { browser } from 'wxt/browser';
import type { Json } from '@/lib/core/json/json';

/** Timeout; pages of the browser answer late or not at all. */
const WAIT_MS = 1_000;
/** Timeout for a captured page, which answers once it is no longer busy. */
const BUSY_MS = 10_000;

/** The value of an expression in the page; undefined without an answer. */
function evaluate(expression: string, waitMs = WAIT_MS): Promise<unknown> {
  const inspected = browser.devtools?.inspectedWindow;
  if (inspected === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), waitMs);
    // Chrome calls back; Firefox returns a promise, and its types lack the callback.
    const answer: unknown = inspected.eval(expression, ((result: unknown) => resolve(result)) as never);
    if (answer instanceof Promise)
      answer.then(
        ([result]: unknown[]) => resolve(result),
        () => resolve(undefined),
      );
  });
}

export async function inspectedUrl(): Promise<string | undefined> {
  const url = await evaluate('location.href');
  return typeof url === 'string' ? url : undefined;
}

/** Entries of the network panel: requests since DevTools was opened. */
export function networkEntries(): Promise<readonly Json[]> {
  return new Promise((resolve) => {
    setTimeout(() => resolve([]), WAIT_MS);
    const read = (log: unknown) => {
      // The reader checks each field.
      const { entries = [] } = (log ?? {}) as { entries?: readonly Json[] };
      resolve(entries);
    };
    // Chrome calls back; Firefox returns a promise, and its types lack the callback.
    const answer: unknown = browser.devtools.network.getHAR(read as never);
    if (answer instanceof Promise) answer.then(read, () => resolve([]));
  });
}

// The functions below are sent to the page as text, so they use no outer names. Nodes of frames are instances of
// other classes, so only their kind is checked.

/** The text nodes of a node in document order, including open shadow trees and frames. */
function* textsIn(node: Node): Iterable<Node> {
  if (node.nodeType === 3) yield node;
  if (/^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/i.test(node.nodeName)) return;
  // Properties that only some nodes have.
  const { shadowRoot, contentDocument } = node as Partial<HTMLIFrameElement>;
  const inner = shadowRoot ?? contentDocument?.body;
  if (inner) yield* textsIn(inner);
  for (const child of node.childNodes) yield* textsIn(child);
}

/** The text of an element, or the value of a field. */
function readText(node: Node | null | undefined, texts: typeof textsIn, max: number): string {
  if (!node) return '';
  // A property that only some nodes have.
  const { value } = node as Partial<HTMLInputElement>;
  if (/^(INPUT|TEXTAREA)$/.test(node.nodeName)) return String(value).slice(0, max);
  const parts: string[] = [];
  let length = 0;
  for (const { nodeValue } of texts(node)) {
    parts.push(nodeValue ?? '');
    length += nodeValue?.length ?? 0;
    if (length > max) break;
  }
  return parts.join(' ').slice(0, max);
}

/** Selects in Elements the smallest element that contains the letters of one of the keys, and scrolls to it. */
function select(texts: typeof textsIn, inspect: (node: Node) => void, keys: readonly string[]): boolean {
  const nodes: Node[] = [];
  const ends: number[] = [];
  let all = '';
  for (const node of texts(document.body)) {
    const letters = (node.nodeValue ?? '').replace(/[^\p{L}\p{N}]+/gu, '');
    if (letters === '') continue;
    all += letters;
    nodes.push(node);
    ends.push(all.length);
  }
  const edges = new Set([0, ...ends]);
  const placeOf = (key: string): number => {
    const last = all.lastIndexOf(key);
    // Prefers a text that fills an element to the same text within a longer one.
    for (let at = last; at >= 0; at = at === 0 ? -1 : all.lastIndexOf(key, at - 1))
      if (edges.has(at) && edges.has(at + key.length)) return at;
    return last;
  };
  const outer = (node: Node | undefined): Node | undefined => {
    // A property of shadow roots only.
    const { host } = (node ?? {}) as Partial<ShadowRoot>;
    return node?.parentNode ?? host;
  };
  for (const key of keys) {
    const at = placeOf(key);
    if (at < 0) continue;
    const around = new Set<Node>();
    const last = nodes[ends.findIndex((end) => end >= at + key.length)];
    for (let node = outer(last); node; node = outer(node)) around.add(node);
    let found = outer(nodes[ends.findIndex((end) => end > at)]);
    while (found && !(found.nodeType === 1 && around.has(found))) found = outer(found);
    if (!found) continue;
    // This kind of node is always an element.
    (found as Element).scrollIntoView({ block: 'center' });
    inspect(found);
    return true;
  }
  return false;
}

/** Maximum length of the compared text of an element, characters. */
const TEXT_MAX = 20_000;

export async function selectedText(): Promise<string | undefined> {
  const text = await evaluate(`(${readText})($0, ${textsIn}, ${TEXT_MAX})`, BUSY_MS);
  return typeof text === 'string' ? text : undefined;
}

export async function selectInPage(keys: readonly string[]): Promise<boolean> {
  const selected = await evaluate(`(${select})(${textsIn}, inspect, ${JSON.stringify(keys)})`, BUSY_MS);
  return selected === true;
}
