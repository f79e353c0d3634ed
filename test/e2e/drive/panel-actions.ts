// Steps in the panel that stories and the scenarios of real apps share.
import { expect } from '@playwright/test';
import type { Panel, Tab } from './browser';

/** Runs a command of the palette; waits for the dialog that it opens. */
export async function runCommand(panel: Panel, text: string, dialog?: string): Promise<void> {
  await panel.press('Control+k');
  await expect.poll(() => panel.count('dialog', 'Commands')).toBe(1);
  await panel.type(text);
  await panel.press('Enter');
  if (dialog !== undefined) await expect.poll(() => panel.count('dialog', dialog)).toBe(1);
}

/** Runs a command of the palette that opens the rules. */
export async function openRules(panel: Panel, text: string): Promise<void> {
  await panel.click('grid', 'Events');
  await runCommand(panel, text, 'Rules for this page');
}

/** Presses a key where nothing has the focus. */
export function pressUnfocused(panel: Pick<Tab, 'evaluate'>, key: string, ctrlKey = false): Promise<void> {
  return panel.evaluate(
    (name, isHeld) => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, ctrlKey: isHeld, bubbles: true }),
      );
    },
    key,
    ctrlKey,
  );
}

/** Replaces the text of a field. */
export async function fill(panel: Panel, field: string, text: string): Promise<void> {
  await panel.click('textbox', field);
  await panel.press('Control+a');
  await panel.type(text);
}

/** The event that everything is shown as of. */
export const cursorOf = (panel: Panel): Promise<number | 'live'> => panel.evaluate(() => lens.cursor);

/** True if rules change the page of the panel. */
export const isChanging = (panel: Panel): Promise<boolean> =>
  panel.evaluate(() => /rules? changes? this page/.test(document.body.innerText));

/** Text of the open view. */
export async function viewOf(panel: Panel): Promise<string> {
  return (await panel.texts('tabpanel')).join(' ');
}
