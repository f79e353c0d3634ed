// Kills and navigations while an event is held and an answer is served: the page is never left hanging, and has all of it
// once. `npm run test:all` does it 200 times. LENS_SEED repeats the order.
import { isDeepStrictEqual } from 'node:util';
import { createRandom } from '../core/model/random';
import { type Panel, until } from './drive/browser';
import { openRules } from './drive/panel-actions';
import { contentOf, forgetRules } from './rules-story';
import { converseShown, story } from './story';

const SEED = Number(process.env['LENS_SEED'] ?? Date.now() % 100_000);
// Killed and loaded again is where the background and the document race: first, and more often.
const ACTS = [
  'kill and reload',
  'kill',
  'kill and reload',
  'reload',
  'away',
  'close',
  'kill and close',
  'stop',
] as const;
const ROUNDS = process.env['LENS_LONG'] === '1' ? 200 : ACTS.length;

const has = (panel: Panel, text: string): Promise<boolean> =>
  panel.evaluate((words) => document.body.innerText.includes(words), text);
const isHolding = (panel: Panel): Promise<boolean> => has(panel, 'holding TOOL_CALL_START');

story.beforeEach(forgetRules);

story(`${ROUNDS} kills and navigations while an event is held`, async ({ tab, visit, driver, server }) => {
  story.setTimeout(120_000 + ROUNDS * 20_000);
  const { below } = createRandom(SEED);
  await visit({ pace: 2 });
  let panel = await tab.openPanel();
  await converseShown(tab, panel);
  const whole = await contentOf(tab);
  // A new rule is above the others: this one edits what that one serves.
  await openRules(panel, 'Serve this recording');
  await panel.click('button', 'Close');
  await openRules(panel, 'Hold events of the page');
  await panel.click('button', 'Close');
  let during = 'start';
  const hold = async (): Promise<void> => {
    await until(() => has(panel, '2 rules change this page'), {
      what: `rules in force, ${during} (seed ${SEED})`,
    });
    await visit({ pace: 2, say: 'Hello?' });
    await until(() => isHolding(panel), { what: 'an event to be held' }).catch(async (error: unknown) => {
      const page = JSON.stringify(await contentOf(tab)).slice(0, 500);
      const bar = await panel.evaluate(() => document.querySelector('.main')?.textContent?.slice(0, 500));
      throw new Error(`${during} (seed ${SEED}): the page has ${page}, the panel “${bar}”.`, {
        cause: error,
      });
    });
  };
  const goOn = async (): Promise<void> => {
    await panel.click('grid', 'Events');
    await panel.press('F8');
  };
  const openAgain = async (): Promise<void> => {
    panel = await tab.openPanel();
    await openRules(panel, 'Rules that change');
    await panel.click('button', 'Start');
    await panel.click('button', 'Close');
  };
  for (let round = 0; round < ROUNDS; round++) {
    // Each of them, and then in any order.
    const act = ACTS[round < ACTS.length ? round : below(ACTS.length)] ?? 'kill';
    during = `round ${round}, ${act}`;
    await hold();
    if (act.startsWith('kill')) await driver.killBackground();
    if (act === 'away') await tab.goto(`${server.url}/elsewhere`);
    if (act.endsWith('reload') || act === 'away') await hold();
    if (act === 'stop') await panel.click('button', 'Stop');
    const isByHand = act !== 'stop' && !act.endsWith('close');
    if (act.endsWith('close')) await panel.close();
    await until(
      async () => {
        // The bar may still show the event of the document before.
        if (isByHand && (await isHolding(panel))) await goOn();
        return isDeepStrictEqual(await contentOf(tab), whole);
      },
      { what: `the page after “${act}” (seed ${SEED})` },
    );
    if (act.endsWith('close')) await openAgain();
    if (act === 'stop') {
      await openRules(panel, 'Rules that change');
      await panel.click('button', 'Start');
      await panel.click('button', 'Close');
    }
  }
});
