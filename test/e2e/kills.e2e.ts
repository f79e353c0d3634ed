// The background dies again and again while ten streams are read: everything is there, once and in order.
// `npm run test:all` does it 200 times. LENS_SEED repeats the pauses between deaths.
import { createRandom } from '../core/model/random';
import { type Tab, until } from './drive/browser';
import { readingUrl } from './drive/reading-page';
import { accountOf, expectWhole, logCounts, story, untilRead, visit } from './reading-story';

const KILLS = process.env['LENS_LONG'] === '1' ? 200 : 8;
const BETWEEN_MS = 400;
const REPORTED_AFTER_MS = 2000;
const SEED = Number(process.env['LENS_SEED'] ?? Date.now() % 100_000);
/** A browser opens six connections to a server, and others need some. */
const STREAMS = 5;

story(`the background dies ${KILLS} times while ten streams are read`, async ({ parts }) => {
  story.setTimeout(120_000 + KILLS * 10 * BETWEEN_MS);
  const { driver, tab, pages } = parts;
  const { below } = createRandom(SEED);
  const second = await driver.newTab();
  const secondPages = pages.url.replace('localhost', 'second.localhost');
  const witness = await driver.newTab();
  await witness.goto(`${secondPages}/elsewhere`);
  const open = async (where: Tab, url: string) => {
    const reads = visit({ streams: STREAMS, pace: 5 });
    await where.goto(readingUrl(url, reads));
    return reads;
  };
  const pairs = [
    { reads: await open(tab, pages.url), of: parts, where: tab, site: pages.url },
    { reads: await open(second, secondPages), of: { ...parts, witness }, where: second, site: secondPages },
  ];
  for (const { of, reads } of pairs) await untilRead(of, reads, 500);
  for (let kills = 0; kills < KILLS; kills++) {
    await new Promise((resolve) => setTimeout(resolve, below(BETWEEN_MS)));
    await driver.killBackground();
  }
  for (const { of, reads, where, site } of pairs) {
    // The newest background gets to see the end: it has stored what was read until now.
    const { read: readByNow } = await accountOf(of, reads);
    await until(
      async () => {
        const { read, lacking } = await accountOf(of, reads);
        return read - lacking >= readByNow;
      },
      { what: 'the newest background to store' },
    );
    await where.goto(`${site}/elsewhere`);
    await expectWhole(of, reads);
  }
  // Only then is a document reported that has ended without its last closing message.
  await new Promise((resolve) => setTimeout(resolve, REPORTED_AFTER_MS));
  const accounts = [];
  for (const { of, reads } of pairs) {
    await expectWhole(of, reads);
    accounts.push(await accountOf(of, reads));
  }
  logCounts(`${driver.name}, seed ${SEED}, ${KILLS} deaths, ${pairs.length * STREAMS} streams`, accounts);
  await witness.close();
  await second.close();
});
