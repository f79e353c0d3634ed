// Fixtures of every story: a demo server, a browser with the extension (shared by the stories of a worker) and a tab of
// its own.
import { test as base, expect } from '@playwright/test';
import type { DemoEvent } from '../harness/agents/agent';
import { type DemoServer, startServer } from '../harness/server';
import type { Browser, Panel, Tab } from './drive/browser';
import {
  accountOfPage,
  accountOfPanel,
  converse,
  demoUrl,
  expectedEvents,
  panelEvents,
  type Visit,
} from './drive/demo';
import { launch } from './drive/launch';

interface PerWorker {
  readonly server: DemoServer;
  readonly driver: Browser;
}

/** The browser of a project of Playwright. */
export const nameOf = ({ name }: { readonly name: string }): Browser['name'] =>
  name === 'firefox' ? 'firefox' : 'chromium';

interface PerStory {
  readonly tab: Tab;
  /** Opens the demo page in the story's tab. */
  readonly visit: (visit?: Visit) => Promise<void>;
}

/** Removes the settings, because stories share a profile; returns the text of the panel. */
function leavePanel(panel: Panel): Promise<string> {
  const leave = () => {
    localStorage.removeItem('settings');
    return document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 1_500);
  };
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, 10_000, '(no answer)'));
  return Promise.race([panel.evaluate(leave), timeout]).catch(() => '(closed)');
}

/** `test` of Playwright with the fixtures of a story. */
export const story = base.extend<PerStory, PerWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  driver: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
    async ({}, use, { project }) => {
      const { HEADED } = process.env;
      const driver = await launch(nameOf(project), { headless: HEADED !== '1' });
      await use(driver);
      await driver.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  tab: async ({ driver }, use, testInfo) => {
    const tab = await driver.newTab();
    const panels: Panel[] = [];
    await use({
      ...tab,
      async openPanel() {
        const panel = await tab.openPanel();
        panels.push(panel);
        return panel;
      },
    });
    const shown = await Promise.all(panels.map(leavePanel));
    await tab.close();
    if (testInfo.status !== testInfo.expectedStatus)
      throw new Error(`The panel showed: ${shown.join(' | ')}`);
  },
  visit: async ({ tab, server }, use) => {
    await use((visit) => tab.goto(demoUrl(server.url, visit)));
  },
});

/** The panel has every event, the messages and the state of the page, and no gap. */
export async function expectSame(tab: Tab, panel: Panel, agent = 'chat'): Promise<void> {
  const expected = await expectedEvents(tab, agent);
  expect(await panelEvents(panel, expected.length)).toEqual(expected.map(({ type }) => type));
  expect(await accountOfPanel(panel)).toEqual(await accountOfPage(tab));
  expect(await panel.evaluate(() => JSON.stringify(lens.boundaries()))).not.toContain('"gap"');
}

/** Opens the panel once the page is there. */
export async function panelOn(tab: Tab, visited: Promise<void>): Promise<Panel> {
  await visited;
  return tab.openPanel();
}

/** Has a conversation, and returns the events of the page once the panel shows them. */
export async function converseShown(
  tab: Tab,
  panel: Panel,
  texts = ['Hello?'],
  agent = 'chat',
): Promise<readonly DemoEvent[]> {
  await converse(tab, ...texts);
  const events = await expectedEvents(tab, agent);
  await panelEvents(panel, events.length);
  return events;
}

export { expect };
