// Detectability by a page: every probe runs in a browser with the extension and in one without. Only the differences
// listed in lib/page/README.md, a line each, are allowed.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { known, probesOf, sometimesOf } from '../contract/detection/known';
import { probes, startSite } from '../contract/detection/site';
import { type Browser, majorOf, type Tab } from './drive/browser';
import { launch } from './drive/launch';
import { ROOT } from './drive/paths';
import { story as base, expect } from './story';

type Answers = Readonly<Record<string, string>>;

/** Number of probes in one call of the driver. */
const AT_ONCE = 20;

/** Factor by which repeated probes wait longer. */
const PATIENT = 10;

async function ask(
  tab: Tab,
  url: string,
  names: readonly string[] = Object.keys(probes),
  patience = 1,
): Promise<Answers> {
  await tab.goto(url);
  const answers: Record<string, string> = {};
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const text = await tab.evaluate(
      ({ some, patience }) =>
        (
          window as never as { probeAll: (names: readonly string[], patience: number) => Promise<string> }
        ).probeAll(some, patience),
      { some: names.slice(at, at + AT_ONCE), patience },
    );
    Object.assign(answers, JSON.parse(text));
  }
  return answers;
}

/** True if the answers differ, or fail. */
const isWrong = ({ bare, ours }: { bare: Answers; ours: Answers }, name: string): boolean =>
  bare[name] !== ours[name] || FAILED.test(bare[name] ?? '');

const FAILED = /^"(late|failed: )/;

/** Probes with a listed difference in a browser. */
const listedFor = (driver: Browser): string[] =>
  known.flatMap((one) => [probesOf, sometimesOf].flatMap((of) => of(one, driver.name, majorOf(driver))));

/** The probes, as asked without the extension and with it. */
const story = base.extend<object, { asked: { bare: Answers; ours: Answers } }>({
  asked: [
    async ({ driver }, use) => {
      const site = await startSite();
      const bare = await launch(driver.name, { bare: true });
      const tab = await driver.newTab();
      // Both at once: a probe mostly waits.
      const [without, withOurs] = await Promise.all([ask(bare.tab, site.url), ask(tab, site.url)]);
      const first = { bare: without, ours: withOurs };
      // On a busy machine an answer may come after a probe has looked for it: what differs is asked again, with more time.
      const listed = new Set(listedFor(driver));
      const again = Object.keys(probes).filter((name) => !listed.has(name) && isWrong(first, name));
      await use({
        bare: { ...first.bare, ...(await ask(bare.tab, site.url, again, PATIENT)) },
        ours: { ...first.ours, ...(await ask(tab, site.url, again, PATIENT)) },
      });
      await tab.close();
      await bare.close();
      await site.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});

const differing = ({ bare, ours }: { bare: Answers; ours: Answers }, names: readonly string[]): string[] =>
  names.filter((name) => bare[name] !== ours[name]);

for (const one of known) {
  story(`is still detectable: ${one.line}`, ({ asked, driver }) => {
    const listed = probesOf(one, driver.name, majorOf(driver));
    expect(differing(asked, listed)).toEqual(listed);
  });
}

story('nothing else is detectable', ({ asked, driver }) => {
  const listed = listedFor(driver);
  const others = Object.keys(probes).filter((name) => !listed.includes(name));
  const found = differing(asked, others).map((name) => [name, asked.bare[name], asked.ours[name]]);
  expect(found).toEqual([]);
  // A probe that fails or hangs proves nothing.
  const bad = Object.entries(asked.bare).filter(([, reported]) => FAILED.test(reported));
  expect(bad).toEqual([]);
});

story('the README of lib/page lists every detectable fact, and nothing else', () => {
  const readme = readFileSync(resolve(ROOT, 'lib/page/README.md'), 'utf8');
  const section = /## What a page can still tell\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '';
  const lines = section.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));
  expect(lines).toEqual(known.map(({ line }) => line));
});
