// Run from here: the composer, the bar while the answer arrives, and the run that was sent.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { offeredActions } from '@/components/app/actions';
import type { SentRequest } from '@/lib/messages/page-rules';
import type { PageRules } from '@/lib/panel/page-rules';
import { actAndLoad, contextMenu, one, setValue } from '../support/dom';
import { sseRecords } from '../support/logs';
import { createTestRules } from '../support/page-rules';
import { showPanel, type TestPanel } from '../support/panel';
import { STOCK_REQUEST, sampleRun } from '../support/sessions';
import { events } from '../support/stream-text';

let panel: TestPanel;
const REQUEST = { ...STOCK_REQUEST, messages: [{ id: 'u1', role: 'user', content: 'Hello?' }] };

async function shown(request: object = REQUEST, list: readonly object[] = sampleRun()) {
  const sent: [number, SentRequest][] = [];
  let stops = 0;
  const rules = createTestRules();
  const { sending, isArmed } = rules;
  const pageRules: PageRules = {
    ...rules,
    send: (frame, asked) => sent.push([frame, asked]),
    stopSending: () => stops++,
  };
  panel = await showPanel(list, { host: { pageRules }, request });
  return { sent, sending, isArmed, stops: () => stops };
}

const dialog = () => panel.container.querySelector('dialog.run-from');
const editor = () => one<HTMLTextAreaElement>(panel.container, 'dialog.run-from textarea');
const input = () => JSON.parse(editor().value);
const check = () => dialog()?.querySelector('#run-check')?.textContent;

/** Opens the menu of the row of an event, and chooses an entry. */
async function choose(seq: number, entry: string): Promise<void> {
  await contextMenu(one(panel.container, `[role=row][data-seq="${seq}"]`));
  await panel.click('menuitem', entry);
  await expect.poll(dialog).not.toBeNull();
}

const write = (text: string) => setValue(editor(), text, 'input');
/** Chooses the request that the editor begins with. */
const startFrom = (value: string) => setValue(one(panel.container, 'dialog.run-from select'), value);

test('the request at an event, with another prompt, is sent from the frame of the page', async () => {
  const { sent } = await shown();
  await choose(0, 'Run from here…');
  expect(check()).toBe('Valid RunAgentInput.');
  expect(input()).toMatchObject({ threadId: 't1', messages: [{ content: 'Hello?' }] });
  expect(input().runId).not.toBe('r1');
  await panel.type('textbox', 'Prompt', 'And then?');
  expect(input().messages).toMatchObject([{ role: 'user', content: 'And then?' }]);
  await panel.click('button', 'Send');
  expect(sent).toMatchObject([
    [0, { url: 'http://localhost/agent', headers: { 'content-type': 'application/json' } }],
  ]);
  expect(JSON.parse(sent[0]?.[1].body ?? '')).toMatchObject({ messages: [{ content: 'And then?' }] });
  expect(dialog()).toBeNull();
});

test('the recorded request can be sent instead, in its envelope, with a header of the user', async () => {
  const { sent } = await shown({ method: 'agent/run', params: { agentId: 'a' }, body: REQUEST });
  await choose(0, 'Run from here…');
  await startFrom('request');
  expect(input()).toEqual({ ...REQUEST, runId: input().runId });
  const headers = dialog()?.querySelectorAll('textarea')[1];
  if (!headers) throw new Error('There are no headers.');
  for (const [text, isRight] of [
    ['no header', false],
    ['Authorization: Bearer x', true],
  ] as const) {
    await setValue(headers, text, 'input');
    expect(panel.find('button', 'Send')).toHaveProperty('disabled', !isRight);
  }
  await panel.click('button', 'Send');
  expect(sent[0]?.[1].headers).toEqual({ authorization: 'Bearer x' });
  expect(JSON.parse(sent[0]?.[1].body ?? '')).toMatchObject({
    method: 'agent/run',
    params: { agentId: 'a' },
  });
});

