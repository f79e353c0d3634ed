// Bodies of another type than declared, and values at unexpected places: nothing is left of them either,
// and what can be read is read afterwards too.
import { expect, test } from 'vitest';
import { readLog } from '@/lib/core/files/read-log';
import type { Log } from '@/lib/core/log/log';
import { toBase64 } from '@/lib/messages/base64';
import { REQUEST_BODY_MAX } from '@/lib/messages/limits';
import type { OpenRecord } from '@/lib/messages/records';
import { openOf, typesIn } from '../../support/logs';
import { NUMBERS } from './canaries';
import { redacted } from './same-shape';

const PROTO = 'application/vnd.ag-ui.event+proto';

function redactedBody(
  type: string,
  body: string | Uint8Array,
  { level = 'share', requestBody }: { level?: 'share' | 'tools'; requestBody?: string } = {},
): { readonly text: string; readonly log: Log } {
  const head = { headers: { 'content-type': type }, ...(requestBody !== undefined && { requestBody }) };
  const bytes = typeof body === 'string' ? { text: body } : { b64: toBase64(body) };
  const records = [
    { ...openOf(undefined, 'https://agent.example/run'), ...head } as OpenRecord,
    { kind: 'chunk', t: 1, stream: 1, ...bytes } as const,
    { kind: 'close', t: 2, stream: 1, how: 'complete' } as const,
  ];
  const batches = redacted([{ doc: 'd', frameId: 0, n: 0, records }], { level });
  const log = readLog(batches);
  const written = batches.flatMap(({ records: all }) => all);
  const decoded = written.map((record) =>
    record.kind === 'chunk' && record.b64 !== undefined ? atob(record.b64) : '',
  );
  return { text: JSON.stringify(written) + decoded.join(''), log };
}

test('numbers in place of counts, flags and types are redacted', () => {
  const [number] = NUMBERS;
  const keywords = 'maxLength minItems maxProperties uniqueItems readOnly deprecated type'.split(' ');
  const parameters = Object.fromEntries(keywords.map((keyword) => [keyword, number]));
  const input = {
    threadId: 't',
    messages: [],
    tools: [{ name: 'x', parameters: { ...parameters, minLength: 12 } }],
  };
  const { text } = redactedBody('text/event-stream', '', { requestBody: JSON.stringify(input) });
  expect(text).not.toContain(String(number));
  expect(text).toContain('\\"minLength\\":12}');
});

test.each(['Sesame opens the door', 'Ses'])('a text that claims to be protobuf: %s', (body) => {
  expect(redactedBody(PROTO, new TextEncoder().encode(body)).text).not.toContain('Ses');
});

test('a number named "code" is kept only as a status or error code', () => {
  const { text } = redactedBody(
    'application/x-ndjson',
    '{"jsonrpc":"2.0","error":{"code":-32601}}\n{"code":493201}\n{"code":503}',
  );
  expect(text).toContain('-32601');
  expect(text).toContain('503');
  expect(text).not.toContain('493201');
});

test('a number with an exponent is redacted', () => {
  const { text } = redactedBody('text/event-stream', 'data: {"type":"RUN_STARTED","runId":1e4155551234}\n\n');
  expect(text).not.toContain('4155551234');
});

test('tools: names that are no text and parameters of other things are not kept', () => {
  const input = {
    threadId: 't',
    messages: [
      { role: 'assistant', toolCalls: [{ function: { name: 'pay', parameters: { card: 'Sesame' } } }] },
    ],
    tools: [{ name: { of: 'Sesame' }, parameters: { title: 'Kept' } }],
    parameters: { title: 'Sesame' },
  };
  const { text } = redactedBody('text/event-stream', '', {
    level: 'tools',
    requestBody: JSON.stringify(input),
  });
  expect(text).not.toContain('Sesame');
  expect(text).toContain('pay');
  expect(text).toContain('Kept');
});

test.each([
  ['application/json', '['.repeat(100_000)],
  ['application/json', `[${'{"a":'.repeat(100_000)}`],
  ['text/event-stream', `data: {"a":"${'Sesame'.repeat(200_000)}\n\n`],
])('bodies of %s are redacted, deep or long', (type, body) =>
  expect(redactedBody(type, body).text).not.toContain('Sesame'),
);

test('an array with other values or a broken event among its events is redacted', () => {
  const body =
    '[{"type":"RUN_STARTED","threadId":"t","runId":"r"} Sesame {"type":Sesame,} {"type":"STEP_STARTED","stepName":"s"}] Sesame';
  const { text, log } = redactedBody('application/json', body);
  expect(text).not.toContain('Sesame');
  expect(typesIn(log)).toEqual(['RUN_STARTED', '', 'STEP_STARTED']);
});

test('an event-like part of broken data leaves the deltas of a text complete', () => {
  const event = (delta: string) => `{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"${delta}"}`;
  const body = `data: "\ndata: ${event('x')}\ndata: "\n\ndata: ${event('Sesame')}\n\ndata: ${event('open')}\n\n`;
  const { log } = redactedBody('text/event-stream', body);
  const lengths = [1, 2].map((seq) => String(log.at(seq)?.event?.['delta']).length);
  // Ten letters are one token of twelve, cut where the text was.
  expect(lengths).toEqual([7, 5]);
});

test('a request that becomes too long by its tokens is marked', () => {
  const values = Array.from({ length: 150_000 }, (_none, at) => String.fromCharCode(97 + (at % 26)));
  const requestBody = JSON.stringify({ threadId: 't', messages: [], state: values });
  const { log } = redactedBody('text/event-stream', '', { requestBody });
  expect(requestBody.length).toBeLessThan(REQUEST_BODY_MAX);
  expect(log.streams[0]?.requestBodyLength).toBeGreaterThan(REQUEST_BODY_MAX);
});
