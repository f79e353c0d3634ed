// Run from here against real servers: a conversation is forked at an event, an interrupt that waits is answered, and so is
// a call of a tool of the page. The page keeps its own conversation.
import { expect } from '@playwright/test';
import { parseRequestBody } from '@/lib/core/agui/request';
import type { JsonObject } from '@/lib/core/json/json';
import type { Panel, Tab } from '../e2e/drive/browser';
import { fill, runCommand } from '../e2e/drive/panel-actions';
import { type PageAccount, pageOf, take, testOf, visit } from './play';
import { type Scenario, say } from './scenario';
import { scenarios } from './scenarios';
import type { AppsServer } from './server';

const test = testOf(scenarios);
test.describe.configure({ timeout: 120_000 });

function scenarioOf(page: string, name: string): Scenario {
  const found = scenarios.find((each) => each.page === page && each.name === name);
  if (!found) throw new Error(`There is no scenario ${page} ${name}.`);
  return found;
}

/** Does what a person does, with the panel open; the page must be the same later. */
async function play(
  { tab, server }: { readonly tab: Tab; readonly server: AppsServer },
  scenario: Scenario,
): Promise<{ readonly panel: Panel; readonly before: PageAccount }> {
  await tab.goto(`${server.url}/native.html`);
  const panel = await tab.openPanel();
  await tab.evaluate(() => sessionStorage.clear());
  await visit(tab, server, scenario);
  for (const step of scenario.steps) await take(tab, step);
  await panel.evaluate(() => lens.settled());
  return { panel, before: await pageOf(tab) };
}

/** Opens the composer at the first event of a type. */
async function openComposer(panel: Panel, type: string): Promise<void> {
  // A list that still grows may move below the pointer.
  const choose = async (): Promise<string> => {
    await panel.click('row', new RegExp(type));
    return panel.evaluate(() => document.querySelector('[role=row][aria-selected=true]')?.textContent ?? '');
  };
  await expect.poll(choose).toContain(type);
  await runCommand(panel, 'Run from here', 'Run from here');
}

interface RecordedRun {
  readonly origin: string;
  readonly input: JsonObject;
}

/** Runs whose answers have ended, in order. */
async function runsIn(panel: Panel): Promise<readonly RecordedRun[]> {
  const text = await panel.evaluate(() => JSON.stringify(lens.boundaries()));
  const all: { kind: string; stream?: { origin?: string; requestBody?: string } }[] = JSON.parse(text);
  return all.flatMap(({ kind, stream }) => {
    const input = kind === 'close' ? parseRequestBody(stream?.requestBody ?? '')?.input : undefined;
    return input ? [{ origin: stream?.origin ?? 'page', input }] : [];
  });
}

/** Chooses what the composer starts from. */
async function startFrom(panel: Panel, start: string): Promise<void> {
  await panel.evaluate((value) => {
    const select = document.querySelector<HTMLSelectElement>('dialog.run-from select');
    if (!select) throw new Error('There is no choice.');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return null;
  }, start);
}

/** Sends what is composed; its request, and that of the page before it. */
async function send(panel: Panel): Promise<{ readonly sent: JsonObject; readonly first: JsonObject }> {
  await panel.click('button', 'Send');
  const sentRuns = async () => (await runsIn(panel)).filter(({ origin }) => origin === 'sent by you');
  await expect.poll(async () => (await sentRuns()).length).toBe(1);
  const [sent] = await sentRuns();
  const first = (await runsIn(panel)).find(({ origin }) => origin === 'page');
  if (!sent || !first) throw new Error('A run is missing.');
  await panel.evaluate(() => lens.settled());
  await expect.poll(() => panel.count('row', /POST .*sent by you.*finished/)).toBe(1);
  return { sent: sent.input, first: first.input };
}

/** Roles and contents of the messages of a request. */
function messagesOf({ messages }: JsonObject): readonly string[] {
  const list = Array.isArray(messages) ? messages : [];
  return (list as JsonObject[]).map(({ role, content }) => `${role}: ${JSON.stringify(content ?? null)}`);
}

