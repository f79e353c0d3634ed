// `npm run picture`: the moving picture of README.md. A visit of the demo in the DevTools of Chromium; needs the built
// extension and ImageMagick.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { converse, demoUrl, panelEvents } from '../e2e/drive/demo';
import { launch } from '../e2e/drive/launch';
import { ROOT } from '../e2e/drive/paths';
import { startServer } from '../harness/server';

const FRAMES = resolve(ROOT, '.output/picture');
const PICTURE = resolve(ROOT, 'test/harness/screenshot.gif');
const SIZE = [1200, 760] as const;
const LIVE_FRAMES = 6;

interface Frame {
  readonly path: string;
  readonly ms: number;
}

rmSync(FRAMES, { recursive: true, force: true });
mkdirSync(FRAMES, { recursive: true });
const frames: Frame[] = [];
const server = await startServer();
const browser = await launch('chromium', { dock: 'undocked', size: SIZE });
try {
  const { tab } = browser;
  await tab.goto(demoUrl(server.url));
  const panel = await tab.openPanel();
  const keep = async (ms: number): Promise<void> => {
    const path = resolve(FRAMES, `${String(frames.length).padStart(2, '0')}.png`);
    await panel.screenshot(path);
    frames.push({ path, ms });
  };
  /** The overview paints after the rest. */
  const keepStill = async (ms: number): Promise<void> => {
    await panel.evaluate(() => lens.settled());
    await new Promise((done) => setTimeout(done, 400));
    await keep(ms);
  };

  await keepStill(1_200);
  const first = converse(tab, 'What is the weather like?', 'And somewhere warmer?');
  await panelEvents(panel, 1);
  await panel.click('tab', /^Messages/);
  for (let frame = 0; frame < LIVE_FRAMES; frame++) {
    await new Promise((done) => setTimeout(done, 300));
    await keep(400);
  }
  await first;
  await keepStill(1_500);
  await panel.click('tab', /^State/);
  await panel.click('row', /STATE_DELTA \/forecast/);
  await keepStill(1_800);
  await panel.click('tab', /^Tools/);
  await keepStill(1_800);
  await tab.goto(demoUrl(server.url, { agent: 'broken-bad-patch', say: 'Change the state.' }));
  await panel.click('button', /^Back to latest/);
  await panel.click('tab', /^Findings/);
  await keepStill(2_500);
} finally {
  await browser.close();
  await server.close();
}

const made = spawnSync(
  'convert',
  [
    ...frames.flatMap(({ path, ms }) => ['-delay', String(ms / 10), path]),
    ...['-loop', '0', '+dither', '-colors', '128', '-layers', 'optimize', PICTURE],
  ],
  { stdio: 'inherit' },
);
if (made.status !== 0) throw new Error('The picture was not written. It needs `convert` of ImageMagick.');
console.log(`${PICTURE}: ${frames.length} frames, ${Math.round(statSync(PICTURE).size / 1_000)} kB`);
