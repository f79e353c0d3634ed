// Markdown as a tree of a few harmless elements. micromark renders HTML, which is parsed in an inert document; only
// listed elements are kept. HTML in the text remains text, images become text and are never loaded.
import { micromark } from 'micromark';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';

interface MarkdownElement {
  readonly tag: MarkdownTag;
  /** Only on `a`: an http or https address. */
  readonly href?: string;
  /** Only on table cells. */
  readonly align?: 'left' | 'center' | 'right';
  readonly children: readonly MarkdownNode[];
}

export type MarkdownNode = string | MarkdownElement;

const TAGS = {
  P: 'p',
  STRONG: 'strong',
  EM: 'em',
  DEL: 'del',
  CODE: 'code',
  PRE: 'pre',
  BLOCKQUOTE: 'blockquote',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  BR: 'br',
  HR: 'hr',
  TABLE: 'table',
  THEAD: 'thead',
  TBODY: 'tbody',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
  A: 'a',
} as const;

type MarkdownTag = (typeof TAGS)[keyof typeof TAGS];

const ALIGNS = ['left', 'center', 'right'] as const;

/** Maximum nesting; deeper elements become text. */
const DEPTH_MAX = 40;
const ADDRESS_MAX = 300;

const WEB = /^https?:\/\/[^\s]+$/i;

function shown(address: string): string {
  return address.length <= ADDRESS_MAX ? address : `${address.slice(0, ADDRESS_MAX)}…`;
}

function imageNode(image: Element): string {
  const alt = image.getAttribute('alt') ?? '';
  return `${alt} (${shown(image.getAttribute('src') ?? '')})`.trimStart();
}

function linkNodes(link: Element, depth: number): readonly MarkdownNode[] {
  const href = link.getAttribute('href') ?? '';
  const children = nodesOf(link, depth);
  if (WEB.test(href)) return [{ tag: 'a', href, children }];
  return href === '' ? children : [...children, ` (${shown(href)})`];
}

function elementNodes(element: Element, depth: number): readonly MarkdownNode[] {
  if (depth > DEPTH_MAX) return [element.textContent ?? ''];
  const name = element.tagName.toUpperCase();
  if (name === 'IMG') return [imageNode(element)];
  // A task list item; as HTML in the text it would be text.
  if (name === 'INPUT') return [element.hasAttribute('checked') ? '☑' : '☐'];
  if (name === 'A') return linkNodes(element, depth);
  // Headings would break the outline of the panel.
  if (/^H[1-6]$/.test(name)) {
    return [{ tag: 'p', children: [{ tag: 'strong', children: nodesOf(element, depth) }] }];
  }
  // Checked by Object.hasOwn.
  const tag = Object.hasOwn(TAGS, name) ? TAGS[name as keyof typeof TAGS] : undefined;
  const children = nodesOf(element, depth);
  if (tag === undefined) return children;
  const align = ALIGNS.find((each) => each === element.getAttribute('align'));
  return [{ tag, children, ...(align !== undefined && { align }) }];
}

function nodesOf(parent: Element, depth: number): readonly MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) nodes.push(node.textContent ?? '');
    else if (node instanceof Element) nodes.push(...elementNodes(node, depth + 1));
  }
  return nodes;
}

export function markdownTree(text: string): readonly MarkdownNode[] {
  // All protocols are allowed here; links are checked above.
  const html = micromark(text, {
    // A single tilde is text, as in "~5".
    extensions: [gfmTable(), gfmStrikethrough({ singleTilde: false }), gfmTaskListItem()],
    htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml(), gfmTaskListItemHtml()],
    allowDangerousProtocol: true,
  });
  return nodesOf(new DOMParser().parseFromString(html, 'text/html').body, 0);
}
