// From an element of the page to the events that wrote its text, and from a message back to its element.
import type { Panel } from './drive/browser';
import { openFile } from './drive/demo';
import { paced, recordingOf, textMessage } from './drive/recorded';
import { converseShown, expect, panelOn, story } from './story';

type Pane = Pick<Panel, 'evaluate'>;

const textOf = (pane: Pane) => pane.evaluate(() => document.body.innerText);

/** Asks DevTools for an expression in the page, as both browsers offer it to extensions. */
function inspected(panel: Pane, expression: string): Promise<string> {
  return panel.evaluate(async (asked) => {
    const { browser, chrome } = globalThis as unknown as Record<
      'browser' | 'chrome',
      { devtools: { inspectedWindow: { eval(asked: string, done?: (value: unknown) => void): unknown } } }
    >;
    if (location.protocol === 'chrome-extension:')
      return new Promise<string>((resolve) =>
        chrome.devtools.inspectedWindow.eval(asked, (value) => resolve(String(value))),
      );
    const [value] = (await browser.devtools.inspectedWindow.eval(asked)) as [unknown];
    return String(value);
  }, expression);
}

story('an element leads to its events, at the cursor of the panel', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  const events = await converseShown(tab, panel);
  const deltas = events.flatMap((event, seq) =>
    event.type === 'TEXT_MESSAGE_CONTENT' && String(event['messageId']).endsWith('answer') ? [seq] : [],
  );
  const page = await tab.evaluate(() => document.documentElement.outerHTML);
  const pane = await panel.openElementsPane();

  // A page that is busy answers late.
  const busy = 'setTimeout(() => { const end = Date.now() + 2500; while (Date.now() < end); })';
  await inspected(panel, `inspect(document.querySelectorAll('li.assistant p')[1]); ${busy}`);
  await expect
    .poll(() => textOf(pane))
    .toContain(`Events #${deltas[0]}–#${deltas.at(-1)} of run #1 “Hello?”`);
  await inspected(panel, `inspect(document.querySelector('header'))`);
  await expect.poll(() => textOf(pane)).toContain('No message, tool argument or state value has this text.');
  // A part of a message that many things have: a short list.
  await inspected(panel, `inspect(document.querySelector('li.assistant code'))`);
  await expect.poll(() => textOf(pane)).toMatch(/arguments of get_weather/);

  await pane.evaluate(() => document.querySelector('button')?.click());
  await expect.poll(() => textOf(pane)).toContain('Shown in the AG-UI panel.');
  await expect.poll(() => panel.evaluate(() => lens.cursor)).not.toBe('live');
  expect(await tab.evaluate(() => document.documentElement.outerHTML)).toBe(page);
});

story('the pane reads nothing of a page without events', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  const pane = await panel.openElementsPane();
  // A text that notes that it was read.
  await inspected(
    panel,
    `Object.defineProperty(document.querySelector('h1').firstChild, 'nodeValue', { get: () => (globalThis.wasRead = true, 'x') })`,
  );
  await inspected(panel, `inspect(document.querySelector('h1'))`);
  await expect.poll(() => textOf(pane)).toContain('No AG-UI events captured in this page.');
  expect(await tab.evaluate(() => 'wasRead' in globalThis)).toBe(false);
});

story('a message leads to its element', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 2 }));
  await converseShown(tab, panel);
  await panel.click('tab', 'Messages');
  await panel.click('button', /^Message .*answer/);
  await panel.click('menuitem', 'Show in page');
  await expect
    .poll(() => inspected(panel, "$0.nodeName + ' ' + $0.textContent.slice(0, 18)"))
    .toBe('P You asked “Hello?”');
});

story('a file has no way to elements, as its page is another one', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit());
  const exchange = { request: { threadId: 't', runId: 'r' }, events: paced(textMessage('m', 'Hello.')) };
  await openFile(panel, 'recorded.agui.jsonl', recordingOf([exchange]));
  await panel.click('tab', 'Messages');
  await panel.click('button', 'Message m');
  await expect.poll(() => panel.count('menuitem', 'Copy text')).toBe(1);
  expect(await panel.count('menuitem', 'Show in page')).toBe(0);
});
