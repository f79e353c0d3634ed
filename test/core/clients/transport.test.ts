import { expect, test } from 'vitest';
import { isUnread } from '@/lib/core/clients/unread-bodies';
import type { Stream } from '@/lib/core/log/types';

const STOCK: Stream = {
  index: 0,
  key: 'k',
  doc: 'd',
  frameId: 0,
  transport: 'fetch',
  url: '',
  method: 'POST',
  startMs: 0,
  events: 0,
  length: 0,
  accept: 'text/event-stream',
  status: 200,
  framing: 'ndjson',
  input: { protocolVersion: '1.0' },
};
const PROTO = 'application/vnd.ag-ui.event+proto';

test.each<readonly [string, Partial<Stream>, boolean]>([
  ['events', { framing: 'sse' }, false],
  ['events with an error’s status', { framing: 'sse', status: 500 }, true],
  ['events below what is good', { framing: 'sse', status: 199 }, true],
  ['events at the end of what is good', { framing: 'sse', status: 299 }, false],
  ['events of a redirect', { framing: 'sse', status: 300 }, true],
  ['protobuf under its name', { framing: 'proto', headers: { 'content-type': PROTO } }, false],
  [
    'protobuf under another name',
    { framing: 'proto', headers: { 'content-type': 'application/octet-stream' } },
    true,
  ],
  ['lines of JSON', {}, true],
  ['lines of JSON over a socket', { transport: 'web-socket' }, false],
  [
    'protobuf with a parameter, whatever was asked for',
    { framing: 'proto', headers: { 'content-type': `${PROTO}; v=1` }, accept: PROTO },
    true,
  ],
  [
    'protobuf with a parameter, to a request that does not say whose it is',
    { framing: 'proto', headers: { 'content-type': `${PROTO};charset=utf-8` }, input: {} },
    true,
  ],
  ['protobuf of which no header is known', { framing: 'proto' }, false],
  ['messages', { framing: 'message' }, false],
])('of an answer to the stock client: %s', (_name, more, expected) => {
  expect(isUnread({ ...STOCK, ...more })).toBe(expected);
});

test('a response that is not understood yet gives no finding', () => {
  const { framing: _framing, ...unknown } = STOCK;
  expect(isUnread(unknown)).toBe(false);
});
