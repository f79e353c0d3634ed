// `npm run store`: pictures for the stores, of the built panel with the sample, 1280 × 800, and tiles. Listing texts are
// in .github/store.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumPath } from '../e2e/drive/paths';
import { buildSite } from '../site/build-site';
import { serveSite } from '../site/serve-site';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = resolve(ROOT, '.output/store');
const SIZE = { width: 1280, height: 800 };

interface Picture {
  readonly name: string;
  readonly isDark?: true;
  show(panel: Page): Promise<void>;
}

const view = (panel: Page, name: RegExp): Promise<void> => panel.getByRole('tab', { name }).first().click();

/** Goes to an event by the palette. */
async function goTo(panel: Page, seq: number): Promise<void> {
  await panel.keyboard.press('Control+K');
  await panel.getByRole('dialog').getByRole('combobox').fill(`#${seq}`);
  await panel.keyboard.press('Enter');
}

const PICTURES: readonly Picture[] = [
  {
    name: '1-timeline',
    isDark: true,
    async show(panel) {
      await goTo(panel, 230);
      await view(panel, /^Messages/);
    },
  },
  {
    name: '2-messages',
    async show(panel) {
      await goTo(panel, 125);
      await view(panel, /^Messages/);
    },
  },
  {
    name: '3-state',
    isDark: true,
    async show(panel) {
      await goTo(panel, 123);
      await view(panel, /^State/);
      await panel.getByRole('treeitem', { name: /turns/ }).first().click();
    },
  },
  { name: '4-findings', show: (panel) => view(panel, /^Findings/) },
  { name: '5-runs', isDark: true, show: (panel) => view(panel, /^Run/) },
];

const TILES = [
  { name: 'tile-440x280', width: 440, height: 280, size: 26 },
  { name: 'tile-1400x560', width: 1400, height: 560, size: 60 },
] as const;

const icon = readFileSync(resolve(ROOT, 'public/icon/icon.svg'), 'utf8');

function tileHtml(size: number): string {
  return `<!doctype html><style>
    body { margin: 0; height: 100vh; display: grid; place-content: center; justify-items: center; text-align: center;
      gap: ${size / 2}px; background: #14171f; color: #f4f6fb; font: ${size}px/1.25 "DejaVu Sans", sans-serif; }
    svg { width: ${size * 3}px; height: ${size * 3}px; }
    b { font-size: 1.4em; } span { color: #b7c0d4; font-size: 0.62em; }
  </style>${icon}<b>AG-UI Lens</b><span>Every event of your agent, in DevTools</span>`;
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const site = await serveSite(await buildSite());
const browser = await chromium.launch({ executablePath: chromiumPath() });
for (const { name, isDark, show } of PICTURES) {
  const panel = await browser.newPage({ viewport: SIZE, colorScheme: isDark ? 'dark' : 'light' });
  await panel.goto(site.url);
  await panel.setInputFiles('input[type=file]', resolve(ROOT, 'public/sample.agui.jsonl'));
  await panel
    .getByRole('row', { name: /RUN_FINISHED/ })
    .first()
    .waitFor();
  await show(panel);
  await panel.mouse.move(0, 0);
  await panel.screenshot({ path: resolve(FOLDER, `${name}.png`), animations: 'disabled' });
  await panel.close();
}
for (const { name, width, height, size } of TILES) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(tileHtml(size));
  await page.screenshot({ path: resolve(FOLDER, `${name}.png`) });
  await page.close();
}
await browser.close();
await site.close();
console.log(`The pictures are in ${relative(process.cwd(), FOLDER)}.`);
