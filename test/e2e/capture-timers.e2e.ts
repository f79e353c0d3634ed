// A page that clears all timers, also those that it did not set: the ids are shared by everything that runs in a document.
import { converse, expectedEvents, panelEvents } from './drive/demo';
import { expect, panelOn, story } from './story';

story('a page that clears all timers is captured to its end', async ({ driver, tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 20 }));
  await tab.evaluate(() => {
    const clearAll = (): void => {
      let id = Number(setTimeout(() => undefined));
      while (id > 0) clearTimeout(id--);
      AbortSignal.timeout(5).addEventListener('abort', clearAll);
    };
    clearAll();
  });
  await converse(tab, 'Hello?');
  const first = (await expectedEvents(tab)).map(({ type }) => type);
  expect(await panelEvents(panel, first.length)).toEqual(first);
  // The bridge waits before it connects again.
  await driver.killBackground();
  await converse(tab, 'And again?');
  const all = (await expectedEvents(tab)).map(({ type }) => type);
  expect(await panelEvents(panel, all.length)).toEqual(all);
});
