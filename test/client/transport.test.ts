// Whose request it was, and whether its client reads what we read: told by what is on the wire, and never by guessing
// that an app of another make is the stock client's.
import { expect, test } from 'vitest';
import { isFromStock, isUnread } from '@/lib/client/transport';
import type { Stream } from '@/lib/log/types';

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
const { accept: _accept, ...withoutAccept } = STOCK;
const { input: _input, ...withoutInput } = STOCK;

test.each<readonly [string, Stream, boolean]>([
  ['the stock client’s own', STOCK, true],
  ['one that asks for anything', { ...STOCK, accept: '*/*' }, false],
  ['one that does not say what it asks for', withoutAccept, false],
  ['one without a run', withoutInput, false],
  ['one that names no protocol', { ...STOCK, input: {} }, false],
  ['one that names its protocol oddly', { ...STOCK, input: { protocolVersion: 1 } }, false],
  ['one that says everything twice', { ...STOCK, input: { protocolVersion: '1.0', data: {} } }, false],
  ['one over a socket', { ...STOCK, transport: 'web-socket' }, false],
])('%s', (_name, stream, isStock) => {
  expect(isFromStock(stream)).toBe(isStock);
  // Lines of JSON are nothing to the stock client; another one may well read them.
  expect(isUnread(stream)).toBe(isStock);
});

test.each<readonly [string, Partial<Stream>, boolean]>([
  ['events', { framing: 'sse' }, false],
  ['events with an error’s status', { framing: 'sse', status: 500 }, true],
  ['events below what is good', { framing: 'sse', status: 199 }, true],
  ['events at the end of what is good', { framing: 'sse', status: 299 }, false],
  ['events of a redirect', { framing: 'sse', status: 300 }, true],
  [
    'protobuf under its name',
    { framing: 'proto', headers: { 'content-type': 'application/vnd.ag-ui.event+proto' } },
    false,
  ],
  [
    'protobuf under another name',
    { framing: 'proto', headers: { 'content-type': 'application/octet-stream' } },
    true,
  ],
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

test('of an answer that is not understood yet nothing is said', () => {
  const { framing: _framing, ...unknown } = STOCK;
  expect(isUnread(unknown)).toBe(false);
});
