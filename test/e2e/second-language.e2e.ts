// The panel in a language whose words are longer: nothing has to be scrolled sideways in the narrowest panel. Only
// Chromium puts another language in before the panel starts.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { speakPseudo } from '../support/pseudo';
import { CUT_RECORDING, dropFile } from './drive/drop';
import { ROOT } from './drive/paths';
import { expect, story } from './story';

const SAMPLE = readFileSync(resolve(ROOT, 'public', 'sample.agui.jsonl'), 'utf8');
const VIEWS = ['event', 'messages', 'state', 'tools', 'run', 'findings'];
const DIALOGS = { '?': false, ',': true, k: true, s: true } as const;

/** What is wider than the room it has, and would have to be scrolled. */
function scrolledSideways(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('html, body, body *')];
  return all
    .filter((element) => {
      const isScrolled =
        /auto|scroll/.test(getComputedStyle(element).overflowX) || element.tagName === 'HTML';
      return isScrolled && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    })
    .map(
      ({ tagName, className, id, scrollWidth, clientWidth }) =>
        `${tagName}#${id}.${className}: ${scrollWidth} in ${clientWidth}`,
    );
}

story('every view and dialog fits 320 pixels in a language with longer words', async ({ driver }) => {
  const tab = await driver.newTab();
  await tab.resize(320, 760);
  await tab.prepare('translateLens', speakPseudo);
  await tab.goto(`${driver.origin}/panel.html?file`);
  await tab.evaluate(async (text) => lens.import('sample.agui.jsonl', text), SAMPLE);
  const isSpoken = () => tab.evaluate(() => document.querySelector('#tab-messages')?.textContent ?? '');
  await expect.poll(isSpoken).toMatch(/^Ṁéššáĝéš/);
  for (const view of VIEWS) {
    await tab.evaluate((id) => document.querySelector<HTMLElement>(`#tab-${id}`)?.click(), view);
    await tab.evaluate(() => lens.settled());
    await expect.soft
      .poll(() => tab.evaluate(scrolledSideways), { message: view, timeout: 2_000 })
      .toEqual([]);
  }
  const isOpen = () => tab.evaluate(() => document.querySelectorAll('dialog').length);
  for (const [key, ctrlKey] of Object.entries(DIALOGS)) {
    await tab.evaluate(
      (name, ctrl) => {
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: name, ctrlKey: ctrl, bubbles: true }),
        );
      },
      key,
      ctrlKey,
    );
    await expect.poll(isOpen).toBe(1);
    // What is loaded on demand is not there at once.
    if (key === 's')
      await expect
        .poll(() => tab.evaluate(() => document.querySelectorAll('.library-list > p').length))
        .toBe(2);
    expect.soft(await tab.evaluate(scrolledSideways), key).toEqual([]);
    await tab.evaluate(() => document.querySelector('dialog')?.close());
    await expect.poll(isOpen).toBe(0);
  }
  await dropFile(tab, 'cut.agui.jsonl', CUT_RECORDING);
  await expect.poll(isOpen).toBe(1);
  expect.soft(await tab.evaluate(scrolledSideways), 'incoming').toEqual([]);
  await tab.evaluate(() => document.querySelector('dialog')?.close());
  await expect.poll(isOpen).toBe(0);
  // Something that it must find.
  await tab.evaluate(() => {
    const [box, wide] = [document.createElement('div'), document.createElement('p')];
    box.style.overflow = 'auto';
    wide.style.width = '500px';
    wide.textContent = 'wide';
    box.append(wide);
    document.body.append(box);
  });
  expect(await tab.evaluate(scrolledSideways)).not.toEqual([]);
  await tab.close();
});
