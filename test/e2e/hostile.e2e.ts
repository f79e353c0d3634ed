// Files that were made to harm: the panel opens them, shows every view, and is never busy for long.
import { FINISHED as END, STARTED as START, sse } from '../support/logs';
import { events as streamed } from '../support/stream-text';
import { paced, recordingOf } from './drive/recorded';
import { expect, story } from './story';

const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const STATE = { a: { list: many(200, (n) => ({ n, t: 'x'.repeat(20) })) } };
const copies = (count: number) => many(count, (n) => ({ op: 'copy', from: '/a', path: `/a/c${n}` }));

/** Calls of a tool with a schema, as a recording: only those have requests. */
function withTool(parameters: object, args: object): string {
  const calls = many(20, (n) => streamed(`tool c${n} f ${JSON.stringify(args)}`)).flat();
  const request = { threadId: 't', runId: 'r', tools: [{ name: 'f', description: '', parameters }] };
  return recordingOf([{ request, events: paced([START, ...calls, END]), how: 'complete' }]);
}

const snapshot = { type: 'STATE_SNAPSHOT', snapshot: STATE };
const delta = (patch: readonly object[]) => ({ type: 'STATE_DELTA', delta: patch });

const FILES: Readonly<Record<string, string>> = {
  'a pattern that backtracks': withTool(
    { properties: { t: { pattern: '^(a+[^(])+$' } } },
    { t: `${'a'.repeat(60)}(` },
  ),
  'a format that backtracks': withTool(
    { properties: { t: { format: 'url' } } },
    { t: `http://${'a'.repeat(60)}` },
  ),
  'a schema that multiplies': withTool(
    Object.fromEntries([
      ...many(30, (n) => [`$${n}`, 0]),
      [
        '$defs',
        Object.fromEntries(
          many(40, (n) => [n, { allOf: [{ $ref: `#/$defs/${n + 1}` }, { $ref: `#/$defs/${n + 1}` }] }]),
        ),
      ],
      ['$ref', '#/$defs/0'],
    ]),
    { a: 1 },
  ),
  'copies that double, just below the limit': sse(START, snapshot, delta(copies(10)), END),
  'copies that double without end': sse(
    START,
    snapshot,
    delta(copies(36)),
    delta(copies(80)),
    ...many(30, () => delta(copies(36))),
    END,
  ),
  'copies of the whole state': sse(
    START,
    snapshot,
    ...many(60, (n) => delta([{ op: 'copy', from: '', path: `/b${n}` }])),
    END,
  ),
  'a state deeper than a stack': `data: {"type":"STATE_SNAPSHOT","snapshot":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n\n${sse(START, END)}`,
  'one delta, a state that moves into itself': sse(
    START,
    snapshot,
    ...many(200, (n) =>
      delta([
        { op: 'move', from: '/a', path: '/b' },
        { op: 'add', path: '/a', value: {} },
        { op: 'move', from: '/b', path: `/a/${n}` },
      ]),
    ),
    END,
  ),
};

for (const [name, text] of Object.entries(FILES)) {
  story(`the panel stays awake: ${name}`, async ({ driver }) => {
    const tab = await driver.newTab();
    await tab.goto(`${driver.origin}/panel.html?file`);
    await tab.evaluate(() => {
      const state = { longest: 0, last: performance.now() };
      Object.assign(window, { awake: state });
      setInterval(() => {
        const now = performance.now();
        state.longest = Math.max(state.longest, now - state.last);
        state.last = now;
      }, 20);
    });
    const file = text.startsWith('{"format"') ? 'hostile.agui.jsonl' : 'hostile.sse';
    await tab.evaluate((as, content) => lens.import(as, content), file, text);
    await expect.poll(() => tab.evaluate(() => lens.length)).toBeGreaterThan(0);
    const tabs = await tab.evaluate(() => document.querySelectorAll('[role=tab]').length);
    for (let at = 0; at < tabs; at++) {
      await tab.evaluate((index) => document.querySelectorAll<HTMLElement>('[role=tab]')[index]?.click(), at);
      // Two events back: what came before is made again.
      for (const key of ['End', 'ArrowUp', 'ArrowUp']) {
        await tab.evaluate((pressed) => {
          const grid = document.querySelector<HTMLElement>('[role=grid]');
          grid?.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
        }, key);
        await tab.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 30))));
      }
    }
    const text2 = await tab.evaluate(() => JSON.stringify(lens.findings()).length);
    expect(text2).toBeGreaterThan(0);
    const longest = await tab.evaluate(() =>
      Math.round((window as never as { awake: { longest: number } }).awake.longest),
    );
    console.log(`${driver.name}: ${name}: busy for ${longest} ms at most`);
    await tab.close();
  });
}
