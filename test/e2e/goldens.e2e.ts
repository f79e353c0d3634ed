// The panel in pictures: every view at three widths and in a low panel, dark and light, and in the few colours of a
// high-contrast theme, from the sample recording; and its roles and names. The pictures in goldens/ were looked at by
// people; `npx playwright test … -u` writes them anew, to be looked at again. Only Chromium: letters are painted by the
// browser, and one is enough to see that something moved.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFile } from '@/lib/core/files/read-file';
import { createLog } from '@/lib/core/log/log';
import { type Tab, until } from './drive/browser';
import { CUT_RECORDING, dropFile } from './drive/drop';
import { pressUnfocused } from './drive/panel-actions';
import { ROOT } from './drive/paths';
import { expect, story } from './story';

// The only stories that are tried twice: a busy machine paints late.
story.describe.configure({ retries: 1 });

const SIZES = [
  [320, 760],
  [700, 760],
  [1400, 860],
  // As low as DevTools that are docked at the bottom of a small window.
  [1100, 200],
] as const;
/** Dark is the same layout in other colours: one width. */
const THEMES = { light: SIZES, dark: SIZES.filter(([width]) => width === 1400) } as const;
const VIEWS = ['event', 'messages', 'state', 'tools', 'run', 'findings'] as const;
/** Dialogs, and the key that opens each. */
const DIALOGS = { shortcuts: '?', palette: 'k', settings: ',' } as const;

const NAME = 'sample.agui.jsonl';
const SAMPLE = readFileSync(resolve(ROOT, 'public', NAME), 'utf8');

/** The place in the sample that each view shows: the first event of a type in a thread. */
const PLACES: Readonly<Record<(typeof VIEWS)[number], readonly [type: string, thread: string]>> = {
  event: ['STATE_DELTA', 'thread-8'],
  messages: ['MESSAGES_SNAPSHOT', 'thread-5'],
  state: ['STATE_DELTA', 'thread-8'],
  tools: ['RUN_FINISHED', 'thread-2'],
  run: ['RUN_FINISHED', 'thread-7'],
  findings: ['RUN_FINISHED', 'thread-8'],
};

/** The first event of a type in a thread of the sample. */
function placeOf([type, thread]: readonly [type: string, thread: string]): number {
  const read = readFile({ name: NAME, text: SAMPLE });
  if ('error' in read) throw new Error(read.error);
  const log = createLog();
  for (const batch of read.batches) log.append(batch);
  for (let seq = 0; seq < log.length; seq++) {
    if (log.typeOf(seq) === type && log.streamOf(seq)?.input?.['threadId'] === thread) return seq;
  }
  throw new Error(`The sample has no ${type} in ${thread}.`);
}

async function settle(tab: Tab): Promise<void> {
  await tab.evaluate(async () => {
    const { activeElement } = document;
    // A caret that blinks is another picture every half second.
    if (activeElement instanceof HTMLInputElement) activeElement.style.caretColor = 'transparent';
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    await lens.settled();
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });
}

/** The overview paints what is new this often, milliseconds; nothing in the panel comes later by itself. */
const LATEST_MS = 200;

/** The picture once it has stayed the same for longer than anything takes to come. */
async function stillPicture(tab: Tab): Promise<Buffer> {
  const path = join(tmpdir(), `lens-golden-${process.pid}.png`);
  let last: Buffer | undefined;
  let since = 0;
  return until(
    async () => {
      await settle(tab);
      const at = performance.now();
      await tab.screenshot(path);
      const bytes = readFileSync(path);
      rmSync(path);
      if (!last?.equals(bytes)) [last, since] = [bytes, performance.now()];
      return at - since > LATEST_MS && bytes;
    },
    { what: 'a picture that stays the same' },
  );
}

/** Browser of the pictures; others paint letters and controls a little differently. */
const PAINTER = 'Chrome/156.';

/** The share of a picture that may be another one. */
async function tolerance(tab: Tab): Promise<number> {
  return (await tab.evaluate(() => navigator.userAgent)).includes(PAINTER) ? 0.0005 : 0.01;
}

