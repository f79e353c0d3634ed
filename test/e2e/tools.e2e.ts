// Tool calls as people look into them: chosen in the list, arguments followed by keys, the schema, two calls compared,
// and the way there from a message; axe finds nothing.
import { STARTED } from '../support/logs';
import { events } from '../support/stream-text';
import { expectNoViolations } from './drive/axe';
import type { Panel } from './drive/browser';
import { expect, story } from './story';

const tools = [
  {
    name: 'find',
    description: 'finds',
    parameters: { type: 'object', properties: { n: { type: 'number' } } },
  },
];
const EVENTS = [
  { ...STARTED, input: { threadId: 't', runId: 'r', messages: [], tools, context: [] } },
  ...events(String.raw`
    tool first find "{\"q\":\"tea\"," "\"n\":1}" · result first "{\"found\":1}"
    tool second find "{\"q\":\"te" "a\",\"n\":" "\"two\"}" · result second "{\"found\":2}" · end
  `),
];

async function open(panel: Panel): Promise<void> {
  await panel.evaluate((text) => lens.import('calls.json', text), JSON.stringify(EVENTS));
  await expect.poll(() => panel.evaluate(() => lens.length)).toBe(EVENTS.length);
}

const textOf = (panel: Panel, selector: string) =>
  panel.evaluate((where) => document.querySelector(where)?.textContent ?? '', selector);

story('arguments are followed by keys; two calls of a tool are compared', async ({ tab }) => {
  const panel = await tab.openPanel();
  await open(panel);
  await panel.click('tab', 'Tools');
  const slider = () => panel.attribute('slider', 'Arguments up to a delta', 'aria-valuetext');
  await expect.poll(slider).toContain('3 of 3 deltas');
  await panel.click('slider', 'Arguments up to a delta');
  await panel.press('Home');
  await panel.press('ArrowRight');
  await expect.poll(slider).toContain('1 of 3 deltas');
  expect(await textOf(panel, '[role=tree][aria-label=Arguments]')).toContain('"te"');
  await panel.press('End');
  await expect.poll(slider).toContain('3 of 3 deltas');
  await panel.evaluate(() => document.querySelector<HTMLElement>('.compare > summary')?.click());
  await expect.poll(() => textOf(panel, '.compare')).toContain('/n');
  expect(await textOf(panel, '.compare')).toContain('1 → "two"');
  await expectNoViolations(panel);
  const wide = await panel.evaluate(() => {
    document.body.style.width = '320px';
    const view = document.querySelector('#view');
    const edge = view === null ? 0 : view.getBoundingClientRect().left + view.clientWidth;
    const found = [...document.querySelectorAll('#view *')].filter(
      (each) => each.closest('.calls, .json-tree') === null && each.getBoundingClientRect().right > edge + 1,
    );
    document.body.style.width = '';
    return found.map(({ tagName, className }) => `${tagName} ${className}`);
  });
  expect(wide).toEqual([]);
});

story('a call in a message leads to its arguments', async ({ tab }) => {
  const panel = await tab.openPanel();
  await open(panel);
  await panel.click('tab', 'Messages');
  const isFocused = () =>
    panel.evaluate(() => {
      const call = document.querySelector<HTMLDetailsElement>('.inline-call');
      if (call?.open === false) call.querySelector<HTMLElement>('summary')?.click();
      const button = call?.querySelector<HTMLElement>(':scope > button:last-child');
      button?.focus();
      return call?.open === true && button?.isSameNode(document.activeElement) === true;
    });
  await expect.poll(isFocused).toBe(true);
  await panel.press('Enter');
  await expect.poll(() => panel.attribute('tab', 'Tools', 'aria-selected')).toBe('true');
  await expect.poll(() => textOf(panel, 'section h2')).toContain('first');
});
