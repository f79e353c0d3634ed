// @vitest-environment happy-dom
// Two runs of the table, event by event.
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { showPanel } from '../support/panel';
import { events } from '../support/stream-text';

const RUN = 'run r1 on t · text m1 "fine" · tool c1 find {"q":"x"} · result c1 "5" · end';
const OTHER = RUN.replaceAll(/([rmc])1/g, '$12')
  .replace('fine', 'bad')
  .replace('"5"', '"6"');

test('where they part, what differs, and both on one axis', async () => {
  const panel = await showPanel(events(`${RUN} · ${OTHER}`), { view: 'run' });
  const { container } = panel;
  await act(() => {
    for (const row of container.querySelectorAll('[role=row][data-run]')) {
      row.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    }
  });
  await panel.click('button', 'Compare event by event');
  for (let turn = 0; turn < 200 && container.querySelector('.time-lanes') === null; turn++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    await act(() => panel.turns.run());
  }
  const text = container.querySelector('.run-compare')?.textContent ?? '';
  expect(text).toMatch(/2 of 9 events differ\. The first: TEXT_MESSAGE_CONTENT/);
  expect(container.querySelector('ul[aria-label=Events]')?.children).toHaveLength(2);
  expect(container.querySelector('ul[aria-label="Tool calls"]')?.textContent).toMatch(/find.*5.*6/);
  expect(panel.names('img').filter((name) => name.startsWith('Events of'))).toHaveLength(2);
  await panel.click('checkbox', 'wording');
  expect(panel.names('status')).toEqual([expect.stringMatching(/^Comparing… \d+ % Cancel$/)]);
  await act(() => panel.turns.run());
  expect(container.querySelector('ul[aria-label=Events]')).toBeNull();
  await panel.click('checkbox', 'wording');
  await panel.click('button', 'Cancel');
  expect(panel.find('button', 'Compare event by event').isConnected).toBe(true);
});

test('where comparing what was said takes more than a turn, it is said, and goes on', async () => {
  const said = (run: number, word: string) =>
    `run r${run} on t · ${Array.from({ length: 600 }, (_none, at) => `text m${run}-${at} "${word}"`).join(' · ')} · end`;
  const panel = await showPanel(events(`${said(1, 'yes')} · ${said(2, 'no')}`), { view: 'run' });
  const { container, turns } = panel;
  // A clock that runs: every look at it is later than a turn may be long.
  let now = 0;
  const clock = vi.spyOn(turns, 'now').mockImplementation(() => (now += 100));
  try {
    await act(() => {
      for (const row of container.querySelectorAll('[role=row][data-run]'))
        row.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    });
    const text = () => container.querySelector('.run-compare')?.textContent ?? '';
    expect(panel.names('status')).toContain('Comparing…');
    expect(text()).not.toContain('yes');
    for (let turn = 0; turn < 50 && !text().includes('yes'); turn++) await act(() => turns.once());
    expect(text()).toContain('yes');
    expect(panel.names('status')).not.toContain('Comparing…');
  } finally {
    clock.mockRestore();
  }
});
