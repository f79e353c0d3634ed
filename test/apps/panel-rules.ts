// Rules for the page of a tab, put into the open panel as a file of rules.
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { readLog } from '@/lib/core/files/read-log';
import { servedExchanges } from '@/lib/core/files/served-exchanges';
import { type AnsweredRequest, type FaultyResponse, toBatches } from '@/lib/core/what-if/answered-request';
import type { PageRule, PageRuleAction } from '@/lib/messages/page-rules';
import { writePageRules } from '@/lib/panel/page-rules-file';
import type { Panel } from '../e2e/drive/browser';
import { isChanging } from '../e2e/drive/panel-actions';

/** A rule for the requests to the URL of an exchange. */
export function ruleFor({ stream }: AnsweredRequest, action: PageRuleAction): PageRule {
  return { id: randomUUID(), isOn: true, match: { url: `*${new URL(stream.url).pathname}*` }, action };
}

/** The rule of the what-if dialog: it serves an answer. */
export function serveAnswer(exchange: AnsweredRequest, answer: FaultyResponse, pace: number): PageRule {
  const batches = toBatches(exchange, answer);
  const exchanges = servedExchanges(readLog(batches), batches);
  return ruleFor(exchange, { kind: 'serve', source: 'what-if', exchanges, isPaused: false, pace });
}

/** Puts rules in force, in place of others. The list of rules is open. */
export async function enforce(panel: Panel, rules: readonly PageRule[]): Promise<void> {
  const ids = rules.map(({ id }) => id);
  await panel.evaluate((text) => {
    const input = document.querySelector<HTMLInputElement>('dialog.rules input[type=file]');
    if (!input) throw new Error('The list of rules is not open.');
    const files = new DataTransfer();
    files.items.add(new File([text], 'rules.json'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return null;
  }, writePageRules(rules));
  // Rules of before may have affected requests; new ones have not.
  await expect.poll(() => affected(panel)).toEqual(ids.map(() => 0));
  if (!(await isChanging(panel))) await panel.click('button', 'Start');
  await expect.poll(() => isChanging(panel)).toBe(true);
}

/** True while an answer is being served. */
export const isServing = (panel: Panel): Promise<boolean> =>
  panel.evaluate(() => /answers? being served/.test(document.body.innerText));

/** Requests or events that each rule of the open list has affected. */
export function affected(panel: Panel): Promise<readonly number[]> {
  return panel.evaluate(() =>
    [...document.querySelectorAll('dialog.rules .rule-figure')].map(({ textContent }) => Number(textContent)),
  );
}
