// @vitest-environment happy-dom
// Two runs of the table beside each other.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { showPanel } from '../support/panel';
import { events } from '../support/stream-text';

const RUN = 'run r1 on t · text m1 "fine" · tool c1 find {"q":"x"} · result c1 "5" · end';
const OTHER = RUN.replaceAll(/([rmc])1/g, '$12')
  .replace('fine', 'bad')
  .replace('"5"', '"6"');

type Panel = Awaited<ReturnType<typeof showPanel>>;

async function chooseAll({ container }: Panel): Promise<void> {
  await act(() => {
    for (const row of container.querySelectorAll('[role=row][data-run]')) {
      row.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true }));
    }
  });
}

/** Lets the comparison come to its end. */
const settled = ({ container, until }: Panel) => until(() => container.querySelector('.time-lanes') !== null);

test('a comparison shows where two runs diverge, their differences, and both on one axis', async () => {
  const panel = await showPanel(events(`${RUN} · ${OTHER}`), { view: 'run' });
  const { container } = panel;
  await chooseAll(panel);
  await settled(panel);
  const text = container.querySelector('.run-compare')?.textContent ?? '';
  expect(text).toMatch(/2 of 9 events differ, first TEXT_MESSAGE_CONTENT \(#\d+ vs #\d+\)/);
  expect(container.querySelector('ul[aria-label=Events]')?.children).toHaveLength(2);
  expect(container.querySelector('.run-compare ul[aria-label="Messages"]')?.textContent).toMatch(
    /assistant.*fine.*bad/,
  );
  expect(container.querySelector('ul[aria-label="Tool calls"]')?.textContent).toMatch(/find.*5.*6/);
  expect(panel.names('img').filter((name) => name.startsWith('Events of'))).toHaveLength(2);
  await panel.click('checkbox', 'wording');
  expect(panel.names('status')).toEqual([expect.stringMatching(/^Comparing… ?Cancel$/)]);
  await act(() => panel.turns.run());
  expect(container.querySelector('ul[aria-label=Events]')).toBeNull();
  await panel.click('checkbox', 'wording');
  await panel.click('button', 'Cancel');
  await panel.click('button', 'Compare messages, state and events');
  await settled(panel);
  expect(container.querySelector('ul[aria-label=Events]')?.children).toHaveLength(2);
});

test('a message that only one run has leaves the other pairs intact', async () => {
  const spoken = (run: number, words: readonly string[]) =>
    `run r${run} on t${run} · ${words.map((word, at) => `text m${run}-${at} "${word}"`).join(' · ')} · end`;
  const panel = await showPanel(
    events(`${spoken(1, ['one', 'two', 'three'])} · ${spoken(2, ['one', 'three'])}`),
    { view: 'run' },
  );
  await chooseAll(panel);
  await settled(panel);
  const messages = panel.container.querySelector('.run-compare ul[aria-label="Messages"]');
  expect([...(messages?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'assistant only in the first two',
  ]);
});

test('messages of a snapshot are compared as messages of the run', async () => {
  const run = (at: number, word: string) => [
    { type: 'RUN_STARTED', threadId: `t${at}`, runId: `r${at}` },
    { type: 'MESSAGES_SNAPSHOT', messages: [{ id: `m${at}`, role: 'assistant', content: word }] },
    { type: 'RUN_FINISHED', threadId: `t${at}`, runId: `r${at}` },
  ];
  const panel = await showPanel([...run(1, 'yes'), ...run(2, 'no')], { view: 'run' });
  await chooseAll(panel);
  await settled(panel);
  expect(panel.container.querySelector('.run-compare ul[aria-label="Messages"]')?.textContent).toMatch(
    /yes.*no/,
  );
});
