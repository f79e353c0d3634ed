// Sender of a request: from the network panel, or a sentence if it is not there.
import { converse, expectedEvents, panelEvents } from './drive/demo';
import { expect, story } from './story';

story('initiator of a request', async ({ driver, tab, visit }) => {
  await visit({ pace: 2 });
  const panel = await tab.openPanel();
  await converse(tab, 'Hello?');
  await panelEvents(panel, (await expectedEvents(tab)).length);
  await panel.click('row', /POST .*Hello/);
  await panel.click('tab', 'Event');
  await panel.click('tab', 'Initiator');
  const view = async () => (await panel.texts('tabpanel')).join(' ');
  if (driver.name === 'firefox') {
    await expect
      .poll(view)
      .toContain('Initiator: known only for requests made while DevTools was open (Chrome).');
    return;
  }
  await expect.poll(view).toContain('Sent by: script');
  expect(await panel.texts('list', 'Call stack')).toEqual([expect.stringMatching(/\.js:\d+:\d+/)]);
});