async function picture(tab: Tab, name: string): Promise<void> {
  const options = { maxDiffPixelRatio: await tolerance(tab) };
  expect.soft(await stillPicture(tab), name).toMatchSnapshot(`${name}.png`, options);
}

async function open(tab: Tab, origin: string, theme: keyof typeof THEMES = 'light'): Promise<void> {
  await tab.goto(`${origin}/panel.html?tab=0`);
  // Stories before this one have set what they like.
  await tab.evaluate((name) => {
    localStorage.clear();
    localStorage.setItem('settings', JSON.stringify({ theme: name }));
  }, theme);
  await tab.goto(`${origin}/panel.html?tab=0`);
  await tab.evaluate(async (text) => {
    // By name: some machines have a slanted face of these too, and others slant the upright one.
    const add = async (family: string, face: string, weight: string) => {
      document.fonts.add(await new FontFace(family, `local("${face}")`, { weight }).load());
    };
    for (const face of ['DejaVu Sans', 'DejaVu Sans Mono']) {
      await add(`Picture ${face}`, face, 'normal');
      await add(`Picture ${face}`, `${face} Bold`, 'bold');
    }
    const { style } = document.documentElement;
    style.fontFamily = '"Picture DejaVu Sans"';
    style.setProperty('--mono', '"Picture DejaVu Sans Mono"');
    await lens.import('sample.agui.jsonl', text);
    lens.cursor = 0;
  }, SAMPLE);
  await stillPicture(tab);
}

/** A view at what is worth looking at in it. */
function show(tab: Tab, view: (typeof VIEWS)[number]): Promise<void> {
  return tab.evaluate(
    (id, seq) => {
      lens.cursor = seq;
      document.querySelector<HTMLElement>(`#tab-${id}`)?.click();
    },
    view,
    placeOf(PLACES[view]),
  );
}

/** The list scrolls as little as it must: always from the same place. */
async function showStart(tab: Tab): Promise<void> {
  await tab.evaluate(() => void (lens.cursor = 0));
  await stillPicture(tab);
}

story('the panel in a high-contrast theme looks as before', async ({ driver }) => {
  const tab = await driver.newTab();
  await tab.resize(1100, 760);
  await tab.forceColors(true);
  await open(tab, driver.origin);
  for (const view of VIEWS) {
    await show(tab, view);
    await picture(tab, `${view}-forced`);
    await showStart(tab);
  }
  await tab.close();
});

story('the panel for a screen reader', async ({ driver }) => {
  const tab = await driver.newTab();
  await tab.resize(1100, 760);
  await open(tab, driver.origin);
  for (const view of VIEWS) {
    await show(tab, view);
    await stillPicture(tab);
    expect.soft(await tab.roles(), view).toMatchSnapshot(`${view}.aria.yml`);
    await showStart(tab);
  }
  await tab.close();
});

for (const theme of ['light', 'dark'] as const) {
  for (const [width, height] of THEMES[theme]) {
    story(`the panel, ${theme}, ${width} px`, async ({ driver }) => {
      const tab = await driver.newTab();
      await tab.resize(width, height);
      await open(tab, driver.origin, theme);
      for (const view of VIEWS) {
        await show(tab, view);
        await picture(tab, `${view}-${width}-${theme}`);
        await showStart(tab);
      }
      if (width === 1400) {
        await pressUnfocused(tab, 'v');
        await show(tab, 'messages');
        await picture(tab, `pair-${width}-${theme}`);
        await pressUnfocused(tab, 'v');
        await showStart(tab);
      }
      for (const [dialog, key] of width === 700 || height < 300 ? [] : Object.entries(DIALOGS)) {
        await pressUnfocused(tab, key, key !== '?');
        await picture(tab, `${dialog}-${width}-${theme}`);
        await tab.evaluate(() => document.querySelector('dialog')?.close());
        await stillPicture(tab);
      }
      if (width !== 700) {
        await dropFile(tab, 'cut.agui.jsonl', CUT_RECORDING);
        await until(() => tab.evaluate(() => document.querySelector('dialog .primary') !== null), {
          what: 'what is in the file',
        });
        await picture(tab, `incoming-${width}-${theme}`);
      }
      await tab.close();
    });
  }
}
