// axe finds nothing in any view, dark and light, in the real DevTools of both browsers.

import { setTheme, violations } from './drive/axe';
import { converse, expectedEvents, panelEvents } from './drive/demo';
import { CUT_RECORDING, dropFile } from './drive/drop';
import { runCommand } from './drive/panel-actions';
import { converseShown, expect, panelOn, story } from './story';

const VIEWS = ['Event', 'Messages', 'State', 'Tools', 'Run', 'Findings'];

for (const theme of ['light', 'dark']) {
  story(`axe finds nothing, ${theme}`, async ({ tab, visit }) => {
    const panel = await panelOn(tab, visit({ agent: 'everything', pace: 1 }));
    await setTheme(panel, theme);
    // First something that it must find.
    await panel.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src="/none.png">'));
    expect((await violations(panel)).join()).toContain('image-alt');
    await panel.evaluate(() => document.querySelector('body > img')?.remove());
    expect(await violations(panel)).toEqual([]);
    await converse(tab, 'Hello?');
    await panelEvents(panel, (await expectedEvents(tab, 'everything')).length);
    for (const view of VIEWS) {
      await panel.click('tab', view);
      expect(await violations(panel), view).toEqual([]);
    }
    for (const [dialog, keys] of [
      ['Keyboard shortcuts', '?'],
      ['Settings', 'Control+,'],
    ] as const) {
      await panel.click('grid', 'Events');
      await panel.press(keys);
      await expect.poll(() => panel.count('dialog', dialog), { message: dialog }).toBe(1);
      expect(await violations(panel), dialog).toEqual([]);
      await panel.click('button', 'Close');
    }
    // The pointer rests where the palette opens.
    await panel.click('grid', 'Events');
    await panel.press('Control+k');
    await expect.poll(() => panel.count('dialog', 'Commands'), { message: 'commands' }).toBe(1);
    const colours = () =>
      panel.evaluate(() => {
        const colourOf = (selector: string) => {
          const option = document.querySelector(`.palette li${selector}`);
          return option && getComputedStyle(option).backgroundColor;
        };
        return [colourOf('[aria-selected=true]') === colourOf('[aria-selected=false]:hover')];
      });
    await expect.poll(colours, { message: 'the command that Enter runs' }).toEqual([false]);
    expect(await violations(panel), 'commands').toEqual([]);
    await panel.press('Enter');
    await expect.poll(() => panel.count('dialog')).toBe(0);
    await runCommand(panel, 'what if');
    const broken = () => panel.evaluate(() => document.querySelectorAll('.what-if-table td button').length);
    await expect.poll(broken).toBeGreaterThan(50);
    expect(await violations(panel), 'faults and clients').toEqual([]);
    await panel.press('Escape');
    await expect.poll(() => panel.count('dialog')).toBe(0);
    await dropFile(panel, 'cut.agui.jsonl', CUT_RECORDING);
    await expect
      .poll(() => panel.count('dialog', 'Preview of cut.agui.jsonl'), { message: 'preview' })
      .toBe(1);
    expect(await violations(panel), 'what is in a file').toEqual([]);
    await panel.press('Escape');
    await expect.poll(() => panel.count('dialog')).toBe(0);
    await panel.press('/');
    await panel.type('ty');
    await expect.poll(() => panel.count('listbox'), { message: 'terms' }).toBe(1);
    expect(await violations(panel), 'what can be asked for').toEqual([]);
  });
}

story('every dialog that closes gives the focus back to the list', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ agent: 'everything', pace: 1 }));
  await converse(tab, 'Hello?');
  await panelEvents(panel, (await expectedEvents(tab, 'everything')).length);
  const focused = () => panel.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await panel.click('grid', 'Events');
  const drop = () => dropFile(panel, 'cut.agui.jsonl', CUT_RECORDING);
  const dialogs: readonly (readonly [string, () => Promise<void>, () => Promise<void>])[] = [
    ['Keyboard shortcuts', () => panel.press('?'), () => panel.press('Escape')],
    ['Settings', () => panel.press('Control+,'), () => panel.click('button', 'Close')],
    ['Commands', () => panel.press('Control+k'), () => panel.press('Enter')],
    ['Preview of cut.agui.jsonl', drop, () => panel.click('button', 'Cancel')],
    ['Preview of cut.agui.jsonl', drop, () => panel.press('Escape')],
  ];
  for (const [name, open, close] of dialogs) {
    await open();
    await expect.poll(() => panel.count('dialog', name)).toBe(1);
    await close();
    await expect.poll(() => panel.count('dialog')).toBe(0);
    await expect.poll(focused, name).toBe('Events');
  }
});

function dropFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

story('a file with unreadable parts is opened or refused by keys alone', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 1 }));
  await converseShown(tab, panel);
  for (const [key, shown] of [
    ['Escape', 0],
    ['Enter', 1],
  ] as const) {
    await panel.click('grid', 'Events');
    await dropFile(panel, 'cut.agui.jsonl', CUT_RECORDING);
    await expect
      .poll(() => panel.count('dialog', 'Preview of cut.agui.jsonl'), { message: 'preview' })
      .toBe(1);
    await panel.press(key);
    await expect.poll(() => panel.count('dialog')).toBe(0);
    await expect.poll(() => panel.count('button', 'Back to live')).toBe(shown);
  }
  await panel.close();
});

story('a dialog that lost the focus still handles keys', async ({ tab, visit }) => {
  const panel = await panelOn(tab, visit({ pace: 1 }));
  await converseShown(tab, panel);
  const at = () => panel.evaluate(() => JSON.stringify(lens.cursor));
  for (const [dialog, open] of [
    ['Library', () => panel.click('button', 'Library')],
    ['Export', () => panel.click('button', 'Export')],
    ['Settings', () => panel.press('Control+,')],
    ['Keyboard shortcuts', () => panel.press('?')],
  ] as const) {
    await panel.click('grid', 'Events');
    await open();
    await expect.poll(() => panel.count('dialog', dialog), dialog).toBe(1);
    // As when a button that was clicked cannot be pressed any more.
    await panel.evaluate(dropFocus);
    const before = await at();
    await panel.press('ArrowUp');
    expect(await at(), dialog).toBe(before);
    await panel.evaluate(dropFocus);
    await panel.press('Escape');
    await expect.poll(() => panel.count('dialog'), dialog).toBe(0);
  }
  await panel.close();
});
