// Messages of sockets and lines of bodies that are nearly something else: a number that looks like a packet of
// socket.io, bytes that begin like JSON. What they are before they are redacted, they are afterwards.
import { expect, test } from 'vitest';
import { textOfMessage } from '@/lib/core/decode/message';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, Transport } from '@/lib/messages/records';
import { sampleSize } from '../../support/sample-size';
import { redacted, shapeOf } from './same-shape';

/** Draws of chance: a digit may fall as it was. */
const DRAWS = sampleSize(12, '', 4);

const RUN = [
  '{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}',
  '{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}',
  '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"hello"}',
];
/** Earlier frames decide how the rest is read. */
const BEFORE: readonly (readonly string[])[] = [
  [],
  RUN,
  [`42["ag_ui_event",${RUN[0]}]`],
  ['0{"sid":"abc","upgrades":[]}', '40{"sid":"x"}'],
];
const PACKETS = [
  ...['4155551234', '4155', '415', '410', '42', '40 ', ' 42["x"]', '2 ', '2probe', '3hello', '0415', '12345'],
  ...['421234567["a",1]', '4212345678["ab",1]', '4155551234{"a":1}', '4155551234["a"]', '4155551234"x"'],
  ...['40/a', '40/a,', '42/a/b,7["x"]', '42/a{b,["x"]', '42/a["b",["x"]', '12["x"]', '7{"a":1}', '7[1]'],
  ...[
    '0{"sid":"abc"}x',
    '0{"a',
    '0{x}',
    '451-[1]',
    '4.5',
    '0.25',
    '-4',
    '4x',
    '4/',
    '42/,["x"]',
    '99',
    '47["x"]',
  ],
  ...['', ' ', '"abc"', '[1,2]', '[{', '[{}', 'data: x\n\n', 'id: 5', '\ufeff{}', '[DONE]', 'ping', 'null'],
];
const bytesOf = (...parts: readonly (string | number)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])),
  );
const BINARY = [
  ...[bytesOf('{', 0xff), bytesOf('[', 0xff), bytesOf('{}', 0xff), bytesOf('['), bytesOf(0), bytesOf(0xff)],
  bytesOf('[{"type":"RUN_ERROR","message":"', 0xff, '"}]'),
  bytesOf('{"type":"RUN_ERROR","message":"', 0xed, 0xa0, 0x80, '"}'),
  bytesOf('{"type":"RUN_ERROR","message":"x"}'),
];

function records(transport: Transport, carried: readonly CapturedRecord[], type = ''): CapturedRecord[] {
  const url = 'https://agent.example/run';
  const headers = { headers: { 'content-type': type } };
  return [
    { kind: 'open', t: 0, stream: 1, transport, url, method: 'POST', ...(type !== '' && headers) },
    ...carried,
    { kind: 'close', t: 999, stream: 1, how: 'complete' },
  ];
}

function expectSameShape(recorded: readonly CapturedRecord[]): void {
  const batches = [{ doc: 'd', frameId: 0, n: 0, records: recorded }];
  const before = shapeOf(batches);
  for (let draw = 1; draw <= DRAWS; draw++) {
    const made = redacted(batches, { seed: draw });
    expect([made[0]?.records.slice(1, -1), shapeOf(made)]).toEqual([expect.anything(), before]);
  }
}

const framed = (
  message: { readonly text: string } | { readonly b64: string },
  at: number,
): CapturedRecord => ({ kind: 'frame', t: 1 + at, stream: 1, dir: 'in', ...message });

test.each(PACKETS)('a message is redacted: %j', (text) => {
  for (const before of BEFORE) {
    const frames = [...before, text].map((message, at) => framed({ text: message }, at));
    expectSameShape(records('web-socket', frames));
    expectSameShape(records('event-source', frames));
  }
});

test.each(BINARY.map((bytes) => [toBase64(bytes), bytes] as const))(
  'a binary message is redacted: %s',
  (b64) => {
    for (const before of BEFORE) {
      const frames = before.map((message, at) => framed({ text: message }, at));
      expectSameShape(records('web-socket', [...frames, framed({ b64 }, 50)]));
    }
  },
);

test('bytes are text if they begin like JSON and are UTF-8', () => {
  const texts = BINARY.map((bytes) => textOfMessage(bytes));
  expect(texts.filter((text) => text !== undefined)).toEqual(['[', '{"type":"RUN_ERROR","message":"x"}']);
});

test.each([
  ['application/x-ndjson', RUN.join('\n').replace('"role":', '"role":\r')],
  ['application/x-ndjson', `\ufeff${RUN.join('\ufeff\n\u00a0')}`],
  ['text/plain', `${RUN.join('\n')}\u2028\n`],
  ['application/json', `\u00a0[${RUN.join(',')}]\ufeff`],
  ['text/event-stream', `data: ${RUN.join('\ufeff\n\ndata:\u00a0')}\n\n`],
])('white space that JSON does not allow is redacted: %s', (type, text) => {
  expectSameShape(records('fetch', [{ kind: 'chunk', t: 1, stream: 1, text }], type));
});
