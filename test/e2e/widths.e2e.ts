// At every width of the panel, and while it becomes another one: rows keep apart, controls and texts too, and of every
// name there is enough to be read. In the real DevTools of both browsers.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { sse } from '../support/logs';
import type { Panel } from './drive/browser';
import { findClashes } from './drive/clashes';
import { CROWDED } from './drive/crowded';
import { openFile, panelEvents } from './drive/demo';
import { pressUnfocused } from './drive/panel-actions';
import { ROOT } from './drive/paths';
import { expect, panelOn, story } from './story';

const WIDTHS = [1400, 900, 700, 340, 700, 900, 1400];
const VIEWS = ['Event', 'Messages', 'State', 'Tools', 'Run', 'Findings'];

/** Waits until all that a change has caused is on screen. */
const settle = (panel: Panel) =>
  panel.evaluate(async () => {
    await lens.settled();
    const frames = async () => {
      for (let frame = 0; frame < 6; frame++) await new Promise((done) => requestAnimationFrame(done));
    };
    // Chromium may stop drawing a panel.
    await Promise.race([frames(), new Promise((done) => setTimeout(done, 1_000))]);
  });

/** Statuses are whole, a message's menu is at its corner, and the controls of Messages take one line. */
function brokenLines(): string[] {
  const tops = (elements: Iterable<Element>) => [...elements].map((each) => each.getBoundingClientRect());
  const found: string[] = [];
  // An inline element is never cut, and has no width of its own here.
  for (const tag of document.querySelectorAll('.run-row [class*="ending-"]'))
    if (tag.clientWidth > 0 && tag.scrollWidth > tag.clientWidth + 1)
      found.push(`status cut: ${tag.textContent}`);
  for (const kind of document.querySelectorAll('.value-kind'))
    if (kind.scrollWidth > kind.clientWidth + 1) found.push(`kind of the value cut: ${kind.textContent}`);
  for (const input of document.querySelectorAll('input[placeholder]'))
    if (getComputedStyle(input).textOverflow !== 'ellipsis')
      found.push(`cut in the middle: ${input.getAttribute('placeholder')}`);
  for (const menu of document.querySelectorAll('.message header > .menu-anchor')) {
    const [own, header] = tops([menu, menu.parentElement ?? menu]);
    if (own && header && own.top - header.top > 6) found.push(`menu below its header: ${header.width} px`);
  }
  for (const bar of document.querySelectorAll('.messages > .view-bar')) {
    const middles = tops(bar.children).map(({ top, bottom }) => (top + bottom) / 2);
    const isWrapped = Math.max(...middles) - Math.min(...middles) > 8;
    if (isWrapped && bar.clientWidth > 330) found.push('controls of Messages in several lines');
  }
  return found;
}

/** Nothing lies on anything else, at any width. */
async function expectRoom(panel: Panel, what: string): Promise<void> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await panel.resize(width);
    await settle(panel);
    const clashes = [...(await panel.evaluate(findClashes)), ...(await panel.evaluate(brokenLines))];
    found.push(...clashes.map((clash) => `${what}, ${width} px: ${clash}`));
  }
  expect.soft(found).toEqual([]);
}

async function openCrowded(panel: Panel): Promise<void> {
  await openFile(panel, 'crowded.json', CROWDED);
  await settle(panel);
}

const view = (panel: Panel, name: string) =>
  panel.evaluate((id) => document.querySelector<HTMLElement>(`#tab-${id}`)?.click(), name.toLowerCase());

const clickAll = (panel: Panel, selector: string) =>
  panel.evaluate((wanted) => {
    for (const element of document.querySelectorAll<HTMLElement>(wanted)) element.click();
  }, selector);

for (const name of VIEWS) {
  story(`there is room for everything in ${name}, at every width`, async ({ tab }) => {
    const panel = await tab.openPanel();
    await openCrowded(panel);
    await view(panel, name);
    await expectRoom(panel, 'live');
    await panel.evaluate(() => void (lens.cursor = 80));
    await expectRoom(panel, 'at an event');
    if (name === 'State') {
      await panel.click('button', 'Diff');
      await expectRoom(panel, 'diff');
      await panel.click('button', 'Tree');
    }
    if (name === 'Messages') {
      await clickAll(panel, '.inline-call > summary');
      await expectRoom(panel, 'calls opened');
      await clickAll(panel, '.messages input[type=checkbox]');
      await expectRoom(panel, 'markdown');
      await clickAll(panel, '.messages input[type=checkbox]');
    }
    if (name === 'Run') {
      await panel.evaluate(() => {
        for (const box of [...document.querySelectorAll<HTMLElement>('.run-row input')].slice(0, 2))
          box.click();
      });
      await expectRoom(panel, 'two runs compared');
      await clickAll(panel, '.run-row input:not(:checked)');
      await expectRoom(panel, 'all runs ticked');
    }
    await pressUnfocused(panel, 'v');
    await expectRoom(panel, 'two views');
    await pressUnfocused(panel, 'v');
    await panel.resize();
  });
}

