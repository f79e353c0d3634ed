// Rows of requests whose run arrives on another stream, or on a socket.
import { expect, test } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';
import { textsOf } from '../support/dom';
import { FINISHED, openOf, openRecord, STARTED, sse } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';

let panel: TestPanel;
const INPUT = { threadId: 't', runId: 'r', messages: [{ id: '1', role: 'user', content: 'ping' }] };

const feed = (n: number, records: readonly CapturedRecord[]) =>
  panel.feed({ doc: 'd', frameId: 0, n, records: [...records] });
const rows = () => textsOf(panel.container, '.boundary-row');

test('a response whose body the page never reads is not streaming, also once the page is closed', async () => {
  panel = await showPanel([], { view: 'run' });
  const send = { ...openRecord({ status: 202, requestBody: JSON.stringify(INPUT) }), url: 'http://h/send' };
  const source = {
    ...openOf(undefined, 'http://h/stream'),
    transport: 'event-source',
    method: 'GET',
    stream: 2,
  } as const;
  const text = sse(STARTED, FINISHED);
  await feed(0, [send, source, { kind: 'chunk', t: 2, stream: 2, text }]);
  await feed(1, [{ kind: 'close', t: 9, stream: 2, how: 'aborted' }]);
  expect(panel.view()).toContain('/send · 202 · fetch · 0 B · body not read');
  const rowsOf = (path: string) => rows().filter((row) => row.includes(path));
  expect(rowsOf('/stream')).toEqual(['→ GET h/stream · 200 · 8 ms · 2 events · closed by the page']);
  await feed(2, [{ kind: 'gap', t: 90_000, reason: 'gone' }]);
  const sent = rowsOf('/send');
  expect(sent.at(-1)).toMatch(/^← body not read/);
  expect(sent[0]).toMatch(/ · 202 · 1 ms · 2 events · finished$/);
});

test('a socket has one row for its opening, and one for each request that is sent on it', async () => {
  panel = await showPanel([], { view: 'run' });
  const open = openRecord({ transport: 'web-socket', method: 'GET', url: 'ws://h/ws' });
  const sent = (runId: string, t: number): CapturedRecord[] => [
    { kind: 'frame', t, stream: 1, dir: 'out', text: JSON.stringify({ ...INPUT, runId }) },
    ...[STARTED, FINISHED].map(
      (event, at): CapturedRecord => ({
        kind: 'frame',
        t: t + at + 1,
        stream: 1,
        dir: 'in',
        text: JSON.stringify({ ...event, runId }),
      }),
    ),
  ];
  await feed(0, [open, ...sent('r', 2), ...sent('r2', 10)]);
  await feed(1, [{ kind: 'close', t: 90_000, stream: 1, how: 'aborted', code: 1000 }]);
  expect(rows().filter((row) => row.includes('/ws'))).toEqual([
    '→ Socket opened: h/ws · 4 events',
    '→ h/ws “ping” · 2 ms · 2 events · finished',
    '→ h/ws “ping” · 2 ms · 2 events · finished',
  ]);
  expect(panel.names('button')).toContain('Requests 3');
});
