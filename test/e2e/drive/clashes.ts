// Layout faults of a panel that became narrower or wider. Runs inside the panel.

/** One line for each two rows, controls or texts that lie on each other, and for each that there is no room for. */
export function findClashes(): readonly string[] {
  /** Letters may reach a little out of their line, and links as far to the side, pixels. */
  const TOUCH = 5;
  /** Least readable width of a cut text, pixels. */
  const READABLE = 22;
  const CONTROLS = 'button, select, input, textarea, a[href], summary, [role=tab]';
  const CARDS = 'li, tr, .virtual-row, [role=row], [role=treeitem]';
  interface Item {
    readonly element: Element;
    readonly kind: 'card' | 'control' | 'text';
    readonly name: string;
    readonly rect: DOMRect;
  }
  const top = document.querySelector('dialog[open]') ?? document.body;
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const around = function* (element: Element | null) {
    for (let at = element; at !== null; at = at.parentElement) yield at;
  };
  /** Visible part of a rectangle; `isCut` if scrolling cannot reveal the rest. */
  const clip = (element: Element, whole: DOMRect) => {
    let { left, top: above, right, bottom } = whole;
    let isCut = false;
    for (const outer of around(element)) {
      const { overflowX, position } = styleOf(outer);
      if (overflowX !== 'visible' && outer !== document.documentElement && outer !== document.body) {
        const box = outer.getBoundingClientRect();
        const [from, to] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (to - from < right - left - TOUCH && overflowX !== 'auto' && overflowX !== 'scroll') isCut = true;
        [left, right] = [from, to];
        [above, bottom] = [Math.max(above, box.top), Math.min(bottom, box.bottom)];
      }
      if (position === 'fixed') break;
    }
    return { rect: new DOMRect(left, above, right - left, bottom - above), isCut };
  };
  const found: string[] = [];
  const items: Item[] = [];
  /** Of a line that ends with an ellipsis, what is to be seen: its last words may be cut. */
  const lineWidth = (element: Element) => {
    for (const outer of around(element)) {
      if (styleOf(outer).textOverflow === 'ellipsis')
        return clip(outer, outer.getBoundingClientRect()).rect.width;
      if (!/^inline/.test(styleOf(outer).display)) return 0;
    }
    return 0;
  };
  const add = (element: Element, kind: Item['kind'], name: string, whole: DOMRect) => {
    if (whole.width < 1 || whole.height < 1) return;
    const { rect, isCut } = clip(element, whole);
    // Scrolled out of view.
    if (rect.height < TOUCH) return;
    const seen = Math.max(rect.width, 0);
    const least = kind === 'text' ? READABLE : whole.width * 0.6;
    const isLine = kind === 'text' && lineWidth(element) >= READABLE;
    if (isCut && kind !== 'card' && !isLine && seen < Math.min(whole.width - TOUCH, least))
      found.push(`no room for ${kind} "${name}": ${Math.round(seen)} of ${Math.round(whole.width)} px`);
    if (seen > 0) items.push({ element, kind, name, rect });
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.spoken') === null;
  for (const element of top.querySelectorAll('*')) {
    if (!isShown(element) || element instanceof HTMLOptionElement) continue;
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    if (element.matches(CARDS)) add(element, 'card', name, element.getBoundingClientRect());
    if (element.matches(CONTROLS)) add(element, 'control', name, element.getBoundingClientRect());
    if (element instanceof HTMLSelectElement) continue;
    for (const node of element.childNodes) {
      if (!(node instanceof Text) || node.data.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of [...range.getClientRects()].slice(0, 30))
        add(element, 'text', node.data.trim().slice(0, 40), rect);
    }
  }
  /** The sticky element, note or menu around an element: it lies on others that scroll below it. */
  const layerOf = (element: Element): Element | undefined => {
    for (const outer of around(element)) {
      if (styleOf(outer).position === 'sticky' || outer.matches('.segment-note, .hover-line, .menu'))
        return outer;
    }
    return undefined;
  };
  const ordered = items.sort((a, b) => a.rect.top - b.rect.top);
  for (const [at, a] of ordered.entries()) {
    for (const b of ordered.slice(at + 1)) {
      if (b.rect.top >= a.rect.bottom - 1) break;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const isCard = a.kind === 'card';
      if (isCard !== (b.kind === 'card')) continue;
      const deep = Math.min(a.rect.bottom, b.rect.bottom) - b.rect.top;
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const least = isCard ? 1 : TOUCH;
      if (deep <= least || wide <= least || layerOf(a.element) !== layerOf(b.element)) continue;
      found.push(
        `${a.kind} "${a.name}" and ${b.kind} "${b.name}": ${Math.round(wide)} × ${Math.round(deep)} px`,
      );
    }
  }
  return found.slice(0, 20);
}
