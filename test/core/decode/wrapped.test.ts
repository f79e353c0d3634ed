import { describe, expect, test } from 'vitest';
import { CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { createLintFold } from '@/lib/core/lint/lint';
import type { Log } from '@/lib/core/log/log';
import type { CapturedRecord, Transport } from '@/lib/messages/records';
import { batchOf, logOfBatches } from '../../support/exported';
import { FINISHED, openOf, rulesOf, STARTED, sse, typesIn } from '../../support/logs';

const STEP = { type: 'STEP_STARTED', stepName: 's' };
const DONE = { type: 'STEP_FINISHED', stepName: 's' };
const EVENTS = [STARTED, STEP, DONE, FINISHED];
const MARKED = { ...STEP, metadata: { tanstack: { model: 'gpt-5.2' } } };

const answer = (result: unknown, id: unknown = 1): object => ({ jsonrpc: '2.0', id, result });

function logged(values: readonly unknown[], transport: Transport, request?: object): Log {
  const isSocket = transport === 'web-socket';
  const headers = { 'content-type': isSocket ? '' : 'text/event-stream' };
  const records = [
    { kind: 'navigation', t: 0, url: 'http://x/', timeOrigin: 0, top: true },
    { ...openOf(request), transport, headers },
    ...values.map((value) =>
      isSocket
        ? { kind: 'frame', t: 1, stream: 1, dir: 'in', text: JSON.stringify(value) }
        : { kind: 'chunk', t: 1, stream: 1, text: sse(value) },
    ),
    { kind: 'close', t: 2, stream: 1, how: 'complete' },
  ];
  return logOfBatches([batchOf(records as CapturedRecord[])]);
}

const clientRules = (log: Log): string[] => rulesOf(log, createLintFold(CLIENT_1_0));

const ALL = EVENTS.map(({ type }) => type);

describe.each(['web-socket', 'file'] as const)('wrapped events over %s', (transport) => {
  test.each<readonly [string, readonly unknown[]]>([
    ['results that hold events', EVENTS.map((event) => answer(event))],
    ['results that hold them one level down', EVENTS.map((event) => answer({ event }))],
    ['a result that holds them all', [answer(EVENTS)]],
    ['a result that holds them under a key', [answer({ events: EVENTS })]],
    ['a result without one first', [answer({ ok: true }), ...EVENTS.map((event) => answer(event))]],
    [
      'results without one between bare events',
      [STARTED, answer(null), STEP, answer('ok', 'a'), DONE, answer([]), FINISHED],
    ],
    [
      'a request and an error of the transport',
      [
        { jsonrpc: '2.0', method: 'hello' },
        ...EVENTS,
        { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
      ],
    ],
  ])('JSON-RPC: %s', (_name, values) => {
    const log = logged(values, transport);
    expect(typesIn(log).filter((type) => type !== '')).toEqual(ALL);
    if (transport !== 'file') expect(log.length).toBe(ALL.length);
    // Several events in one frame are unpacked here; the stock client, which reads files, would not.
    expect(clientRules(log).filter((rule) => rule === 'unreadable-frame')).toEqual(
      transport === 'file' && values.length === 1 ? ['unreadable-frame'] : [],
    );
  });
});

test('A2A on JSON-RPC is still A2A, even after an empty result', () => {
  const status = { kind: 'status-update', taskId: 'a', contextId: 'c', status: { state: 'working' } };
  expect(logged([answer({}), answer(status)], 'web-socket').streams[0]?.dialect).toBe('a2a');
});

test.each<readonly [string, object, string]>([
  ['nothing else', { event: STARTED }, 'envelope'],
  ['an agent', { agentId: 'a', event: STARTED }, 'envelope'],
  ['a run', { agentId: 'a', threadId: 't', runId: 'r', event: STARTED }, 'envelope'],
  [
    'all of the debug feed',
    { timestamp: 1, agentId: 'a', threadId: 't', runId: 'r', event: STARTED },
    'copilotkit-debug',
  ],
])('an event in an envelope with %s', (_name, value, dialect) => {
  expect(logged([value], 'web-socket').streams[0]?.dialect).toBe(dialect);
});

const REQUEST = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'x' }] };
const OF_TANSTACK = { ...REQUEST, messages: [{ ...REQUEST.messages[0], metadata: { tanstack: {} } }] };

test.each<readonly [string, readonly object[], object | undefined, string]>([
  ['by its request', [STARTED, STEP], OF_TANSTACK, 'tanstack'],
  ['by an event’s metadata', [STARTED, STEP, MARKED], undefined, 'tanstack'],
  ['by its first event', [{ ...STARTED, metadata: { tanstack: {} } }, STEP], undefined, 'tanstack'],
  [
    'not by the word in a text',
    [STARTED, { type: 'CUSTOM', name: 'x', value: '"tanstack"' }],
    undefined,
    'ag-ui-1.0',
  ],
  ['not by a request of another client', [STARTED, STEP], REQUEST, 'ag-ui-1.0'],
])('TanStack is named %s', (_name, values, request, dialect) => {
  expect(logged(values, 'fetch', request).streams[0]?.dialect).toBe(dialect);
});
