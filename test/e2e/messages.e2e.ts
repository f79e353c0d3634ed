// The conversation as people read it: markdown, segments that lead to their events, what a snapshot did, what the app does
// not have, parts that are never fetched, and many messages at once; axe finds nothing.
import { answer as textMessage } from '../support/exchanges';
import { FINISHED as END, STARTED as START } from '../support/logs';
import { expectNoViolations } from './drive/axe';
import type { Panel } from './drive/browser';
import { cursorOf } from './drive/panel-actions';
import { expect, story } from './story';

const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const HOSTILE =
  '# Title\n\nSome **strength**, [a link](https://example.org/), [no link](javascript:alert(1)), ' +
  '![a picture](https://example.org/a.png) <img src=x onerror=alert(1)>';

const CONVERSATION = [
  START,
  ...textMessage('m1', ...(HOSTILE.match(/[\s\S]{1,20}/g) ?? [])),
  ...textMessage('m2', 'Something ', 'else.'),
  {
    type: 'MESSAGES_SNAPSHOT',
    messages: [
      { id: 'm1', role: 'assistant', content: HOSTILE },
      {
        id: 'u',
        role: 'user',
        content: [
          { type: 'image', source: { type: 'data', value: IMAGE, mimeType: 'image/png' } },
          { type: 'image', source: { type: 'url', value: 'https://example.org/b.png' } },
        ],
      },
      { id: 'm3', role: 'assistant', content: 'Something else.' },
    ],
  },
  END,
  ...textMessage('late', 'Too late.'),
];
const SNAPSHOT = CONVERSATION.findIndex((event) => 'messages' in event);

async function open(panel: Panel, events: readonly object[]): Promise<void> {
  await panel.evaluate((text) => lens.import('conversation.json', text), JSON.stringify(events));
  await expect.poll(() => panel.evaluate(() => lens.length)).toBe(events.length);
  await panel.click('tab', 'Messages');
}

const goTo = (panel: Panel, seq: number) => panel.evaluate((to) => void (lens.cursor = to), seq);

story('markdown on demand, without anything that loads or runs; the choice is kept', async ({ tab }) => {
  const panel = await tab.openPanel();
  await open(panel, CONVERSATION);
  const texts = async () => (await panel.texts('listitem')).join(' ');
  await expect.poll(texts).toContain('**strength**');
  await panel.click('checkbox', 'Markdown');
  await expect.poll(texts).not.toContain('**strength**');
  expect(await panel.attribute('link', 'a link', 'rel')).toBe('noreferrer noopener');
  expect(await panel.count('link')).toBe(1);
  expect(await texts()).toContain('a picture (https://example.org/a.png) <img src=x onerror=alert(1)>');
  const loads = await panel.evaluate(() =>
    [...document.querySelectorAll('.messages [src]')].map((each) => each.getAttribute('src')?.slice(0, 5)),
  );
  expect(loads).toEqual(['data:']);
  await expectNoViolations(panel);
  await panel.close();
  const again = await tab.openPanel();
  await open(again, CONVERSATION);
  await expect.poll(() => again.count('link', 'a link')).toBe(1);
  await again.click('checkbox', 'Markdown');
  await expect.poll(() => again.count('link', 'a link')).toBe(0);
});

story('a segment of a text leads to its event, and later text is not shown', async ({ tab }) => {
  const panel = await tab.openPanel();
  await open(panel, CONVERSATION);
  const second = CONVERSATION.findIndex((event) => 'delta' in event && event.delta === 'else.');
  await goTo(panel, second);
  await panel.click('group', /^Text of message m2/);
  for (const key of ['Home', 'ArrowRight', 'ArrowLeft', 'Enter']) await panel.press(key);
  await expect.poll(() => cursorOf(panel)).toBe(second - 1);
  const text = async () => (await panel.texts('group', /^Text of message m2/)).join('');
  await expect.poll(text).toBe('Something ');
  expect((await panel.texts('listitem')).join(' ')).toContain('…');
});

