// Counts the clicks and keys that an answer takes.
import type { Panel } from './drive/browser';
import { expect } from './story';

/** Clicks and keys for one answer. */
const STEPS_MAX = 2;

/** Clicks and keys of a panel; a text that is typed or pasted is one step with its Enter. */
export type CountedSteps = Pick<Panel, 'click' | 'press'>;

/** Answers a question, within the allowed number of clicks and keys. */
export async function inTwoClicks(
  panel: Panel,
  answer: (asked: CountedSteps) => Promise<void>,
): Promise<void> {
  let steps = 0;
  await answer({
    click(role, name) {
      steps++;
      return panel.click(role, name);
    },
    press(keys) {
      steps++;
      return panel.press(keys);
    },
  });
  expect(steps, 'clicks and keys').toBeLessThanOrEqual(STEPS_MAX);
}