test('the request at an event in a new thread, with the prompt that was typed', async () => {
  await shown();
  await choose(0, 'Run from here…');
  await panel.type('textbox', 'Prompt', 'And then?');
  const { threadId, messages } = input();
  await startFrom('thread');
  expect(input().threadId).not.toBe(threadId);
  expect(messages).toHaveLength(1);
  expect(input().messages).toMatchObject([{ content: 'And then?', id: expect.not.stringMatching(/^u1$/) }]);
  expect(check()).toBe('Valid RunAgentInput.');
});

test('an interrupt of a CUSTOM event is answered by a text, from the Run view', async () => {
  const { sent } = await shown(REQUEST, events('run r1 on t1 · custom on_interrupt "Delete it?" · end'));
  await panel.click('tab', /^Run/);
  await panel.click('button', 'Answer…');
  await expect.poll(dialog).not.toBeNull();
  expect(input().forwardedProps).toEqual({});
  expect(dialog()?.textContent).toContain('Answer to “Delete it?”');
  await panel.type('textbox', 'Value', 'No');
  expect(input().forwardedProps.command).toEqual({ resume: 'No', interruptEvent: 'Delete it?' });
  await write(editor().value.replace('"No"', '{"ok": true}'));
  expect(dialog()?.textContent).toContain('Not text');
  await panel.click('button', 'Send');
  expect(JSON.parse(sent[0]?.[1].body ?? '').forwardedProps.command.resume).toEqual({ ok: true });
});