/** Counts the rows of the list or of a view that nothing cuts or covers; of a message a line is enough. If they are too
 * few, returns a description of the screen. */
function tooFewRows(within: string, wanted: number): string[] {
  const rows = document.querySelectorAll(
    `${within} :is([aria-rowindex]:not([aria-rowindex="1"]), [role="treeitem"], .message, .rule-group h2)`,
  );
  const shown = [...rows].filter((row) => {
    const { left, top, bottom } = row.getBoundingClientRect();
    const needed = Math.min(bottom - top, 22) - 4;
    let seen = 0;
    for (let y = top; y < bottom; y++) if (row.contains(document.elementFromPoint(left + 12, y))) seen++;
    return seen >= needed;
  });
  if (shown.length >= wanted) return [];
  const around = [...document.querySelectorAll('.main > *, .beside > *, #view > * > *, [role="dialog"]')];
  return [`${shown.length} of ${wanted}`].concat(
    around.map((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return `${each.className} ${Math.round(top)} to ${Math.round(bottom)}: ${each.textContent?.slice(0, 60)}`;
    }),
  );
}

/** Controls beyond the right edge of their view, and whether there are any controls. */
function controlsBeyond(): { readonly has: boolean; readonly beyond: readonly string[] } {
  const bars = [...document.querySelectorAll<HTMLElement>('#view .view-bar')];
  const beyond = bars.flatMap((bar) => {
    const { right } = (bar.parentElement ?? bar).getBoundingClientRect();
    return [...bar.children]
      .filter((each) => each.getBoundingClientRect().right > right + 1)
      .map((each) => each.textContent ?? '');
  });
  return { has: bars.length > 0, beyond };
}

async function expectRows(panel: Panel, within: string, wanted: number, size: string): Promise<void> {
  await settle(panel);
  await expect.poll(() => panel.evaluate(tooFewRows, within, wanted), { message: size }).toEqual([]);
}

const SIZES = [
  { width: 1400, height: 200, rows: 2 },
  { width: 900, height: 200, rows: 2 },
  { width: 700, height: 200, rows: 2 },
  { width: 340, height: 425, rows: 3 },
  { width: 340, height: 760, rows: 3 },
];

story('every list shows rows at every size of the panel', async ({ tab }) => {
  const panel = await tab.openPanel();
  await openCrowded(panel);
  await panel.evaluate(() => {
    for (const button of document.querySelectorAll<HTMLElement>('.tour button')) button.click();
  });
  for (const { width, height, rows } of SIZES) {
    await panel.resize(width, height);
    for (const name of VIEWS.filter((each) => each !== 'Event')) {
      await view(panel, name);
      const wanted = name === 'Messages' || name === 'Findings' ? 1 : rows;
      const size = `${name}, ${width} × ${height} px`;
      await expectRows(panel, '#view', wanted, size);
      expect.soft(await panel.evaluate(findClashes), size).toEqual([]);
    }
    await expectRows(panel, '.event-list', rows, `events, ${width} × ${height} px`);
  }
  await panel.resize(1400, 200);
  await panel.evaluate(() => void (lens.cursor = 80));
  for (const name of ['State', 'Tools', 'Run']) {
    await view(panel, name);
    await expectRows(panel, '#view', 2, `${name}, 1400 × 200 px, at an event of the past`);
  }
  for (const height of [250, 300]) {
    await panel.resize(340, height);
    for (const name of ['State', 'Tools', 'Run']) {
      await view(panel, name);
      await expectRows(panel, '#view', 2, `${name}, 340 × ${height} px, at an event of the past`);
    }
    await expectRows(panel, '.event-list', 1, `events, 340 × ${height} px, at an event of the past`);
  }
  await panel.resize();
  await view(panel, 'State');
  await panel.click('button', 'Actions for this value');
  await panel.press('ArrowDown');
  await panel.press('Enter');
  await expect.poll(() => panel.count('region', 'Watched paths')).toBe(1);
  const spareOfValue = () =>
    panel.evaluate(() => {
      const [value, writer] = ['.watch-value', '.watch-writer'].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      return (writer?.left ?? 0) - (value?.right ?? 0);
    });
  await expect.poll(spareOfValue, { message: 'blank pixels beside a watched object' }).toBeLessThan(20);
  await panel.resize(1400, 200);
  await expectRows(panel, '#view', 2, 'State, 1400 × 200 px, with a watched path');
  await clickAll(panel, '.watches button[aria-label^="Stop watching"]');
  await panel.resize();
});