story('a snapshot opens to its effect; messages missing in the app are marked', async ({ tab }) => {
  const panel = await tab.openPanel();
  await open(panel, CONVERSATION);
  const warning = async () => (await panel.texts('status')).join(' ');
  await expect.poll(warning).toContain('The app is missing 1 message that the server sent.');
  await goTo(panel, SNAPSHOT);
  await expect.poll(() => panel.count('heading', `Changes from MESSAGES_SNAPSHOT #${SNAPSHOT}`)).toBe(1);
  expect(await warning()).not.toContain('is missing');
  const notes = await panel.evaluate(() => document.querySelector('.note-box')?.textContent ?? '');
  expect(notes).toContain('ID changed (1)');
  expect(notes).toContain('Appended (1)');
  await expectNoViolations(panel);
});

story('5,000 messages and one of a megabyte: the panel makes only what is seen', async ({ tab }) => {
  const panel = await tab.openPanel();
  const many = Array.from({ length: 5_000 }, (_, n) => [
    ...textMessage(`m${n}`, `Message ${n}, `, 'in two pieces.'),
  ]);
  const long = [...textMessage('long', `${'A long text. '.repeat(80_000)}The end.`)];
  await open(panel, [START, ...many.flat(), ...long, END]);
  await expect.poll(() => panel.count('button', /more characters$/)).toBe(1);
  const { made, most } = await panel.evaluate(async () => {
    let added = 0;
    const seen = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          added += node instanceof Element ? node.querySelectorAll('*').length + 1 : 1;
    });
    seen.observe(document.body, { subtree: true, childList: true });
    let shown = 0;
    for (let step = 0; step < 20; step++) {
      lens.cursor = 1 + step * 950;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      shown = Math.max(shown, document.querySelectorAll('.messages *').length);
    }
    seen.disconnect();
    return { made: added, most: shown };
  });
  expect(most).toBeLessThan(3_000);
  // At every step all of them would be a million.
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(20_000);
  const touched = await panel.evaluate(() => {
    const box = document.querySelector('.conversation-box')?.getBoundingClientRect();
    const inner = document.querySelector('.touched')?.getBoundingClientRect();
    return box !== undefined && inner !== undefined && inner.top < box.bottom && inner.bottom > box.top;
  });
  expect(touched).toBe(true);
});

story(
  'messages of every height are scrolled through without a jump, and Tab reaches the next one',
  async ({ tab }) => {
    const panel = await tab.openPanel();
    const many = Array.from({ length: 400 }, (_, n) => [
      ...textMessage(`m${n}`, 'A line of text. '.repeat(1 + (n % 17) * 9)),
    ]);
    await open(panel, [START, ...many.flat(), END]);
    await expect.poll(async () => (await panel.texts('listitem')).at(-1)).toContain('m399');
    const jumps = await panel.evaluate(async () => {
      const box = document.querySelector('.conversation-box');
      if (box === null) return [-1];
      const found: number[] = [];
      box.dispatchEvent(new WheelEvent('wheel'));
      for (let step = 0; step < 30; step++) {
        const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
        const row = [...box.querySelectorAll('li')].find(
          (each) => each.getBoundingClientRect().bottom > middle,
        );
        const before = row?.getBoundingClientRect().top ?? 0;
        box.scrollTop -= 60;
        for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
        if (row?.isConnected) found.push(Math.round(row.getBoundingClientRect().top - before - 60));
      }
      return found;
    });
    expect(jumps.length).toBeGreaterThan(20);
    const rendered = await panel.evaluate(async () => {
      const list = document.querySelector<HTMLElement>('.conversation');
      let count = 0;
      if (list !== null)
        Object.defineProperty(list, 'offsetTop', { get: () => ++count && 8, configurable: true });
      for (let frame = 0; frame < 20; frame++) await new Promise((done) => requestAnimationFrame(done));
      if (list !== null) Reflect.deleteProperty(list, 'offsetTop');
      return count;
    });
    // Without input, at most pending work is rendered.
    expect(rendered).toBeLessThan(4);
    expect(jumps.filter((jump) => Math.abs(jump) > 2)).toEqual([]);
    const focused = () =>
      panel.evaluate(() => document.activeElement?.closest('.message')?.getAttribute('aria-posinset'));
    await panel.evaluate(() => document.querySelector<HTMLElement>('.conversation [role=group]')?.focus());
    const first = Number(await focused());
    for (let presses = 0; presses < 16; presses++) await panel.press('Tab');
    await expect.poll(async () => Number(await focused())).toBeGreaterThan(first + 1);
  },
);
