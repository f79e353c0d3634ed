// Sender of a request: from the network panel, or a sentence if it is not there.
import { viewOf } from './drive/panel-actions';
import { converseShown, expect, panelOn, story } from './story';

story('a request shows its initiator', async ({ driver, tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel);
  await panel.click('row', /POST .*Hello/);
  await panel.click('tab', 'Event');
  await panel.click('tab', 'Initiator');
  const view = () => viewOf(panel);
  if (driver.name === 'firefox') {
    await expect
      .poll(view)
      .toContain('Initiator: known only for requests made while DevTools was open (Chrome).');
    return;
  }
  await expect.poll(view).toContain('Sent by: script');
  expect(await panel.texts('list', 'Call stack')).toEqual([expect.stringMatching(/\.js:\d+:\d+/)]);
});