/** A run of each thread, as server-sent events. */
const runsOf = (...threads: readonly string[]) =>
  sse(
    ...threads.flatMap((threadId) => [
      { type: 'RUN_STARTED', threadId, runId: `run of ${threadId}` },
      { type: 'STATE_SNAPSHOT', snapshot: { threadId } },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: `message of ${threadId}`, role: 'assistant', delta: 'Hello.' },
      { type: 'RUN_FINISHED', threadId, runId: `run of ${threadId}` },
    ]),
  );

story('the controls of a low and narrow view stay in it', async ({ tab }) => {
  const panel = await tab.openPanel();
  await openFile(panel, 'threads.sse', runsOf('a thread with a long name', 'another thread'));
  for (const name of ['Messages', 'State']) {
    await view(panel, name);
    await panel.resize(340, 330);
    await settle(panel);
    expect(await panel.evaluate(controlsBeyond), name).toEqual({ has: true, beyond: [] });
  }
  await panel.resize();
});

/** Pixels between the only row of a view's table and the details below it. */
function pixelsAboveDetails(): number {
  const top = document.querySelector('#view .details')?.getBoundingClientRect().top ?? Infinity;
  const row = document.querySelector('#view [aria-rowindex="2"]')?.getBoundingClientRect();
  return top - (row?.bottom ?? 0);
}

story('the details of one run or call are right below it in a low and narrow view', async ({ tab }) => {
  const panel = await tab.openPanel();
  const call = { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'search', delta: '{}' };
  await openFile(panel, 'one.sse', runsOf('only') + sse(call));
  await panel.resize(340, 600);
  for (const name of ['Run', 'Tools']) {
    await view(panel, name);
    await settle(panel);
    await expect.poll(() => panel.evaluate(pixelsAboveDetails), { message: name }).toBeLessThan(30);
  }
  await panel.resize();
});

/** Cells that do not end where their head ends, of the list and of the tables of a view. */
function cellsBesideHeads(): string[] {
  const found: string[] = [];
  if (document.querySelectorAll('.event-row').length === 0) found.push('no row');
  for (const table of document.querySelectorAll('.event-list, .run-table, .calls')) {
    const rightOf = (cell: Element) => Math.round(cell.getBoundingClientRect().right);
    const ends = [...(table.querySelector('.table-edge')?.children ?? [])].map(rightOf);
    for (const row of table.querySelectorAll('.event-row, .run-row, .run-share, .call-row'))
      for (const [at, cell] of [...row.children].entries())
        if (rightOf(cell) !== ends[at])
          found.push(`${row.className} ${at}: ${rightOf(cell)}, not ${ends[at]}`);
  }
  return found;
}

/** Statuses and times of calls that are cut. */
function cutOfCalls(): string[] {
  const cells = [...document.querySelectorAll('.call-row > :is(:nth-child(2), .number)')];
  const isTools = document.querySelector('.calls') !== null;
  if (isTools && cells.length === 0) return ['no call'];
  return cells
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map(({ textContent }) => textContent ?? '');
}

// The bars of Chromium lie over the lists if it has no window.
story(
  'columns are below their heads, also beside a scroll bar, and calls are shown whole',
  async ({ tab }) => {
    const panel = await tab.openPanel();
    await openFile(
      panel,
      'sample.agui.jsonl',
      readFileSync(resolve(ROOT, 'public/sample.agui.jsonl'), 'utf8'),
    );
    // A call waits here.
    await panel.evaluate(() => void (lens.cursor = 200));
    for (const [width, height] of [[1400], [900], [700], [340, 600]] as const) {
      await panel.resize(width, height);
      for (const name of ['Run', 'Tools']) {
        await view(panel, name);
        await settle(panel);
        expect.soft(await panel.evaluate(cellsBesideHeads), `${name}, ${width} px`).toEqual([]);
        expect.soft(await panel.evaluate(cutOfCalls), `${name}, ${width} px`).toEqual([]);
      }
    }
    await panel.resize();
  },
);

