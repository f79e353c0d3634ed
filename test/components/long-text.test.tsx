// A text of any length: a part of it is in the document, and a button brings more.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { ChangedText } from '@/components/shared/difference-list';
import { RawText } from '@/components/shared/raw-text';
import { JsonTree } from '@/components/ui/json-tree';
import { testContainer } from '../support/panel';

const container = testContainer();

const button = () =>
  [...container.querySelectorAll('button')].find((each) => /characters/.test(each.textContent));
const more = () => act(() => button()?.click());
/** Visible text, without the button at its end. */
const shown = () => {
  const pre = container.querySelector('pre');
  const { length } = pre?.querySelector('button')?.textContent ?? '';
  return (pre?.textContent ?? '').slice(0, length === 0 ? undefined : -length);
};

test('each click shows another part of a long text, of a size that the browser lays out quickly', () => {
  const text = 'x'.repeat(1_000_000);
  act(() => render(<RawText text={text} />, container));
  expect(shown().length).toBeLessThan(5_000);
  more();
  const once = shown().length;
  expect(once).toBeGreaterThan(50_000);
  expect(once).toBeLessThan(200_000);
  more();
  expect(shown().length).toBeLessThan(2 * once);
  while (button()) more();
  expect(shown()).toBe(text);
});

test('one click on a text of combining marks shows a limited number of them', () => {
  const text = 'a\n\u0007'.repeat(4_000);
  act(() => render(<RawText text={text} />, container));
  let before = container.querySelectorAll('.control').length;
  for (let clicks = 1; button(); clicks++) {
    more();
    const signs = container.querySelectorAll('.control').length;
    expect(signs - before).toBeLessThanOrEqual(5_000);
    before = signs;
    expect(clicks).toBeLessThan(5);
  }
  expect(shown()).toBe('a\\n\n\\u0007'.repeat(4_000));
});

test('a part never ends inside a line end or a surrogate pair', () => {
  for (const [each, sign] of [
    ['\r\n', '\\r\\n\n'],
    ['😀', '😀'],
  ] as const)
    for (const start of ['', 'x']) {
      render(null, container);
      act(() => render(<RawText text={start + each.repeat(4_000)} />, container));
      expect([start, shown()]).toEqual([
        start,
        start + sign.repeat((shown().length - start.length) / sign.length),
      ]);
    }
});

test('a difference far into two long texts is shown, with a little of what is before it', () => {
  const text = 'word '.repeat(60_000);
  act(() => render(<ChangedText before={`${text}old end`} after={`${text}new end`} />, container));
  expect(container.textContent).toMatch(/^….{1,30}oldnew.{1,30}$/);
});

test('a text that is short enough is shown by one click', () => {
  act(() => render(<RawText text={'x'.repeat(20_000)} />, container));
  expect(button()?.textContent).toBe('all 20,000 characters');
  more();
  expect(shown().length).toBe(20_000);
});

test('a long text below a tree is shown in parts, too', () => {
  act(() => render(<JsonTree label="Tree" value={{ text: 'x'.repeat(1_000_000) }} />, container));
  more();
  expect(shown().length).toBeLessThan(200_000);
  expect(container.querySelector('pre')?.textContent).toMatch(/more characters$/);
});
