// Page rules with real front ends: a session that is served again gives the page what it had, every fault gives it what
// the table of faults predicts for its client, and an event that is held, edited, dropped or inserted changes nothing else.
import { expect } from '@playwright/test';
import { readerOf } from '@/lib/core/consumers/consumers';
import { readFile } from '@/lib/core/files/read-file';
import { readLog } from '@/lib/core/files/read-log';
import { type AnsweredRequest, exchangeOf } from '@/lib/core/what-if/answered-request';
import { faults } from '@/lib/core/what-if/faults';
import { type AppOutcome, whatIf } from '@/lib/core/what-if/what-if';
import type { EventEdit } from '@/lib/messages/event-edits';
import { type Panel, type Tab, until } from '../e2e/drive/browser';
import { openRules } from '../e2e/drive/panel-actions';
import { type AccountMessage, accountOf } from './account';
import { affected, enforce, isServing, ruleFor, serveAnswer } from './panel-rules';
import { type PageAccount, pageOf, take, testOf, visit } from './play';
import type { Scenario } from './scenario';
import { scenarios } from './scenarios';
import { wholeRuns } from './scenarios/whole-runs';
import type { AppsServer } from './server';

const test = testOf([...scenarios, ...wholeRuns]);
test.describe.configure({ timeout: 180_000 });

/** Scenarios of which a whole session is served. */
const SESSIONS: Readonly<Record<string, readonly string[]>> = {
  'ag-ui-client': ['1.0 hello', '1.0 frontend tool', '1.0 state', '0.0.59 frontend tool', '0.0.59 state'],
  tanstack: ['hello', 'tool of the page'],
  copilotkit: ['hello', 'tool of the page'],
  'copilotkit-react': ['hello', 'state', 'tool of the page'],
  'assistant-ui': ['hello', 'state'],
};

const REPORTS_RUN_ERROR = {
  'run-error': 'its app gets RUN_ERROR as an error, too; the promise of the run resolves as predicted',
  'late-error': 'its app gets RUN_ERROR as an error, too; the promise of the run resolves as predicted',
};

/** Predictions that are not what the page shows, and why not. */
const DIFFERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  copilotkit: REPORTS_RUN_ERROR,
  'copilotkit-react': REPORTS_RUN_ERROR,
  'assistant-ui': REPORTS_RUN_ERROR,
};

const titleOf = ({ page, name }: Scenario) => `${page} ${name.replace(/ ?everything/, '')}`.trim();

// Messages and calls have ids that the package or the rule draws, and engines have words of their own for what is not JSON
// and for a connection that breaks.
const DRAWN = /\b(m1|m2|c1|[\da-z]{20,})\b/g;
const NOT_JSON = /^.*\bJSON\b.*$/;
const BROKEN = 'Error in input stream';

const withoutIds = ({ page, error }: PageAccount): PageAccount => ({
  page: page.map((line) => line.replace(/^tool \S+:/, 'tool:')),
  error: error.replace(DRAWN, 'ID').replace(NOT_JSON, 'not JSON').replace(BROKEN, 'network error'),
});

const shown = async (tab: Tab): Promise<PageAccount> => withoutIds(await pageOf(tab));

/** Does what a person does in a scenario, from the start. */
async function play(tab: Tab, server: AppsServer, scenario: Scenario): Promise<void> {
  // Packages keep their thread in the storage of the tab.
  await tab.evaluate(() => sessionStorage.clear());
  await visit(tab, server, scenario);
  for (const step of scenario.steps) await take(tab, step);
}

/** The page's account once it no longer changes. */
async function calm(tab: Tab): Promise<PageAccount> {
  let before = '';
  return until(
    async () => {
      const account = await shown(tab);
      const now = JSON.stringify(account);
      const isSame = now === before;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, 250));
      return isSame && account;
    },
    { what: 'the page to be calm' },
  );
}

/** The panel of a tab, opened at a page that sends nothing by itself. */
async function panelOf(tab: Tab, { url }: AppsServer): Promise<Panel> {
  await tab.goto(`${url}/native.html`);
  return tab.openPanel();
}

