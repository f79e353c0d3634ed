// The scenarios: the page does what a person does, and the panel has what the page has.
import { test as base, expect } from '@playwright/test';
import type { Browser, Tab } from '../e2e/drive/browser';
import { until } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { accountOf } from './account';
import { buildPages } from './build-pages';
import type { Scenario, Step } from './scenario';
import { scenarios } from './scenarios';
import { lookAt, type Seen } from './seen';
import { type AppsServer, addressOf, startApps } from './server';
import { checkTable, noteRow } from './table';

interface PerWorker {
  readonly server: AppsServer;
  readonly driver: Browser;
}

const test = base.extend<{ readonly tab: Tab }, PerWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
    async ({}, use) => {
      const server = await startApps(scenarios, await buildPages());
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
    async ({}, use, { project }) => {
      const driver = await launch(project.name === 'firefox' ? 'firefox' : 'chromium', { headless: true });
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  tab: async ({ driver }, use) => {
    const tab = await driver.newTab();
    await use(tab);
    await tab.close();
  },
});

const pageOf = (tab: Tab) =>
  tab.evaluate(() => {
    // As everything that the panel can know: through JSON.
    const { app } = window;
    return JSON.parse(
      JSON.stringify({ messages: app.messages(), state: app.state() ?? null, error: app.error() }),
    );
  }) as Promise<{ readonly messages: unknown; readonly state: unknown; readonly error: string }>;

async function take(tab: Tab, step: Step): Promise<void> {
  if ('act' in step)
    await tab.evaluate(
      (name, words) => Promise.resolve(window.app.act[name]?.(...words)).then(() => null),
      step.act,
      step.words ?? [],
    );
  else if ('begin' in step)
    await tab.evaluate(
      (name, words) => {
        void window.app.act[name]?.(...words);
        return null;
      },
      step.begin,
      step.words ?? [],
    );
  else if ('until' in step)
    await until(async () => JSON.stringify(await pageOf(tab)).includes(step.until), {
      what: `the page to show ${step.until}`,
    });
  else if ('reload' in step) {
    await tab.reload();
    await until(() => tab.evaluate(() => window.app !== undefined), { what: 'the page after its reload' });
  } else
    await tab.evaluate((isHidden) => {
      // Headless browsers hide no tab; the page is told what it would be told.
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return null;
    }, step.hide);
}

async function play(tab: Tab, server: AppsServer, scenario: Scenario): Promise<Seen> {
  await tab.goto(addressOf(server, scenario));
  await until(() => tab.evaluate(() => window.app !== undefined), { what: 'the page' });
  const panel = await tab.openPanel();
  for (const step of scenario.steps) await take(tab, step);
  const shown = await lookAt(panel);
  const { messages, state, error } = await pageOf(tab);
  await picture(panel, scenario);
  await panel.close();
  return { ...shown, page: accountOf(messages, state), error };
}

/** With LENS_PICTURES, what the panel looks like. */
async function picture(
  panel: Awaited<ReturnType<Tab['openPanel']>>,
  { page, name }: Scenario,
): Promise<void> {
  const folder = process.env['LENS_PICTURES'];
  if (folder === undefined) return;
  for (const theme of ['light', 'dark']) {
    await panel.evaluate((wanted) => {
      document.documentElement.dataset['theme'] = wanted;
      return null;
    }, theme);
    await panel.screenshot(`${folder}/${page}-${name.replaceAll(/\W+/g, '-')}-${theme}.png`);
  }
}

for (const scenario of scenarios) {
  test(`${scenario.page}: ${scenario.name}`, async ({ tab, server }) => {
    const seen = await play(tab, server, scenario);
    noteRow(scenario, seen);
    expect(seen.consumer).toContain(scenario.consumer);
    if (scenario.differs === undefined) expect(seen.app ?? seen.server).toEqual(seen.page);
    else expect(seen.app ?? seen.server, 'both are equal: nothing is to be explained').not.toEqual(seen.page);
  });
}

test('the table in README.md is what was seen', () => {
  checkTable();
});