story('a narrow panel shows what is stepped by, unless it is each event', async ({ tab }) => {
  const panel = await tab.openPanel();
  await openCrowded(panel);
  await panel.resize(1000);
  await panel.click('button', 'Play');
  const picker = () => panel.count('combobox', 'Step by');
  await expect.poll(picker).toBe(1);
  await panel.resize(500);
  await expect.poll(picker).toBe(0);
  await panel.resize(1000);
  await panel.evaluate(() => {
    const select = document.querySelector<HTMLSelectElement>('select[aria-label="Step by"]');
    if (select === null) return;
    select.value = 'run';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await panel.resize(500);
  await expect.poll(picker).toBe(1);
  await expectRoom(panel, 'stepping by run');
  await panel.resize();
});

story('the notice that no event matches the filter keeps apart from the page loads', async ({ tab }) => {
  const panel = await tab.openPanel();
  await openFile(panel, 'sample.agui.jsonl', readFileSync(resolve(ROOT, 'public/sample.agui.jsonl'), 'utf8'));
  await panel.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('.filter');
    if (box === null) throw new Error('There is no filter.');
    box.value = 'nothing-like-it';
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect.poll(() => panel.count('button', 'Clear the filter')).toBe(1);
  for (const width of [900, 340]) {
    await panel.resize(width);
    await settle(panel);
    // The button that saves a filter lies in its box.
    const found = (await panel.evaluate(findClashes)).filter((clash) => !clash.includes('"Filter"'));
    expect(found, `${width} px`).toEqual([]);
  }
  await panel.resize();
});

story('the figures of a selected time take one line below the tracks', async ({ tab }) => {
  const panel = await tab.openPanel();
  await openCrowded(panel);
  await panel.evaluate(
    () =>
      void document
        .querySelector('.overview [role=slider]')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true })),
  );
  await expect.poll(() => panel.count('button', 'Show all')).toBe(1);
  for (const width of [1400, 340]) {
    await panel.resize(width);
    await settle(panel);
    const box = await panel.evaluate(() => {
      const [tracks, text, button] = ['.overview canvas', '.overview-part span', '.overview-part button'].map(
        (each) => document.querySelector(each)?.getBoundingClientRect(),
      );
      return {
        isBelow: (tracks?.bottom ?? 0) <= (text?.top ?? 0),
        lines: Math.round((text?.height ?? 0) / 18),
        gap: Math.round((button?.left ?? 0) - (text?.right ?? 0)),
      };
    });
    expect(box, `${width} px`).toEqual({ isBelow: true, lines: 1, gap: 6 });
  }
  await panel.resize();
});

story('there is room for everything in the library and the settings, at every width', async ({ tab }) => {
  const panel = await tab.openPanel();
  await openCrowded(panel);
  await panel.click('button', 'Library');
  await expect.poll(() => panel.count('tab', 'Recent')).toBe(1);
  await panel.resize(340, 200);
  const above = () =>
    panel.evaluate(() => {
      const [dialog, buttons] = ['dialog', 'dialog .dialog-buttons'].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      return (buttons?.top ?? 0) - (dialog?.top ?? 0);
    });
  await expect.poll(above, { message: 'pixels above the buttons of a low dialog' }).toBeGreaterThan(140);
  await panel.resize();
  await panel.click('button', 'Save');
  await expect
    .poll(() => panel.evaluate(() => document.querySelectorAll('.session-title').length))
    .toBeGreaterThan(0);
  await expectRoom(panel, 'saved');
  await panel.click('tab', 'Recent');
  await expectRoom(panel, 'recent');
  await panel.press('Escape');
  for (const key of [',', 'k']) {
    await pressUnfocused(panel, key, true);
    await expectRoom(panel, `Control+${key}`);
    await panel.press('Escape');
  }
  await panel.resize();
});

story(
  'messages keep apart while they stream and the panel becomes narrower and wider',
  async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent: 'long', pace: 4 }));
    await tab.evaluate(() => void window.demo.run('Go on.'));
    await panelEvents(panel, 10);
    await view(panel, 'Messages');
    for (let events = 40; events < 600; events += 40) {
      await panelEvents(panel, events);
      await panel.resize(WIDTHS[(events / 40) % WIDTHS.length]);
      await settle(panel);
      // Polled: between a text's growth and the next frame what follows has not moved yet, and nor has the end.
      await expect
        .poll(() => panel.evaluate(findClashes), { message: `${events} events`, timeout: 2_000 })
        .toEqual([]);
      const below = () =>
        panel.evaluate(() => {
          const box = document.querySelector('.conversation-box');
          return box === null ? Infinity : Math.round(box.scrollHeight - box.clientHeight - box.scrollTop);
        });
      await expect.poll(below, { message: 'pixels below the view' }).toBeLessThan(3);
    }
    await panel.resize();
  },
);