/** Number of matches in the recorded bytes. */
async function answerIn(panel: Panel, text: RegExp): Promise<number> {
  const recording = await panel.evaluate(() => lens.export('recording'));
  return recording.split(text).length - 1;
}

interface Case {
  readonly page: string;
  readonly name: string;
  /** Matches a part of the answer to the manual request. */
  readonly answer: RegExp;
}

const forks: Readonly<Record<string, Case>> = {
  tanstack: { page: 'tanstack', name: 'hello', answer: /number [3-9]\./ },
  copilotkit: { page: 'copilotkit', name: 'hello', answer: /number [3-9]\./ },
  // Its model repeats its messages: none after the fork.
  mastra: { page: 'ag-ui-client', name: 'Mastra: hello', answer: /"Hello, Something else\?\./ },
};

for (const [title, { page, name, answer }] of Object.entries(forks))
  test(`${title}: a conversation is forked at an event in its middle`, async ({ tab, server }) => {
    const { panel, before } = await play({ tab, server }, scenarioOf(page, name));
    expect(before.page).toHaveLength(4);
    await openComposer(panel, 'RUN_FINISHED');
    await fill(panel, 'Prompt', 'Something else?');
    const { sent, first } = await send(panel);
    expect(sent['threadId']).toBe(first['threadId']);
    expect(messagesOf(sent)).toEqual([
      'user: "Hello"',
      expect.stringMatching(/^assistant: "(Hello number \d|You said: Hello)\."$/),
      'user: "Something else?"',
    ]);
    await expect.poll(() => answerIn(panel, answer)).toBe(1);
    expect(await pageOf(tab)).toEqual(before);
  });

interface Memory {
  /** Matches a part of the answer to the manual request. */
  readonly answer: RegExp;
  /** The page's next answer. */
  readonly later: string;
}

const memories: Readonly<Record<string, Memory>> = {
  // The server adds the forked turn; the page's next answer includes it.
  event: {
    answer: /"Hello, And again, Something else\?\./,
    later: 'Hello, And again, Something else?, More',
  },
  // As if there were no fork.
  thread: { answer: /"Hello, Something else\?\./, later: 'Hello, And again, More' },
};

for (const [start, { answer, later }] of Object.entries(memories))
  test(`mastra: what an agent with a memory knows of a fork of the ${start}`, async ({ tab, server }) => {
    const { panel, before } = await play({ tab, server }, scenarioOf('ag-ui-client', 'Mastra: memory'));
    await openComposer(panel, 'RUN_FINISHED');
    await startFrom(panel, start);
    await fill(panel, 'Prompt', 'Something else?');
    const { sent, first } = await send(panel);
    expect(sent['threadId'] === first['threadId']).toBe(start === 'event');
    expect(messagesOf(sent)).toEqual([
      'user: "Hello"',
      'assistant: "You said: Hello."',
      'user: "Something else?"',
    ]);
    await expect.poll(() => answerIn(panel, answer)).toBe(1);
    expect(await pageOf(tab)).toEqual(before);
    await take(tab, say('More'));
    const { page } = await pageOf(tab);
    expect(page).toEqual([...before.page, 'user: More', `assistant: You said: ${later}.`]);
  });

const calls: Readonly<Record<string, Case>> = {
  copilotkit: { page: 'copilotkit', name: 'tool of the page', answer: /number [3-9]\./ },
  mastra: { page: 'ag-ui-client', name: 'Mastra: tool of the page', answer: /painted by hand\./ },
};

for (const [title, { page, name, answer }] of Object.entries(calls))
  test(`${title}: a call of a tool of the page is answered by hand`, async ({ tab, server }) => {
    const { panel, before } = await play({ tab, server }, scenarioOf(page, name));
    await openComposer(panel, 'RUN_FINISHED');
    await fill(panel, 'Result of color', 'painted by hand');
    const { sent, first } = await send(panel);
    expect(sent['threadId']).toBe(first['threadId']);
    expect(messagesOf(sent).at(-1)).toBe('tool: "painted by hand"');
    await expect.poll(() => answerIn(panel, answer)).toBe(1);
    expect(await pageOf(tab)).toEqual(before);
  });

test('mastra: a suspended tool is resumed by the form of its schema', async ({ tab, server }) => {
  const scenario = { ...scenarioOf('ag-ui-client', 'Mastra: suspended tool'), steps: [say('Mail')] };
  const { panel, before } = await play({ tab, server }, scenario);
  expect(before.page).toEqual(['user: Mail']);
  await openComposer(panel, 'RUN_FINISHED');
  await panel.click('checkbox', 'approved');
  await fill(panel, 'note', 'regards');
  const { sent, first } = await send(panel);
  expect(sent['threadId']).toBe(first['threadId']);
  expect(sent['resume']).toEqual([
    {
      interruptId: `${first['runId']}::call-mail`,
      status: 'resolved',
      payload: { approved: true, note: 'regards' },
    },
  ]);
  // The tool continues, and the model answers with the tool's result.
  await expect.poll(() => answerIn(panel, /sent with regards\./)).toBe(1);
  expect(await pageOf(tab)).toEqual(before);
});

test('mastra: a tool whose suspension is only a CUSTOM event is resumed by a text', async ({
  tab,
  server,
}) => {
  const scenario = {
    ...scenarioOf('ag-ui-client', 'Mastra: suspended tool, CUSTOM event'),
    steps: [say('Ask')],
  };
  const { panel, before } = await play({ tab, server }, scenario);
  expect(before.page).toEqual(['user: Ask']);
  await openComposer(panel, 'RUN_FINISHED');
  const legends = () =>
    panel.evaluate(() => [...document.querySelectorAll('legend')].map(({ innerText }) => innerText));
  await expect.poll(legends).toEqual(['Answer to “Which colour?”']);
  await fill(panel, 'Value', 'green');
  const { sent, first } = await send(panel);
  expect(sent['threadId']).toBe(first['threadId']);
  expect(sent['resume']).toBeUndefined();
  // The event's value is JSON in a string, and goes back as it came.
  const { command } = sent['forwardedProps'] as { readonly command: JsonObject };
  expect(command).toEqual({ resume: 'green', interruptEvent: expect.any(String) });
  expect(JSON.parse(String(command['interruptEvent']))).toMatchObject({
    type: 'mastra_suspend',
    toolCallId: 'call-ask',
    runId: first['runId'],
    suspendPayload: { question: 'Which colour?' },
  });
  await expect.poll(() => answerIn(panel, /answered with green\./)).toBe(1);
  expect(await pageOf(tab)).toEqual(before);
});

test('tanstack: an interrupt that waits is answered by hand, and waits on in the page', async ({
  tab,
  server,
}) => {
  const scenario = { ...scenarioOf('tanstack', 'approval'), steps: [say('Mail')] };
  const { panel, before } = await play({ tab, server }, scenario);
  await openComposer(panel, 'RUN_FINISHED');
  // It comes without a schema.
  await panel.evaluate(() => {
    const editor = document.querySelector<HTMLTextAreaElement>('dialog.run-from textarea');
    if (!editor) throw new Error('There is no editor.');
    editor.value = editor.value.replace('"payload": {}', '"payload": {"approved": true}');
    editor.dispatchEvent(new Event('input', { bubbles: true }));
    return null;
  });
  const { sent } = await send(panel);
  expect(sent['resume']).toMatchObject([{ status: 'resolved', payload: { approved: true } }]);
  await expect.poll(() => answerIn(panel, /It is sent\./)).toBe(1);
  expect(await pageOf(tab)).toEqual(before);
  await take(tab, { act: 'approve' });
  await take(tab, { until: 'It is sent.' });
});
