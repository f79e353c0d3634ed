// A list of which only what is in view is in the document.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, onTestFinished, test, vi } from 'vitest';
import { VirtualList } from '@/components/ui/virtual-list';
import { assertExists } from '@/lib/core/json/assert';

const ROW = 20;

test('a row that stays visible keeps its element', async () => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  await act(() =>
    render(<VirtualList count={1_000} rowHeight={ROW} row={(index) => <p>{index}</p>} />, container),
  );
  const list = assertExists(container.querySelector('.virtual-list'), 'The list');
  const shown = () =>
    new Map([...container.querySelectorAll('p')].map((row) => [Number(row.textContent), row]));
  const scrollTo = (top: number) =>
    act(() => {
      list.scrollTop = top;
      list.dispatchEvent(new Event('scroll'));
    });
  await scrollTo(10 * ROW);
  const elements = new Set(shown().values());
  for (const top of [201, 207, 220, 239, 240, 241, 1_003, 9_999, 5_000, 200]) {
    const before = shown();
    await scrollTo(top);
    const after = shown();
    expect(Math.min(...after.keys()) * ROW).toBeLessThanOrEqual(top);
    expect((Math.max(...after.keys()) + 1) * ROW).toBeGreaterThanOrEqual(top + list.clientHeight);
    const moved = [...after].filter(([row, element]) => before.has(row) && before.get(row) !== element);
    expect(moved.map(([row]) => row)).toEqual([]);
    expect(new Set(after.values())).toEqual(elements);
  }
  render(null, container);
});

test('the row of the cursor is the active descendant while it is in the DOM', async () => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const row = (index: number) => <p id={`row-${index}`}>{index}</p>;
  const attributes = { 'aria-activedescendant': 'row-3' };
  const props = { count: 1_000, rowHeight: ROW, reveal: 3, row, attributes };
  await act(() => render(<VirtualList {...props} />, container));
  const list = assertExists(container.querySelector('.virtual-list'), 'The list');
  const named = () => list.getAttribute('aria-activedescendant');
  expect(named()).toBe('row-3');
  for (const top of [500 * ROW, 0]) {
    await act(() => {
      list.scrollTop = top;
      list.dispatchEvent(new Event('scroll'));
    });
    expect(named()).toBe(top === 0 ? 'row-3' : null);
    expect(container.querySelectorAll('#row-3')).toHaveLength(top === 0 ? 1 : 0);
  }
  render(null, container);
});

test('a list that follows its end keeps following when its height changes twice before a frame', async () => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const onScrolled = vi.fn();
  const row = (index: number) => <p>{index}</p>;
  await act(() =>
    render(<VirtualList count={60} rowHeight={ROW} follow onScrolled={onScrolled} row={row} />, container),
  );
  const list = assertExists(container.querySelector('.virtual-list'), 'The list');
  let height = 200;
  Object.defineProperties(list, {
    clientHeight: { get: () => height },
    scrollHeight: { get: () => 60 * ROW },
  });
  const scrollTo = (top: number) =>
    act(() => {
      list.scrollTop = top;
      list.dispatchEvent(new Event('scroll'));
    });
  await scrollTo(1_000);
  // The browser has clamped the position to 1200 - 300, and the list is lower than that again.
  height = 180;
  await scrollTo(900);
  expect(onScrolled).not.toHaveBeenCalledWith(false);
  await scrollTo(700);
  expect(onScrolled).toHaveBeenLastCalledWith(false);
  render(null, container);
});

test('the revealed row stays visible while the list is resized, although the browser clamps the scroll position', async () => {
  let report = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        report = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const row = (index: number) => <p>{index}</p>;
  await act(() => render(<VirtualList count={60} rowHeight={ROW} reveal={59} row={row} />, container));
  const list = assertExists(container.querySelector('.virtual-list'), 'The list');
  let height = 0;
  Object.defineProperties(list, {
    clientHeight: { get: () => height },
    scrollHeight: { get: () => 60 * ROW },
  });
  const resize = async (to: number) => {
    height = to;
    list.scrollTop = Math.min(list.scrollTop, 60 * ROW - to);
    await act(async () => {
      list.dispatchEvent(new Event('scroll'));
      report();
      await new Promise(requestAnimationFrame);
    });
  };
  await resize(100);
  expect(list.scrollTop).toBe(1_100);
  await resize(300);
  expect(list.scrollTop).toBe(900);
  await resize(100);
  expect(list.scrollTop).toBe(1_100);
  // A user who scrolls away stays there.
  list.scrollTop = 500;
  await act(() => void list.dispatchEvent(new Event('scroll')));
  await resize(60);
  expect(list.scrollTop).toBe(500);
  render(null, container);
});
