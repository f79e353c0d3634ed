// Export and sharing: placeholders by default, a preview of what leaves, secrets found and hidden.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { violations } from './drive/axe';
import { exported, exportMade, openExport, openFile, panelEvents } from './drive/demo';
import { runCommand } from './drive/panel-actions';
import { converseShown, expect, panelOn, story } from './story';

const SECRET = 'My word is swordfish-4711.';
const MAIL = 'alice@mail.example.com';

story(
  'share: a colleague opens the report and sees the same events without values',
  async ({ tab, visit, driver }) => {
    const panel = await panelOn(tab, visit({ pace: 2 }));
    const expected = (await converseShown(tab, panel, [SECRET])).map(({ type }) => type);
    // Two clicks: the report with placeholders is the default.
    await panel.click('button', 'Export');
    await exportMade(panel);
    const [preview = ''] = await panel.texts('tabpanel', 'Conversation');
    expect(preview).toMatch(/user\s*text \d+, \d+ characters/);
    expect(preview).not.toMatch(/swordfish|4711/);
    const html = await panel.download(() => panel.click('button', 'Download'));
    expect(html).not.toContain(SECRET);
    expect(html).not.toContain('swordfish');
    const folder = mkdtempSync(join(tmpdir(), 'lens-share-'));
    const file = join(folder, 'report.html');
    writeFileSync(file, html);
    const report = await driver.newTab();
    try {
      await report.goto(pathToFileURL(file).href);
      const types = () =>
        report.evaluate(async () => {
          await lens.settled();
          return lens.events().map(({ type }) => type);
        });
      await expect.poll(types).toEqual(expected);
      const [placeholder = ''] = /text \d+, \d+ characters/.exec(preview) ?? [];
      const messages = await report.evaluate(() => JSON.stringify(lens.messages()));
      expect(messages).toContain(placeholder);
    } finally {
      await report.close();
      rmSync(folder, { recursive: true });
    }
  },
);

story('share: a recording with placeholders opens with the same events', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  const expected = (await converseShown(tab, panel, [SECRET])).map(({ type }) => type);
  const shared = await exported(panel, /^Recording/, 'Placeholders');
  expect(shared).not.toMatch(/swordfish|4711|localhost|127\.0\.0\.1/);
  await openFile(panel, 'shared.agui.jsonl', shared);
  expect(await panelEvents(panel, expected.length)).toEqual(expected);
});

story('share: secrets are found, and hidden by one button or confirmed', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  const expected = (await converseShown(tab, panel, [`Write to ${MAIL}`])).map(({ type }) => type);
  await openExport(panel, /^Recording/, 'Everything');
  await expect.poll(() => panel.attribute('button', 'Download', 'disabled')).not.toBeNull();
  await panel.click('button', /^Redact (it|these \d+)$/);
  await exportMade(panel);
  await expect
    .poll(async () => (await panel.texts('tabpanel', 'Conversation')).join())
    .toMatch(/Write to e-mail-address-1\*+/);
  const hidden = await panel.download(() => panel.click('button', 'Download'));
  expect(hidden).not.toContain(MAIL);
  // The streamed answer repeats the address in parts.
  await openFile(panel, 'hidden.agui.jsonl', hidden);
  expect(await panelEvents(panel, expected.length)).toEqual(expected);
  expect(await panel.evaluate(() => JSON.stringify(lens.messages()))).not.toMatch(/alice/);
  await panel.click('button', /^Back to live$/);
  await openExport(panel, /^Recording/, 'Everything');
  await panel.click('checkbox', 'I checked these values and want to include them');
  expect(await panel.download(() => panel.click('button', 'Download'))).toContain(MAIL);
});

story(
  'share: by keyboard alone, without a violation of axe, and copied where the clipboard is refused',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ pace: 2 }));
    await converseShown(tab, panel, [SECRET]);
    await panel.click('grid', 'Events');
    await runCommand(panel, 'openai');
    await exportMade(panel);
    expect(await violations(panel)).toEqual([]);
    const focused = () =>
      panel.evaluate(() => {
        const { activeElement } = document;
        const name = activeElement?.closest('label')?.textContent ?? activeElement?.textContent ?? '';
        return `${activeElement?.tagName} ${name.slice(0, 20)}`;
      });
    // Firefox delivers a key to the panel's process after the press has returned.
    const tabTo = async (name: RegExp) => {
      const passed: string[] = [];
      for (let step = 0; step < 20; step++) {
        const before = await focused();
        await panel.press('Tab');
        await expect.poll(focused).not.toBe(before);
        const now = await focused();
        if (name.test(now)) return;
        passed.push(now);
      }
      throw new Error(`Tab does not reach ${name}, only ${passed.join(', ')}.`);
    };
    await tabTo(/^INPUT Placeholders/);
    await panel.press('ArrowRight');
    await expect.poll(focused).toBe('INPUT Choose');
    await expect.poll(() => panel.count('checkbox', 'RUN_STARTED')).toBe(1);
    expect(await violations(panel)).toEqual([]);
    for (const name of ['Placeholders', 'Hide secrets only']) {
      await panel.press('ArrowLeft');
      await expect.poll(focused).toBe(`INPUT ${name}`);
    }
    await exportMade(panel);
    await expect.poll(() => panel.attribute('button', 'Copy', 'disabled')).toBeNull();
    expect(await violations(panel)).toEqual([]);
    await panel.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('no')) },
      });
      document.execCommand = () => false;
    });
    await tabTo(/^BUTTON Copy/);
    await panel.press('Enter');
    await expect
      .poll(() =>
        panel.evaluate(() => document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value ?? ''),
      )
      .toContain('swordfish');
    expect(await violations(panel)).toEqual([]);
    await panel.press('Escape');
    await expect.poll(() => panel.count('dialog')).toBe(0);
  },
);
