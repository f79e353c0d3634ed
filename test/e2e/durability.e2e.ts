// Nothing captured is lost: the background dies, the panel closes, opens late, the page reloads.
import { accountOfPage, accountOfPanel, converse, demoUrl, expectedEvents, panelEvents } from './drive/demo';
import { expect, expectSame, panelOn, story } from './story';

/** Slow enough that something can happen in the middle of an answer, on a busy machine too; its rest is hurried. */
const SLOW = 300;

story(
  'nothing is lost when the background dies twice within a stream',
  async ({ driver, server, tab, visit }) => {
    const panel = await panelOn(tab, visit({ pace: SLOW, say: 'Hello?' }));
    await panelEvents(panel, 5);
    await driver.killBackground();
    await panelEvents(panel, 20);
    await driver.killBackground();
    server.hurry();
    await tab.evaluate(() => window.demo.idle());
    await expectSame(tab, panel);
    await driver.killBackground();
    await converse(tab, 'Still there?');
    await expectSame(tab, panel);
  },
);

story('a panel opened after the stream shows all events', async ({ tab, visit }) => {
  await visit({ pace: 2 });
  await converse(tab, 'One?', 'Two?');
  await expectSame(tab, await tab.openPanel());
});

story('a panel opened after the death of the background shows all events', async ({ driver, tab, visit }) => {
  await visit({ pace: 2 });
  await converse(tab, 'One?');
  await driver.killBackground();
  await expectSame(tab, await tab.openPanel());
});

story('a panel closed within a stream and opened again shows all events', async ({ server, tab, visit }) => {
  await visit({ pace: SLOW, say: 'Hello?' });
  const first = await tab.openPanel();
  await panelEvents(first, 5);
  await first.close();
  server.hurry();
  await tab.evaluate(() => window.demo.idle());
  await expectSame(tab, await tab.openPanel());
});

story('a page reloaded within a stream has all events of both loads', async ({ server, tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: SLOW, say: 'Hello?' }));
  await panelEvents(panel, 10);
  await tab.reload();
  await expect.poll(async () => (await expectedEvents(tab)).length).toBeGreaterThan(0);
  server.hurry();
  await tab.evaluate(() => window.demo.idle());
  const expected = await expectedEvents(tab);
  await panelEvents(panel, expected.length);
  await expect
    .poll(async () => (await accountOfPanel(panel)).messages)
    .toEqual((await accountOfPage(tab)).messages);
  expect(await accountOfPanel(panel)).toEqual(await accountOfPage(tab));
});

story('two tabs at once do not mix', async ({ driver, tab, server }) => {
  const other = await driver.newTab();
  await tab.goto(demoUrl(server.url, { pace: 10, say: 'Here?' }));
  await other.goto(demoUrl(server.url, { agent: 'reasoning', pace: 10, say: 'There?' }));
  await tab.evaluate(() => window.demo.idle());
  await other.evaluate(() => window.demo.idle());
  await expectSame(tab, await tab.openPanel());
  await expectSame(other, await other.openPanel(), 'reasoning');
  await other.close();
});

story('ten thousand events arrive complete', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ agent: 'long' }));
  await converse(tab, 'Count!');
  await expectSame(tab, panel, 'long');
});

story('the panel works in a tab of its own', async ({ driver, tab, visit }) => {
  await visit({ pace: 2 });
  await converse(tab, 'One?');
  const own = await driver.newTab();
  await own.goto(`${driver.origin}/panel.html?tab=${await tab.id()}`);
  const expected = await expectedEvents(tab);
  await expect.poll(() => own.evaluate(() => lens.length)).toBe(expected.length);
  await own.evaluate(() => lens.settled());
  const seen = await own.evaluate(() => ({ messages: lens.messages(), state: lens.state() ?? null }));
  expect(seen).toEqual(await accountOfPage(tab));
  await own.close();
});
