// Elements by role and name for Firefox, where no test driver offers it. Runs inside the panel, so that it must
// not use anything around it. Covers the roles that the panel uses, not the whole of ARIA.

/** A found element: text, one attribute, and its middle in the panel's own coordinates. */
export interface Found {
  readonly text: string;
  readonly attribute: string | null;
  readonly x: number;
  readonly y: number;
}

/** The panel, and the element that was scrolled to last, for a click. */
export type Aiming = Window & { aimed?: Element | undefined };

/** Matches the whole of a name, or a pattern. */
export interface NameMatch {
  readonly exact?: string;
  readonly pattern?: string;
}

/** All visible elements with a role and a name; the first one is scrolled to where that is asked for. */
export function findByRole(role: string, name: NameMatch, attribute: string, isToBeSeen: boolean): Found[] {
  const native: Record<string, string> = {
    button: 'button, summary, input[type=button]',
    textbox: 'textarea, input:not([type]), input[type=text]',
    searchbox: 'input[type=search]',
    slider: 'input[type=range]',
    checkbox: 'input[type=checkbox]',
    radio: 'input[type=radio]',
    combobox: 'select',
    link: 'a[href]',
    table: 'table',
    row: 'tr',
    cell: 'td',
    list: 'ul, ol',
    listitem: 'li',
    heading: 'h1, h2, h3, h4, h5, h6',
    dialog: 'dialog[open]',
    status: 'output',
    region: 'section[aria-label]',
    complementary: 'aside',
  };
  const nativeSelector = native[role];
  const own = nativeSelector === undefined ? [] : [...document.querySelectorAll(nativeSelector)];
  const elements = [
    ...own.filter((element) => !element.hasAttribute('role')),
    ...document.querySelectorAll(`[role~="${role}"]`),
  ];
  const nameOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    return (
      labels.trim() ||
      element.getAttribute('aria-label')?.trim() ||
      label?.trim() ||
      element.textContent?.trim() ||
      element.getAttribute('title')?.trim() ||
      ''
    ).replace(/\s+/g, ' ');
  };
  const matches = (element: Element) =>
    (name.exact === undefined || nameOf(element) === name.exact) &&
    (name.pattern === undefined || new RegExp(name.pattern, 'u').test(nameOf(element)));
  if (isToBeSeen) {
    const isShown = (element: Element) => element.getBoundingClientRect().width > 0 && matches(element);
    const aimed = elements.find(isShown);
    aimed?.scrollIntoView({ block: 'nearest' });
    (window as Aiming).aimed = aimed;
  }
  return elements.flatMap((element) => {
    const box = element.getBoundingClientRect();
    const isHidden = element.closest('[aria-hidden=true], [hidden], [inert]') !== null || box.width === 0;
    if (isHidden || !matches(element)) return [];
    const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '');
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return [{ text, attribute: element.getAttribute(attribute), ...point }];
  });
}
