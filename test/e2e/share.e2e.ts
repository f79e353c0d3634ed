// Sharing: what leaves is redacted, is what was shown, and opens with the same events.
import { converse, expectedEvents, openFile, panelEvents } from './drive/demo';
import { expect, story } from './story';

const SECRET = 'My word is swordfish-4711.';

story('share: a recording without what was said opens with the same events', async ({ tab, visit }) => {
  await visit({ pace: 2 });
  const panel = await tab.openPanel();
  await converse(tab, SECRET);
  const expected = (await expectedEvents(tab)).map(({ type }) => type);
  await panelEvents(panel, expected.length);
  await panel.click('button', 'Share');
  await expect.poll(() => panel.count('region', 'Preview')).toBe(1);
  const shown = (await panel.texts('region', 'Preview')).join('');
  const shared = await panel.download(() => panel.click('button', 'Save'));
  expect(shared.replace(/\s+/g, ' ').startsWith(shown.replace(/\s+/g, ' ').trim().slice(0, 500))).toBe(true);
  expect(shared).not.toMatch(/swordfish|4711|localhost|127\.0\.0\.1/);
  await openFile(panel, 'shared.agui.jsonl', shared);
  expect(await panelEvents(panel, expected.length)).toEqual(expected);
});

story('share: in full, what looks like a secret has to be confirmed', async ({ tab, visit }) => {
  await visit({ pace: 2 });
  const panel = await tab.openPanel();
  await converse(tab, 'Write to alice@mail.example.com');
  const { length } = await expectedEvents(tab);
  await panelEvents(panel, length);
  await panel.click('button', 'Share');
  await expect.poll(() => panel.count('region', 'Preview')).toBe(1);
  await panel.evaluate(() => {
    const select = document.querySelectorAll<HTMLSelectElement>('dialog.share select')[2];
    if (select === undefined) throw new Error('There is no choice of a level.');
    select.value = 'full';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(() => panel.count('checkbox', 'I checked these values and want to include them')).toBe(1);
  expect(await panel.attribute('button', 'Save', 'disabled')).not.toBeNull();
  await panel.click('checkbox', 'I checked these values and want to include them');
  expect(await panel.download(() => panel.click('button', 'Save'))).toContain('alice@mail.example.com');
});