/** The recorded answer of a run on screen: the one with the most events. */
async function recorded(panel: Panel): Promise<AnsweredRequest> {
  const name = 'session.agui.jsonl';
  const text = await panel.evaluate(async () => {
    await lens.settled();
    return lens.export('recording');
  });
  const read = readFile({ name, bytes: new TextEncoder().encode(text) });
  if ('error' in read) throw new Error(read.error);
  const log = readLog([...read.batches]);
  const [stream] = log.streams.toSorted((a, b) => b.events - a.events);
  if (stream === undefined) throw new Error('Nothing was recorded.');
  return exchangeOf(log, stream);
}

const STEP_MS = 120;
const TYPE = 'TEXT_MESSAGE_CONTENT';
const SENTENCE = 'It is 21 °C and mild.';
const HALF = '21 °C';

/**
 * The answer at an even pace. A client hands on what it has read one by one, later, and an error at once: what it had no
 * time for is lost. The predictions are those of a stream that leaves it that time.
 */
function paced({ frames, ...exchange }: AnsweredRequest): AnsweredRequest {
  const slower = frames.map((frame, index) => ({ ...frame, t: index * STEP_MS }));
  return { ...exchange, frames: slower, endT: slower.length * STEP_MS };
}

/** Speed of an answer. Without an expected error nothing can be lost; a stall of a minute is cut short. */
function paceOf(fault: string, { ending }: AppOutcome): number {
  if (fault === 'stall') return 40;
  return ending?.promise === 'rejects' ? 1 : 4;
}

/**
 * Messages as assistant-ui's page has them: a text and calls are one message, and one is there from the moment that a run
 * is asked for.
 */
function asAssistantUi(messages: readonly AccountMessage[]): readonly AccountMessage[] {
  const shown: AccountMessage[] = [];
  for (const message of messages) {
    const at = shown.findLastIndex(({ role }) => role === 'assistant');
    const last = shown[at];
    const isNext = message.role !== 'assistant' || (last?.content && message.content);
    if (last === undefined || isNext) shown.push(message);
    else
      shown[at] = {
        ...last,
        content: last.content || message.content,
        toolCalls: [...(last.toolCalls ?? []), ...(message.toolCalls ?? [])],
      };
  }
  return shown.some(({ role }) => role === 'assistant') ? shown : [...shown, { role: 'assistant' }];
}

/** The account expected from the page. TanStack AI has no state, and its errors are not predicted. */
function predictedAccount({ page }: Scenario, outcome: AppOutcome, { error }: PageAccount): PageAccount {
  // Each is a message of the model.
  const messages = outcome.messages as readonly AccountMessage[];
  return withoutIds({
    page: accountOf(
      page === 'assistant-ui' ? asAssistantUi(messages) : messages,
      page === 'tanstack' ? undefined : outcome.state,
    ),
    error: outcome.ending === undefined ? error : (outcome.ending.text ?? ''),
  });
}

