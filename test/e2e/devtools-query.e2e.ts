// A client of the DevTools protocol reads in the background what was captured.

import type { DevtoolsQuery } from '../../entrypoints/background/devtools-query';
import { read } from '../../lib/package/library/read';
import { converse, expectedEvents } from './drive/demo';
import { expect, story } from './story';

story('clients of the DevTools protocol read sessions and recordings', async ({ driver, tab, visit }) => {
  await visit({ pace: 2 });
  await converse(tab, 'Hello?');
  const expected = (await expectedEvents(tab)).map(({ type }) => type);
  const recorded = async () => {
    const text = await driver.inBackground?.(async () => {
      const { lensQuery } = globalThis as never as { lensQuery: DevtoolsQuery };
      const [newest] = await lensQuery.sessions();
      return newest === undefined ? '' : (await lensQuery.recording(newest.session)).text;
    });
    return text === undefined || text === '' ? [] : read(text).events.map(({ type }) => type);
  };
  await expect.poll(recorded).toEqual(expected);
  // No page has it.
  expect(await tab.evaluate(() => 'lensQuery' in globalThis)).toBe(false);
});
