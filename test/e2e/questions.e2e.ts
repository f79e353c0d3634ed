// Everyday questions, answered in one look: at most two clicks or keys each, in the real DevTools.
import type { Panel } from './drive/browser';
import { converse, expectedEvents, panelEvents } from './drive/demo';
import { expect, story } from './story';

const viewOf = async (panel: Panel): Promise<string> => (await panel.texts('tabpanel')).join(' ');
const cursorOf = (panel: Panel) => panel.evaluate(() => lens.cursor);

for (const [agent, reason] of [
  ['broken-truncated', /cut off: the stream ended early/],
  ['http-500', /refused: HTTP 500/],
] as const) {
  story(`why did the answer stop? ${agent}`, async ({ tab, visit }) => {
    await visit({ agent, pace: 2 });
    const panel = await tab.openPanel();
    await converse(tab, 'Tell me a story.').catch(() => undefined);
    // No click: the row of the request says it, and so does the last message.
    await expect.poll(() => panel.count('row', reason)).toBeGreaterThan(0);
    await panel.click('tab', 'Messages');
    await expect.poll(() => viewOf(panel)).toMatch(/Ended here, because/);
    expect(await viewOf(panel)).not.toContain('streaming');
    // One click: only what is wrong.
    await panel.click('button', /\d+ errors?$/);
    await expect.poll(() => panel.count('tab', /^Findings/)).toBe(1);
    await expect
      .poll(() => panel.evaluate(() => document.querySelector<HTMLInputElement>('.filter')?.value))
      .toBe('is:error');
  });
}

story('which event holds this text? It came in pieces', async ({ tab, visit }) => {
  await visit({ pace: 2 });
  const panel = await tab.openPanel();
  await converse(tab, 'Hello?');
  const events = await expectedEvents(tab);
  await panelEvents(panel, events.length);
  const deltas = events.flatMap((event, seq) =>
    event.type === 'TEXT_MESSAGE_CONTENT' ? [{ seq, delta: String(event['delta']) }] : [],
  );
  const [first, second] = deltas;
  if (first === undefined || second === undefined) throw new Error('The demo streams its answer.');
  const across = `${first.delta.slice(-3)}${second.delta.slice(0, 3)}`.trim();
  await panel.click('searchbox', 'Filter');
  await panel.type(`"${across}"`);
  await panel.press('Enter');
  await expect.poll(() => cursorOf(panel)).toBe(first.seq);
});

story(
  'the runs side by side: first tokens, and what changed from one to the other',
  async ({ tab, visit }) => {
    await visit({ pace: 2 });
    const panel = await tab.openPanel();
    await converse(tab, 'London', 'Lisbon');
    const { length } = await expectedEvents(tab);
    await panelEvents(panel, length);
    await panel.click('tab', 'Run');
    await expect.poll(() => panel.count('row', /#1 “London”/)).toBeGreaterThan(0);
    await expect.poll(() => viewOf(panel)).toMatch(/Median/);
    await panel.click('button', /^First token/);
    await panel.click('checkbox', 'Compare #1 “London”');
    await panel.click('checkbox', 'Compare #2 “Lisbon”');
    await expect.poll(() => viewOf(panel)).toMatch(/#1 “London” and #2 “Lisbon”[\s\S]*Messages of the run/i);
    await panel.click('button', 'End comparison');
    await panel.click('gridcell', /^#1 “London”/);
    await expect.poll(() => cursorOf(panel)).not.toBe('live');
    await expect.poll(() => viewOf(panel)).toContain('1 of 2 runs up to here');
    await panel.click('button', 'Now');
    await expect.poll(() => cursorOf(panel)).toBe('live');
  },
);