for (const scenario of scenarios) {
  const { page, name } = scenario;
  if (!SESSIONS[page]?.includes(name)) continue;
  test(`${page}: ${name} is served, and the page has the same`, async ({ tab, server }) => {
    const panel = await panelOf(tab, server);
    await play(tab, server, scenario);
    const original = await calm(tab);
    await panel.evaluate(() => lens.settled());
    await openRules(panel, 'Serve this recording');
    await panel.click('button', 'Close');
    await play(tab, server, scenario);
    // The server would count on.
    await expect.poll(() => shown(tab)).toEqual(original);
    await expect.poll(() => panel.count('row', /served from this session #\d/)).toBeGreaterThan(0);
  });
}

for (const scenario of wholeRuns) {
  const title = titleOf(scenario);
  test(`${title}: every fault gives what was predicted`, async ({ tab, server }) => {
    const panel = await panelOf(tab, server);
    await play(tab, server, scenario);
    await take(tab, { until: SENTENCE });
    const exchange = paced(await recorded(panel));
    const { consumer } = readerOf(exchange.stream);
    expect(consumer.name).toBe(scenario.consumer);
    await openRules(panel, 'Rules that change');
    const wrong: string[] = [];
    for (const { fault, response, cells } of whatIf(exchange, [consumer], faults)) {
      const [cell] = cells;
      if (response === undefined || cell === undefined) throw new Error(`${fault.id} does not fit.`);
      await enforce(panel, [serveAnswer(exchange, response, paceOf(fault.id, cell.outcome))]);
      await play(tab, server, scenario);
      await expect.poll(() => affected(panel)).toEqual([1]);
      // TanStack AI leaves the rest of an answer unread that it could not parse.
      await until(async () => !(await isServing(panel)), { what: 'the end', timeoutMs: 3000 }).catch(
        () => {},
      );
      const seen = await calm(tab);
      const predicted = predictedAccount(scenario, cell.outcome, seen);
      const isSame = JSON.stringify(seen) === JSON.stringify(predicted);
      const why = DIFFERS[title]?.[fault.id];
      if (isSame !== (why === undefined)) wrong.push(fault.id);
      const text = isSame
        ? `= ${seen.error.slice(0, 60).replaceAll(/\s+/g, ' ')}`
        : `predicted ${JSON.stringify(predicted)}\n  seen ${JSON.stringify(seen)}\n  ${why ?? ''}`;
      process.stdout.write(`${title} × ${fault.id}: ${text}\n`);
    }
    expect(wrong).toEqual([]);
  });
}

for (const scenario of wholeRuns)
  test(`${titleOf(scenario)}: an event at half of the answer is held, edited, dropped, inserted`, async ({
    tab,
    server,
  }) => {
    const panel = await panelOf(tab, server);
    await play(tab, server, scenario);
    await take(tab, { until: SENTENCE });
    const original = await calm(tab);
    const exchange = await recorded(panel);
    const deltas = exchange.frames
      .filter(({ type }) => type === TYPE)
      .map(({ event }) => JSON.stringify(event));
    const nth = deltas.findIndex((text) => text.includes(`"${HALF}"`)) + 1;
    const withDelta = (delta: string) => (deltas[nth - 1] ?? '').replace(HALF, delta);
    const rule = (edit: EventEdit) =>
      ruleFor(exchange, { kind: 'change', event: { query: `type:${TYPE}`, nth }, edit });
    const expectSentence = (sentence: string) =>
      expect
        .poll(() => shown(tab))
        .toEqual({ ...original, page: original.page.map((line) => line.replace(SENTENCE, sentence)) });
    await openRules(panel, 'Rules that change');
    const edits: readonly (readonly [EventEdit, string])[] = [
      [{ kind: 'drop' }, 'It is  and mild.'],
      [{ kind: 'insert', event: withDelta('about '), isAfter: false }, 'It is about 21 °C and mild.'],
      [{ kind: 'replace', event: withDelta('12 °C') }, 'It is 12 °C and mild.'],
    ];
    for (const [edit, sentence] of edits) {
      await enforce(panel, [rule(edit)]);
      await play(tab, server, scenario);
      await expectSentence(sentence);
      await expect.poll(() => affected(panel)).toEqual([1]);
    }
    await enforce(panel, [rule({ kind: 'hold' })]);
    await panel.click('button', 'Close');
    const begin = scenario.steps.flatMap((step) =>
      'act' in step ? [{ begin: step.act, words: step.words ?? [] }] : [],
    );
    for (const isEdited of [false, true]) {
      await play(tab, server, { ...scenario, steps: begin });
      await until(() => panel.evaluate((type) => document.body.innerText.includes(`holding ${type}`), TYPE), {
        what: 'the event to be held',
      });
      await expectSentence('It is ');
      if (isEdited) {
        await panel.click('button', 'Change…');
        await expect.poll(() => panel.count('dialog', 'Change the held event')).toBe(1);
        await panel.evaluate(() => {
          const editor = document.querySelector<HTMLTextAreaElement>('dialog.held textarea');
          if (!editor) throw new Error('There is no editor.');
          editor.value = editor.value.replace('21 °C', '12 °C');
          editor.dispatchEvent(new Event('input', { bubbles: true }));
          return null;
        });
        await panel.click('button', 'Forward changed');
      } else await panel.click('button', 'Continue');
      await expectSentence(isEdited ? 'It is 12 °C and mild.' : SENTENCE);
    }
  });
