// Over every transport, the panel has what the page has: all events in order, the messages and the state.
import { TRANSPORTS } from '../harness/transports';
import { accountOfPage, accountOfPanel, converse, expectedEvents, panelEvents } from './drive/demo';
import { expect, story } from './story';

for (const transport of TRANSPORTS) {
  for (const agent of ['chat', 'everything']) {
    // What is said over a transport is read alike in both browsers.
    const tag = agent === 'chat' ? [] : '@one-browser';
    story(`${agent} over ${transport}`, { tag }, async ({ tab, visit }) => {
      await visit({ agent, transport, pace: 2 });
      const panel = await tab.openPanel();
      await converse(tab, 'What is the weather like?', 'And elsewhere?');
      const expected = await expectedEvents(tab, agent);
      expect(await panelEvents(panel, expected.length)).toEqual(expected.map(({ type }) => type));
      expect(await accountOfPanel(panel)).toEqual(await accountOfPage(tab));
    });
  }
}

for (const agent of ['reasoning', 'interrupt', 'frontend-tool', 'subagents']) {
  story(`${agent}, with what the page answers`, { tag: '@one-browser' }, async ({ tab, visit }) => {
    await visit({ agent, pace: 2 });
    const panel = await tab.openPanel();
    await converse(tab, 'Go on.');
    if (agent === 'interrupt') await tab.evaluate(() => window.demo.resume(true));
    const expected = await expectedEvents(tab, agent);
    expect(await panelEvents(panel, expected.length)).toEqual(expected.map(({ type }) => type));
    expect(await accountOfPanel(panel)).toEqual(await accountOfPage(tab));
  });
}
