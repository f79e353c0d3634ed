// The entry of a network panel that belongs to a request, and its stack.
import { expect, test } from 'vitest';
import type { Json } from '@/lib/core/json/json';
import type { Stream } from '@/lib/core/log/types';
import { findInitiator } from '@/lib/panel/initiator';
import { STARTED } from '../support/logs';
import { batchOf, startSession } from '../support/sessions';

function streamOf(): Stream {
  const { session } = startSession(batchOf([STARTED], 0, { threadId: 't' }));
  const [stream] = session.log.streams;
  if (stream === undefined) throw new Error('The batch has a stream.');
  return stream;
}

const STREAM = streamOf();
const OURS = { functionName: 'apply', url: 'chrome-extension://id/content-scripts/page.js', lineNumber: 1 };
const frame = (functionName: string, parent?: Json) => ({
  callFrames: [OURS, { functionName, url: 'https://app.example/main.js', lineNumber: 9, columnNumber: 4 }],
  ...(parent !== undefined && { parent }),
});
const entry = (apartMs: number, functionName: string, request: object = {}): Json => ({
  startedDateTime: new Date(STREAM.startMs + apartMs).toISOString(),
  request: { url: STREAM.url, method: STREAM.method, ...request },
  _initiator: { type: 'script', stack: frame(functionName, frame('click')) },
});
const nameOf = (entries: readonly Json[]) => findInitiator(entries, STREAM)?.frames[0]?.functionName;

test('the initiator is the nearest entry, with its stack and its asynchronous callers', () => {
  const entries = [entry(-200, 'before'), entry(8, 'send'), entry(90, 'after')];
  expect(findInitiator(entries, STREAM)).toEqual({
    type: 'script',
    frames: [
      { functionName: 'send', url: 'https://app.example/main.js', line: 10, column: 5 },
      { functionName: 'click', url: 'https://app.example/main.js', line: 10, column: 5 },
    ],
  });
});

test.each([
  ['another URL', [entry(0, 'x', { url: 'https://app.example/other' })]],
  ['another method', [entry(0, 'x', { method: 'DELETE' })]],
  ['another time', [entry(2_000, 'x')]],
  ['no entries that can be read', [null, 'x', { request: 7 }, { request: { url: STREAM.url } }]],
] as const)('the initiator is unknown: %s', (_what, entries) => expect(nameOf(entries)).toBeUndefined());
