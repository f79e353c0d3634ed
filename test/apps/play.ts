// Plays scenarios in a browser: its pages are served, and a tab does what a person does there.
import { test as base } from '@playwright/test';
import type { Browser, Tab } from '../e2e/drive/browser';
import { until } from '../e2e/drive/browser';
import { launch } from '../e2e/drive/launch';
import { accountOf } from './account';
import { buildPages } from './build-pages';
import type { Scenario, Step } from './scenario';
import { type AppsServer, addressOf, startApps } from './server';

interface PerWorker {
  readonly server: AppsServer;
  readonly driver: Browser;
}

/** A test with a server of these scenarios, and a tab. */
export const testOf = (scenarios: readonly Scenario[]) =>
  base.extend<{ readonly tab: Tab }, PerWorker>({
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

/** Messages and state as lines, and the error that the package reported. */
export interface PageAccount {
  readonly page: readonly string[];
  readonly error: string;
}

export async function pageOf(tab: Tab): Promise<PageAccount> {
  const { messages, state, error } = (await tab.evaluate(() => {
    // As everything that the panel can know: through JSON.
    const { app } = window;
    return JSON.parse(
      JSON.stringify({ messages: app.messages(), state: app.state() ?? null, error: app.error() }),
    );
  })) as { readonly messages: unknown; readonly state: unknown; readonly error: string };
  return { page: accountOf(messages, state), error };
}

const hasApp = (tab: Tab) => until(() => tab.evaluate(() => window.app !== undefined), { what: 'the page' });

/** Opens the page of a scenario. */
export async function visit(tab: Tab, server: AppsServer, scenario: Scenario): Promise<void> {
  await tab.goto(addressOf(server, scenario));
  await hasApp(tab);
}

/** Takes one step of a scenario. */
export async function take(tab: Tab, step: Step): Promise<void> {
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
    await hasApp(tab);
  } else
    await tab.evaluate((isHidden) => {
      // Headless browsers hide no tab; this sends the same value and event.
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return null;
    }, step.hide);
}
