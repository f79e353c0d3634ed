// The scenarios: the page does what a person does, and the panel has what the page has.
import { expect } from '@playwright/test';
import type { Tab } from '../e2e/drive/browser';
import { pageOf, take, testOf, visit } from './play';
import type { Scenario } from './scenario';
import { scenarios } from './scenarios';
import { lookAt, type Seen } from './seen';
import type { AppsServer } from './server';
import { checkTable, noteRow } from './table';

const test = testOf(scenarios);

async function play(tab: Tab, server: AppsServer, scenario: Scenario): Promise<Seen> {
  await visit(tab, server, scenario);
  const panel = await tab.openPanel();
  for (const step of scenario.steps) await take(tab, step);
  const shown = await lookAt(panel);
  const seen = await pageOf(tab);
  await picture(panel, scenario);
  await panel.close();
  return { ...shown, ...seen };
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

test('the table in README.md is what was seen', () => void checkTable());
