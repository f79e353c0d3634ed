// Reason for the end of an answer: shown at its end, without “streaming”.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { textsOf } from '../support/dom';
import { FINISHED, openRecord, sseRecords } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';
import { events } from '../support/stream-text';

let panel: TestPanel;
const RUN = events('run · text m "Half of a sen"').slice(0, -1);
const END = [
  { type: 'TEXT_MESSAGE_END', messageId: 'm' },
  { ...FINISHED, finishReason: 'length' },
];

test.each<readonly [name: string, more: readonly object[], reason: string]>([
  ['an error', events('error "no key"'), 'failed: no key'],
  ['a cut', [], 'cut off: no RUN_FINISHED'],
  ['a limit', END, 'stopped early (length)'],
])('%s: the message shows why it ends, once the cause has arrived', async (_name, more, reason) => {
  panel = await showPanel([...RUN, ...more], { view: 'messages' });
  for (const at of ['live', RUN.length - 1 + more.length, 2] as const) {
    await act(() => void (panel.session.cursor.at.value = at));
    // Later events are unknown.
    if (at === 2 && more.length > 0) {
      expect(panel.view()).toMatch(/streaming/);
      expect(panel.view()).not.toContain('Ended here');
      continue;
    }
    expect(panel.view(), String(at)).toContain(`Ended here · ${reason}`);
    expect(panel.view(), String(at)).not.toMatch(/streaming|continues/);
  }
  await act(() => panel.session.cursor.goTo(1));
  expect(panel.view()).toMatch(/streaming/);
});

test('a run that ended well shows no cause', async () => {
  panel = await showPanel(undefined, { view: 'messages' });
  expect(panel.view()).not.toContain('Ended here');
});

const COPILOTKIT = {
  method: 'agent/run',
  params: { agentId: 'default' },
  body: { threadId: 't', runId: 'r', tools: [], context: [], forwardedProps: {}, state: {}, messages: [] },
};

test('a stopped run ends the message in both views, though its client rejects the end of the runtime', async () => {
  const list = [...RUN, { type: 'TEXT_MESSAGE_END', messageId: 'm' }, { type: 'RUN_FINISHED' }];
  panel = await showPanel(list, { view: 'messages', request: COPILOTKIT });
  for (const perspective of ['app', 'server'] as const) {
    await act(() => void (panel.session.models.perspective.value = perspective));
    expect(panel.view(), perspective).toContain('Ended here · stopped by the user');
    expect(panel.view(), perspective).not.toMatch(/streaming|continues/);
  }
});

test('the view of the app ends where its client stopped reading', async () => {
  const list = [...RUN, ...events('say none "x"'), ...END];
  panel = await showPanel(list, { view: 'messages', request: COPILOTKIT });
  await act(() => void (panel.session.models.perspective.value = 'app'));
  expect(panel.view()).toMatch(/Ended here · .*No active text message found/);
  expect(panel.view()).not.toMatch(/streaming|continues/);
});

test('a stream that ends after its last event was painted ends the message all the same', async () => {
  panel = await showPanel([], { view: 'messages' });
  const call = events('tool c save {}').slice(0, -1);
  const records = sseRecords([...RUN, ...call], { threadId: 't', runId: 'r', messages: [] });
  const take = (n: number, some: typeof records) => panel.feed({ doc: 'late', frameId: 0, n, records: some });
  await take(0, records.slice(0, -1));
  expect(panel.view()).not.toContain('Ended here');
  await take(1, records.slice(-1));
  expect(panel.view()).toContain('Ended here · cut off: no RUN_FINISHED');
});

/** A request that fails with HTTP 500, and then these records. */
function feedAfterFailure(request: object, records: ReturnType<typeof sseRecords>): Promise<void> {
  const failed = openRecord({ stream: 7, status: 500, requestBody: JSON.stringify(request) });
  const close = { kind: 'close', t: 5, stream: 7, how: 'complete' } as const;
  return panel.feed({ doc: 'failing', frameId: 0, n: 0, records: [failed, close, ...records] });
}

test('a sent message shows that its request failed, also once the next run has started', async () => {
  panel = await showPanel([], { view: 'messages' });
  const sent = (...contents: readonly string[]) => ({
    threadId: 't',
    runId: `r${contents.length}`,
    messages: contents.map((content) => ({ id: content, role: 'user', content })),
  });
  await feedAfterFailure(sent('Third?'), sseRecords(RUN, sent('Third?', 'Fourth?'), 8));
  const notes = () =>
    textsOf(panel.container, '.message').map((text) => [
      text.match(/Third\?|Fourth\?|Half/)?.[0],
      text.match(/Ended here · [a-z ]+/)?.[0],
    ]);
  expect(notes()).toEqual([
    ['Third?', 'Ended here · request failed'],
    ['Fourth?', undefined],
    ['Half', 'Ended here · cut off'],
  ]);
});

test('a sent message that a retry answers does not show that its first request failed', async () => {
  panel = await showPanel([], { view: 'messages' });
  const sent = (runId: string) => ({
    threadId: 't',
    runId,
    messages: [{ id: 'Third?', role: 'user', content: 'Third?' }],
  });
  await feedAfterFailure(sent('r1'), sseRecords(RUN, sent('r2'), 8));
  const [question] = textsOf(panel.container, '.message');
  expect(question).toContain('Third?');
  expect(question).not.toContain('Ended here');
});

test('the request that stopped a run is one row that names the run', async () => {
  panel = await showPanel([], { view: 'messages' });
  const records = sseRecords(RUN, COPILOTKIT);
  const stop = (stream: number, status: number): typeof records => [
    openRecord({
      t: 5,
      stream,
      url: 'http://localhost/agent/default/stop/t',
      requestBody: '{"runId":"r"}',
      status,
    }),
    { kind: 'close', t: 6, stream, how: 'complete' },
  ];
  const taken = [...records.slice(0, -2), ...stop(7, 200), ...records.slice(-2), ...stop(8, 500)];
  await panel.feed({ doc: 'stop', frameId: 0, n: 0, records: taken });
  const stops = textsOf(document, '.boundary-row').filter((row) => row.includes('/stop/'));
  expect(stops).toHaveLength(2);
  expect(stops[0]).toMatch(/^■ Stop #1 .*POST .*\/stop\/t · 200/);
  expect(textsOf(document, '.boundary-row.bad')).toContain(stops[1]);
  expect(stops[0]).not.toContain('no events');
});
