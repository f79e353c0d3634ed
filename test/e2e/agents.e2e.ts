// Every agent of the demo; several on one page, one of them in a frame: each has a name and a colour.
import { TRANSPORTS } from '../harness/transports';
import { expectNoViolations } from './drive/axe';
import { converse, demoUrl } from './drive/demo';
import { expect, expectSame, panelOn, story } from './story';

for (const transport of TRANSPORTS) {
  story(`every kind of event over ${transport}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent: 'everything', transport, pace: 2 }));
    await converse(tab, 'What is the weather like?', 'And elsewhere?');
    await expectSame(tab, panel, 'everything');
  });
}

for (const agent of ['reasoning', 'interrupt', 'frontend-tool', 'subagents']) {
  story(`${agent}, with the page's answers`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent, pace: 2 }));
    await converse(tab, 'Go on.');
    if (agent === 'interrupt') await tab.evaluate(() => window.demo.resume(true));
    await expectSame(tab, panel, agent);
  });
}

story('agents of a page and of its frame are distinguished', async ({ tab, visit, server }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  const legend = () => panel.texts('list', 'Agents');
  await converse(tab, 'Hello?');
  await expect.poll(() => panel.count('row', /“Hello\?”.*finished/s)).toBe(1);
  // One agent needs no name.
  expect(await legend()).toEqual([]);
  await tab.evaluate(
    (url) => {
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
    },
    demoUrl(server.url, { agent: 'reasoning', pace: 2, say: 'How many?' }),
  );
  await expect.poll(legend).toEqual([expect.stringMatching(/1 chat.*2 reasoning · \/\?agent=reasoning/s)]);
  await expect.poll(() => panel.count('row', /in frame \/\?agent=reasoning/)).toBe(1);
  await panel.click('tab', 'Run');
  await expect.poll(() => panel.count('row', /#2 “How many\?”.*2 reasoning/s)).toBe(1);
  const colours = await panel.evaluate(() => [
    ...new Set(
      [...document.querySelectorAll<HTMLElement>('.run-row .agent-tag b')].map(
        (each) => getComputedStyle(each).backgroundColor,
      ),
    ),
  ]);
  expect(colours).toHaveLength(2);
  await expectNoViolations(panel);
});

story('two views side by side: shown by a key, kept for the next panel', async ({ driver }) => {
  const tab = await driver.newTab();
  const open = async () => {
    await tab.goto(`${driver.origin}/panel.html?file`);
    const width = await tab.evaluate(
      async (text) => {
        await lens.import('events.json', text);
        return innerWidth;
      },
      JSON.stringify([{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }]),
    );
    // Half of the window has to have room for two.
    expect(width).toBeGreaterThanOrEqual(1_290);
  };
  const shown = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('[role=tabpanel]')].map(
        (panel) => document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.textContent ?? '',
      ),
    );
  const press = (name: string) =>
    tab.evaluate((key) => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }, name);
  await open();
  // Stories before this one have left a view of their own.
  await press('2');
  await expect.poll(shown).toEqual(['Messages']);
  await press('v');
  await expect.poll(shown).toEqual(['Messages', 'State']);
  // Never the same view twice.
  await press('3');
  await expect.poll(shown).toEqual(['State', 'Messages']);
  await tab.evaluate(() => document.querySelector<HTMLElement>('#second-tab-run')?.click());
  await expect.poll(shown).toEqual(['State', 'Run']);
  await open();
  await expect.poll(shown).toEqual(['State', 'Run']);
  await press('v');
  await expect.poll(shown).toEqual(['State']);
  await tab.close();
});
