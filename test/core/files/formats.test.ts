// Every format keeps the contract; recordings and HAR have cases of their own.

import { gzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { formats } from '@/lib/core/files/formats';
import { har } from '@/lib/core/files/har';
import { readFile } from '@/lib/core/files/read-file';
import { readLog } from '@/lib/core/files/read-log';
import { recording } from '@/lib/core/files/recording';
import type { ReadResult } from '@/lib/core/files/types';
import type { Log } from '@/lib/core/log/log';
import { toBase64 } from '@/lib/messages/base64';
import { PAYLOAD_MAX } from '@/lib/messages/limits';
import { readContract, roundTripContract, writeContract } from '../../contract/format';
import { typesIn } from '../../support/logs';
import { framed } from '../../support/packed';

describe.each(formats.map((format) => [format.id, format] as const))('%s', (_id, format) => {
  if (format.read !== undefined) readContract(format);
  if (format.write !== undefined) writeContract(format);
  if (format.read !== undefined && format.write !== undefined) roundTripContract(format);
});

function logOfResult(result: ReadResult | undefined): Log {
  if (result === undefined || 'error' in result) throw new Error(result?.error ?? 'not read');
  return readLog(result.batches);
}

const HEADER = '{"format":"ag-ui-lens","version":1}';

test.each([
  ['no header', '{"a":1}\n', 'Line 1 is not a recording header'],
  ['a newer version', '{"format":"ag-ui-lens","version":99}\n', 'version 99'],
  ['no JSON', `${HEADER}\n{"doc"`, 'Line 2 is invalid JSON'],
  ['no batch', `${HEADER}\n{"doc":"d","frame":0,"n":0}`, '"records" is not an array'],
  [
    'no record',
    `${HEADER}\n{"doc":"d","frame":0,"n":0,"records":[{"kind":"nonsense"}]}`,
    'Line 2: record 0 is invalid',
  ],
  [
    'a read that is too long',
    `${HEADER}\n{"doc":"d","frame":0,"n":0,"records":[{"kind":"chunk","t":1,"stream":1,"text":"${'x'.repeat(PAYLOAD_MAX + 1)}"}]}`,
    'Line 2: record 0 holds more than 16 MiB at once',
  ],
])('recording: %s is reported', (_what, text, part) => {
  const result = recording.read?.({ name: 'r.agui.jsonl', text });
  expect(result).toHaveProperty('error', expect.stringContaining(part));
});

test('a recording without batches is an empty log', () => {
  expect(logOfResult(readFile({ name: 'r.agui.jsonl', text: `${HEADER}\n` })).length).toBe(0);
});

test('a position in a JSON array is a seq, whatever its elements', () => {
  const text =
    '[{"type":"RUN_STARTED","threadId":"t","runId":"r"}, 5, {"type":"ping"}, {"no":"type"}, {"type":"RAW","event":1}]';
  const log = logOfResult(readFile({ name: 'a.json', text }));
  expect(typesIn(log)).toEqual(['RUN_STARTED', '', '', '', 'RAW']);
});

test('a protobuf body is read by its bytes', () => {
  const bytes = framed({ type: 'RUN_STARTED', threadId: 't', runId: 'r' });
  expect(logOfResult(readFile({ name: 'body.bin', bytes })).typeOf(0)).toBe('RUN_STARTED');
});

const ENTRY = {
  startedDateTime: '2026-11-20T14:00:00.000Z',
  time: 50,
  request: {
    method: 'POST',
    url: 'http://localhost/agent',
    headers: [{ name: 'Accept', value: 'text/event-stream' }],
    postData: { text: '{"threadId":"t","runId":"r","messages":[]}' },
  },
  response: {
    status: 200,
    headers: [
      { name: 'Content-Type', value: 'text/event-stream' },
      { name: 'Set-Cookie', value: 'secret' },
    ],
    content: {
      mimeType: 'text/event-stream',
      encoding: 'base64',
      text: toBase64(new TextEncoder().encode('data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n')),
    },
  },
};

test('har: requests, answers and times are taken, cookies and other traffic are not', () => {
  const page = {
    ...ENTRY,
    request: { method: 'GET', url: 'http://x/' },
    response: { status: 200, content: { mimeType: 'text/html' } },
  };
  const text = JSON.stringify({ log: { entries: [page, ENTRY] } });
  const log = logOfResult(har.read?.({ name: 'a.har', text }));
  expect(log.streams).toHaveLength(1);
  expect(log.streams[0]?.input?.['threadId']).toBe('t');
  expect(log.typeOf(0)).toBe('RUN_STARTED');
  expect(log.timeMsOf(0)).toBe(Date.parse('2026-11-20T14:00:00.050Z'));
  expect(JSON.stringify(har.read?.({ name: 'a.har', text }))).not.toContain('secret');
});

test('har: socket messages as Chrome exports them', () => {
  const sockets = [
    { type: 'send', time: 1, opcode: 1, data: '{"threadId":"t","runId":"r","messages":[]}' },
    { type: 'receive', time: 2, opcode: 1, data: '{"type":"RUN_STARTED","threadId":"t","runId":"r"}' },
  ];
  const entry = { ...ENTRY, response: { status: 101 }, _webSocketMessages: sockets };
  const log = logOfResult(har.read?.({ name: 'a.har', text: JSON.stringify({ log: { entries: [entry] } }) }));
  expect(log.typeOf(0)).toBe('RUN_STARTED');
});

test('a file reports its detected format, however it is packed', () => {
  const text = 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n';
  const formatOfFile = (name: string, bytes: Uint8Array) => {
    const result = readFile({ name, bytes });
    return 'error' in result ? result.error : result.format;
  };
  const bytes = new TextEncoder().encode(text);
  expect(formatOfFile('a.sse', bytes)).toBe('Server-sent events (body)');
  expect(formatOfFile('a.sse.gz', gzipSync(bytes))).toBe('Server-sent events (body)');
  expect(formatOfFile('a.zip', zipSync({ 'a.sse': bytes }))).toBe('ZIP archive');
});