test('an interrupt is answered by the form of its schema, a tool by its result', async () => {
  const { sent } = await shown(REQUEST, [
    { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' },
    { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'paint', parentMessageId: 'a1' },
    { type: 'TOOL_CALL_END', toolCallId: 'c1' },
    {
      type: 'RUN_FINISHED',
      threadId: 't1',
      runId: 'r1',
      outcome: {
        type: 'interrupt',
        interrupts: [
          {
            id: 'i1',
            reason: 'ask',
            message: 'Delete it?',
            responseSchema: {
              type: 'object',
              properties: {
                ok: { type: 'boolean' },
                how: { enum: ['now', 'later'] },
                times: { type: 'integer' },
                who: { type: 'object', properties: { name: { type: 'string' } } },
              },
            },
          },
          { id: 'i2', reason: 'free' },
        ],
      },
    },
  ]);
  await choose(3, 'Run from here…');
  await panel.type('textbox', 'Result of paint', 'red');
  await panel.click('checkbox', 'ok');
  await panel.type('textbox', 'who › name', 'Ann');
  await panel.type('spinbutton', 'times', '3');
  expect(input().resume[0].payload.times).toBe(3);
  // An empty field does not send the number before.
  await panel.type('spinbutton', 'times', '');
  const pick = async (name: RegExp, index: number) => {
    const select = panel.find('combobox', name);
    if (!(select instanceof HTMLSelectElement)) throw new Error(`There is no ${name}.`);
    select.selectedIndex = index;
    await act(() => void select.dispatchEvent(new Event('change', { bubbles: true })));
  };
  await pick(/^how/, 1);
  expect(input().messages).toMatchObject([{}, {}, { role: 'tool', toolCallId: 'c1', content: 'red' }]);
  expect(input().resume[0]).toEqual({
    interruptId: 'i1',
    status: 'resolved',
    payload: { ok: true, how: 'later', times: null, who: { name: 'Ann' } },
  });
  expect(dialog()?.textContent).toContain('This answer has no form');
  await pick(/^Answer/, 1);
  expect(input().resume[0].status).toBe('cancelled');
  expect(panel.names('checkbox')).not.toContain('ok');
  expect(check()).toBe('Valid RunAgentInput.');
  await panel.click('button', 'Send');
  expect(JSON.parse(sent[0]?.[1].body ?? '').resume).toMatchObject([{ status: 'cancelled' }, {}]);
});

test('a run of a new thread is sent to a URL, without a request before it', async () => {
  const { sent } = await shown();
  await act(() => {
    const action = offeredActions(panel.workspace).find(({ id }) => id === 'run-new');
    action?.run(panel.workspace);
  });
  await expect.poll(dialog).not.toBeNull();
  expect(check()).toBe('Enter the URL of an agent, http or https.');
  expect(panel.find('button', 'Send')).toHaveProperty('disabled', true);
  await panel.type('textbox', 'URL', 'file:///etc/passwd');
  expect(check()).toContain('not http');
  await panel.type('textbox', 'URL', 'http://localhost/other');
  await panel.type('textbox', 'Prompt', 'Hello?');
  expect(check()).toBe('Valid RunAgentInput.');
  await panel.click('button', 'Send');
  expect(sent).toMatchObject([
    [0, { url: 'http://localhost/other', headers: { accept: 'text/event-stream' } }],
  ]);
  expect(JSON.parse(sent[0]?.[1].body ?? '')).toMatchObject({ messages: [{ content: 'Hello?' }], state: {} });
});

test('an invalid request is reported with its path and sent only after a confirmation; one that is not JSON is not sent', async () => {
  const { sent } = await shown();
  await choose(0, 'Run from here…');
  await write('{"threadId":');
  expect(check()).toMatch(/^Not valid JSON/);
  expect(panel.find('button', 'Send')).toHaveProperty('disabled', true);
  await write('[]');
  expect(check()).toBe('Not a run request: not a JSON object.');
  await write('{"threadId":"t","runId":"r","messages":[{"id":"m","role":"user","content":1}]}');
  expect(check()).toMatch(/^Invalid at \/messages\/0\/content: /);
  await panel.click('button', 'Send as it is');
  expect(sent).toHaveLength(1);
});

test('while a response arrives, the bar stops it and nothing else is sent', async () => {
  const { sending, isArmed, stops } = await shown();
  await act(() => {
    sending.value = 'answered';
    isArmed.value = true;
  });
  expect(panel.container.querySelector('.rules-bar')?.textContent).toContain(
    'A run that you sent from this page is running',
  );
  await panel.click('button', 'Stop the run');
  expect(stops()).toBe(1);
  await choose(0, 'Run from here…');
  expect(panel.find('button', 'Send')).toHaveProperty('disabled', true);
});

test('a request in snake_case is sent in snake_case', async () => {
  const { threadId, runId, ...rest } = REQUEST;
  const { sent } = await shown({ thread_id: threadId, run_id: runId, ...rest });
  await choose(0, 'Run from here…');
  expect(check()).toBe('Valid RunAgentInput.');
  await panel.type('textbox', 'Prompt', 'Hello?');
  await panel.click('button', 'Send');
  const body = JSON.parse(sent[0]?.[1].body ?? '');
  expect(body).toMatchObject({ thread_id: threadId });
  expect(body.messages.at(-1)).toMatchObject({ role: 'user', content: 'Hello?' });
  expect(Object.keys(body)).not.toContain('threadId');
});

test.each([
  ['names no run', { threadId: 't1' }],
  ['joins a thread', { method: 'agent/connect', body: REQUEST }],
])('a run offers nothing if its request %s', async (_, request) => {
  await shown(request);
  await contextMenu(one(panel.container, '[role=row][data-seq="0"]'));
  expect(panel.names('menuitem')).not.toContain('Run from here…');
});

test.each([
  ['in the thread of the page', 't1', 'u1'],
  ['in a new thread', 't2', 'm1'],
])(
  'a run that was sent %s is marked, and is compared with the one of the same beginning',
  async (_, threadId, id) => {
    await shown();
    const asked = REQUEST.messages.map((message) => ({ ...message, id }));
    const messages = [...asked, { id: 'u2', role: 'user', content: 'By hand?' }];
    const request = { ...REQUEST, threadId, runId: 'r2', messages };
    const list = sampleRun('r2').map((event) => ('threadId' in event ? { ...event, threadId } : event));
    const records = sseRecords(list, request, 2)
      .slice(1)
      .map((record) => ({
        ...record,
        t: record.t + 100,
        ...(record.kind === 'open' && { origin: 'sent by you' }),
      }));
    const { session } = panel;
    await panel.feed({ doc: 'd0', frameId: 0, n: 1, records });
    await actAndLoad(() => void (panel.workspace.view.value = 'messages'));
    expect(panel.view()).toContain('A run sent by hand from AG-UI Lens');
    // Two threads begin alike: it names the id.
    if (threadId === 't2') expect(panel.view()).toContain('“Hello?” · t2 (at the cursor)');
    await act(() => session.cursor.goTo(1));
    expect(panel.view()).not.toContain('that you sent');
    await act(() => session.cursor.goLive());
    await actAndLoad(() => void (panel.workspace.view.value = 'run'));
    expect(panel.view()).toContain('sent by you');
    await panel.click('button', /^Compare with #1/);
    expect(session.choices.compared.value).toEqual([0, 1]);
  },
);

test('a run of the page is compared with one of the page, not with one sent by hand in another thread', async () => {
  await shown();
  const again = (number: number, threadId: string, origin?: string) => {
    const request = { ...REQUEST, threadId, runId: `r${number}` };
    const list = sampleRun(`r${number}`).map((event) =>
      'threadId' in event ? { ...event, threadId } : event,
    );
    const records = sseRecords(list, request, number).map((record) => ({
      ...record,
      t: record.t + 100 * number,
      ...(record.kind === 'open' && origin !== undefined && { origin }),
    }));
    return { doc: 'd0', frameId: 0, n: number - 1, records: records.slice(1) };
  };
  await panel.feed(again(2, 't2', 'sent by you'), again(3, 't1'));
  await actAndLoad(() => void (panel.workspace.view.value = 'run'));
  expect(panel.names('button').filter((name) => name.startsWith('Compare with'))).toEqual([
    expect.stringMatching(/^Compare with #1/),
  ]);
});

test('Escape keeps what was entered, Cancel discards it', async () => {
  await shown();
  await choose(0, 'Run from here…');
  await panel.type('textbox', 'Prompt', 'And then?');
  await act(() => void dialog()?.dispatchEvent(new Event('close')));
  expect(dialog()).toBeNull();
  await choose(1, 'Run from here…');
  expect(input().messages).toMatchObject([{ content: 'Hello?' }]);
  await panel.click('button', 'Cancel');
  await choose(0, 'Run from here…');
  expect(input().messages).toMatchObject([{ content: 'And then?' }]);
  await panel.click('button', 'Cancel');
  await choose(0, 'Run from here…');
  expect(input().messages).toMatchObject([{ content: 'Hello?' }]);
});

test('another start and back keeps the changed request', async () => {
  await shown();
  await choose(0, 'Run from here…');
  await write(editor().value.replace('"state": {}', '"state": { "mine": 1 }'));
  const { state } = input();
  await startFrom('request');
  await startFrom('event');
  expect(input().state).toEqual(state);
  expect(state).toEqual({ mine: 1 });
});

test('a request that cannot be sent names the cause', async () => {
  await shown();
  await choose(0, 'Run from here…');
  const headers = one(panel.container, 'dialog.run-from textarea[rows="2"]');
  await setValue(headers, 'x-city: Zürich', 'input');
  expect(check()).toBe('Valid RunAgentInput.');
  await setValue(headers, 'x-city: 東京', 'input');
  expect(check()).toBe('Not a header: x-city: 東京');
  await setValue(headers, '', 'input');
  await write(JSON.stringify({ ...input(), state: 'x'.repeat(2 ** 20) }));
  expect(check()).toBe('The request is longer than 1 MB: it cannot be sent.');
});
