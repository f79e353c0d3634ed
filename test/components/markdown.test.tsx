// Markdown, also hostile: nothing gets into the document but elements on a list, and no attribute but those of a link.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, test } from 'vitest';
import { Markdown } from '@/components/ui/markdown';
import { markdownTree } from '@/components/ui/markdown-tree';
import { textsOf } from '../support/dom';
import { waitForElement } from '../support/wait-for-element';

const container = document.createElement('div');
afterEach(() => render(null, container));

async function show(text: string): Promise<HTMLElement> {
  await act(() => render(<Markdown text={text}>{text}</Markdown>, container));
  return waitForElement(container, '.markdown');
}

const ALLOWED = new Set(
  'P STRONG EM DEL CODE PRE BLOCKQUOTE UL OL LI BR HR TABLE THEAD TBODY TR TH TD A'.split(' '),
);

function unexpectedElements(root: HTMLElement): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
    const { tagName } = element;
    const isLink =
      tagName === 'A' &&
      /^href=https?:/.test(attributes[0] ?? '') &&
      attributes.slice(1).join() === 'rel=noreferrer noopener,target=_blank';
    if (/^T[HD]$/.test(tagName) && /^style=text-align: (left|center|right);$/.test(attributes.join()))
      return [];
    if (ALLOWED.has(tagName) && (attributes.length === 0 ? tagName !== 'A' : isLink)) return [];
    return [`${tagName} ${attributes.join()}`];
  });
}

test('Markdown of agents is rendered: strikethrough, tasks, aligned cells', async () => {
  const shown = await show(
    'From ~5 to ~6, ~~no~~ yes.\n\n- [x] done\n- [ ] open\n\n| a | b | c |\n|:-|:-:|-:|\n| 1 | 2 | 3 |\n',
  );
  expect(shown.querySelector('del')?.textContent).toBe('no');
  expect(shown.querySelector('p')?.textContent).toBe('From ~5 to ~6, no yes.');
  expect(textsOf(shown, 'li').map((text) => text.trim())).toEqual(['☑ done', '☐ open']);
  expect(shown.querySelectorAll('input').length).toBe(0);
  expect([...shown.querySelectorAll('td')].map(({ style }) => style.textAlign)).toEqual([
    'left',
    'center',
    'right',
  ]);
});

test('Markdown becomes elements', async () => {
  const shown = await show(
    '# Title\n\nSome *emphasis*, **strength**, `code` and a [link](https://example.org/a?b=c).\n\n' +
      '- one\n- two\n\n> quoted\n\n```js\nlet a = 1;\n```\n\n| a | b |\n|:-|-|\n| 1 | 2 |\n',
  );
  expect(unexpectedElements(shown)).toEqual([]);
  expect([...shown.children].map(({ tagName }) => tagName)).toEqual('P P UL BLOCKQUOTE PRE TABLE'.split(' '));
  expect(shown.querySelector('p > strong')?.textContent).toBe('Title');
  expect(shown.querySelector('a')?.href).toBe('https://example.org/a?b=c');
  expect(shown.querySelector('tbody')?.textContent?.replaceAll(/\s+/g, ' ').trim()).toBe('1 2');
});

const HOSTILE = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1) "title")',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x) [y](file:///etc/passwd) [z](//example.org) [w](#top) [v](chrome://settings)',
  '<javascript:alert(1)> <https://example.org/" onclick="alert(1)>',
  '[x](<https://example.org/ onmouseover=alert(1)>)',
  '<img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n<style>*{display:none}</style>',
  '![alt](https://example.org/track.png "t") ![](data:image/svg+xml,<svg/onload=alert(1)>)',
  '[![a](x"onerror="alert(1))](javascript:x)',
  '<svg><a xlink:href="javascript:alert(1)">x</a></svg> <iframe srcdoc="<script>1</script>">',
  '&lt;img src=x onerror=alert(1)&gt; &#60;script&#62;',
  '`<script>` \\<b onclick=x> <!-- <img> --> <![CDATA[ <img> ]]> <?php ?>',
  '[a]: javascript:alert(1)\n\n[a]\n\n[a][a]',
  '```"><img src=x onerror=alert(1)>\nx\n```',
  '| <img src=x> | [x](javascript:x) |\n|:-:|-|\n| <b onclick=x> | ![x](x) |',
  `${'['.repeat(500)}x${']'.repeat(500)}(javascript:x)`,
  `${'>'.repeat(300)} deep <img src=x>`,
  `${'*'.repeat(999)}x${'*'.repeat(998)}`,
  `${'- '.repeat(100)}x`,
  '\u0000\ufffd\u202e[x](java\u0000script:x) [x](java\nscript:x) [x](&#106;avascript:x) [x](\u0001javascript:x)',
];

test.each(HOSTILE)('%j gives only safe elements', async (text) => {
  const shown = await show(text);
  expect(unexpectedElements(shown)).toEqual([]);
  expect(shown.textContent).not.toBe('');
});

test('links and images are shown as text with their address', async () => {
  const shown = await show('[x](javascript:alert(1)) ![a cat](https://example.org/cat.png)');
  expect(shown.textContent?.trim()).toBe('x (javascript:alert(1)) a cat (https://example.org/cat.png)');
  const raw = await show('<img src=x onerror=alert(1)>');
  expect(raw.textContent?.trim()).toBe('<img src=x onerror=alert(1)>');
});

test('deeply nested Markdown is plain text from some depth on', () => {
  const depthOf = (nodes: ReturnType<typeof markdownTree>): number =>
    Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depthOf(node.children))));
  expect(depthOf(markdownTree(`${'>'.repeat(300)} deep`))).toBeLessThanOrEqual(41);
});

test('a long text is shown as plain text until it is parsed', async () => {
  const text = `*${'long '.repeat(200)}end*`;
  await act(() => render(<Markdown text={text}>plain</Markdown>, container));
  expect(container.textContent).toBe('plain');
  expect((await show(text)).querySelector('em')).not.toBeNull();
});
