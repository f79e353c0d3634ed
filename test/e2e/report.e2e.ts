// A report: the whole panel with a recording inside, opened from the disk.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Tab } from './drive/browser';
import { CUT_RECORDING, dropFile } from './drive/drop';
import { expect, story } from './story';

/** Contents of a panel, as JSON. */
function shownIn(tab: Tab): Promise<string> {
  return tab.evaluate(async () => {
    await lens.settled();
    return JSON.stringify([lens.length, lens.messages(), lens.state() ?? null, lens.runs(), lens.findings()]);
  });
}

/** Violations of the page's policy so far; empty if the browser keeps none. */
function refusedIn(tab: Tab): Promise<readonly string[]> {
  return tab.evaluate(async () => {
    if (typeof ReportingObserver === 'undefined') return [];
    const seen: string[] = [];
    const types = ['csp-violation'];
    const observer = new ReportingObserver(
      (reports) => seen.push(...reports.map(({ body }) => JSON.stringify(body))),
      { types, buffered: true },
    );
    observer.observe();
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return seen;
  });
}

/** Names of the buttons on screen. */
const names = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() =>
    [...document.querySelectorAll('button')].map((each) => (each.ariaLabel ?? each.textContent ?? '').trim()),
  );

const press = (tab: Tab, name: string): Promise<void> =>
  tab.evaluate((wanted) => {
    const found = [...document.querySelectorAll('button')].find(
      (each) => (each.ariaLabel ?? each.textContent ?? '').trim() === wanted,
    );
    found?.click();
  }, name);

story('a report opens from the disk, without the extension and without a request', async ({ driver }) => {
  const panel = await driver.newTab();
  await panel.goto(`${driver.origin}/panel.html?file`);
  const html = await panel.evaluate(async () => {
    const sample = await (await fetch('/sample.agui.jsonl')).text();
    const hostile = '</script><script>document.title = "broken"</script><!-- <script> ]]>';
    const event = { type: 'CUSTOM', name: 'hostile', value: hostile };
    const text = `data: ${JSON.stringify(event)}\n\n`;
    const line = { doc: 'x', frame: 0, n: 0, records: [{ kind: 'chunk', t: 1, stream: 1, text }] };
    await lens.import('report.agui.jsonl', `${sample.trimEnd()}\n${JSON.stringify(line)}\n`);
    return lens.export('html-report');
  });
  const expected = await shownIn(panel);
  const folder = mkdtempSync(join(tmpdir(), 'lens-report-'));
  const file = join(folder, 'report.html');
  writeFileSync(file, html);
  try {
    const tab = await driver.newTab();
    await tab.goto(pathToFileURL(file).href);
    await expect.poll(() => shownIn(tab)).toBe(expected);
    expect(await tab.evaluate(() => document.title)).toMatch(/^AG-UI Lens: /);
    const views = await tab.evaluate(async () => {
      const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')];
      for (const view of tabs) {
        view.click();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return tabs.map(({ textContent }) => textContent ?? '');
    });
    expect(views.length).toBeGreaterThan(5);
    const asked = await tab.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(asked).toEqual([]);
    expect([...(await refusedIn(tab)), ...(await refusedIn(panel))]).toEqual([]);
    // Scripts in the page cannot request anything either.
    const refused = await tab.evaluate(() =>
      fetch('https://example.invalid/').then(
        () => 'answered',
        (error: unknown) => String(error),
      ),
    );
    expect(refused).toMatch(/TypeError|NetworkError/);
    const again = await tab.evaluate(() => lens.export('recording'));
    expect(again.trimEnd().split('\n').slice(1)).toEqual(
      (await panel.evaluate(() => lens.export('recording'))).trimEnd().split('\n').slice(1),
    );
    await dropFile(tab, 'cut.agui.jsonl', CUT_RECORDING);
    const dialog = () => tab.evaluate(() => document.querySelector('dialog')?.textContent ?? '');
    await expect.poll(dialog).toContain('Line 3 is invalid JSON');
    await tab.evaluate(() => document.querySelector<HTMLElement>('dialog .primary')?.click());
    await expect.poll(() => tab.evaluate(() => lens.events().filter(({ type }) => type).length)).toBe(1);
    expect(await names(tab)).toContain('Back to the report');
    await press(tab, 'Back to the report');
    await expect.poll(() => shownIn(tab)).toBe(expected);
    // Nothing empties it, and nothing is offered that only a page could give.
    for (const nothing of ['Back to live', 'Back to the report', 'Capture', 'Live', 'Clear', 'Load a sample'])
      expect(await names(tab)).not.toContain(nothing);
    await tab.evaluate(() => {
      for (const key of ['l', 'p', 'Escape'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    expect(await shownIn(tab)).toBe(expected);
    await tab.close();
    expect(await names(panel)).toContain('Close');
    for (const nothing of ['Back to live', 'Capture', 'Live'])
      expect(await names(panel)).not.toContain(nothing);
    await panel.evaluate((text) => lens.import('report.html', text), html);
    expect(await shownIn(panel)).toBe(expected);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
