import { expect, test } from 'vitest';
import { frameOf } from '@/lib/core/agui/event-frame';
import { createFrameSplitter, formatOfType, type SplitFrame, withText } from '@/lib/director/frame-splitter';
import { joinBytes } from '@/lib/messages/base64';
import { createRandom } from '../core/model/random';
import { framed } from '../support/packed';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const TEXTS = [
  'data: {"a":1}\n\ndata: {"b":"東"}\n\n',
  'data: {"a":1}\r\n\r\n: comment\r\n\r\nevent: x\r\ndata:{"b":\r\ndata: "東"}\r\n\r\n',
  'data: {"a":1}\r\r\rdata: 2\r\rdata: no end',
  '\n\n\ndata\n\n',
];

test.each(TEXTS)('frames are the same however the bytes are cut: %j', (text) => {
  const bytes = encoder.encode(text);
  const whole = createFrameSplitter('sse');
  const expected = [...whole.push(bytes), ...whole.end()].flatMap((frame) => frame.text ?? []);
  for (let size = 1; size <= bytes.length; size++) {
    const { push, end } = createFrameSplitter('sse');
    const frames = [];
    for (let at = 0; at < bytes.length; at += size) frames.push(...push(bytes.subarray(at, at + size)));
    frames.push(...end());
    expect(decoder.decode(joinBytes(frames.map((frame) => frame.bytes)))).toBe(text);
    expect(frames.flatMap((frame) => frame.text ?? [])).toEqual(expected);
  }
});

test('the text of a frame is its data', () => {
  const { push, end } = createFrameSplitter('sse');
  const frames = push(encoder.encode('id: 1\ndata: a\ndata:b\n\n: hi\n\ndata: c'));
  expect(frames.map(({ text }) => text)).toEqual(['a\nb', undefined]);
  // A frame without its end is not an event.
  expect(end().map(({ text }) => text)).toEqual([undefined]);
});

test('lines of NDJSON, the last one without its end', () => {
  const { push, end } = createFrameSplitter('ndjson');
  const frames = [...push(encoder.encode('{"a":1}\r\n\n{"b"')), ...push(encoder.encode(':2}')), ...end()];
  expect(frames.map(({ text }) => text)).toEqual(['{"a":1}', undefined, '{"b":2}']);
});

test('a frame that is too long is passed through, and the next one is read', () => {
  const { push } = createFrameSplitter('sse');
  const long = new Uint8Array(17 * 1024 * 1024).fill(97);
  expect(push(long).map(({ bytes, text }) => [bytes.length, text])).toEqual([[long.length, undefined]]);
  expect(push(encoder.encode('a\n\ndata: 1\n\n')).map(({ text }) => text)).toEqual([undefined, '1']);
});

const MESSAGES = [
  framed({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }),
  new Uint8Array(4),
  framed({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: '東'.repeat(100) }),
  // Nonsense.
  new Uint8Array([0, 0, 0, 3, 1, 2, 3]),
  framed({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' }),
];
const MESSAGE_TEXTS = [
  { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
  undefined,
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: '東'.repeat(100) },
  undefined,
  { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
];

test('length-prefixed messages are the same however the bytes are split, and a truncated one is kept', () => {
  const body = joinBytes([...MESSAGES, new Uint8Array([0, 0, 0, 9, 1])]);
  const random = createRandom(7);
  for (let size = 0; size <= body.length; size++) {
    const { push, end } = createFrameSplitter('proto');
    const frames: SplitFrame[] = [];
    // 0: at random places.
    for (let at = 0, next = 0; at < body.length; at = next) {
      next = at + (size || 1 + random.below(40));
      frames.push(...push(body.subarray(at, next)));
    }
    frames.push(...end());
    expect(joinBytes(frames.map(({ bytes }) => bytes))).toEqual(body);
    expect(frames.map(({ text }) => text && JSON.parse(text))).toEqual([...MESSAGE_TEXTS, undefined]);
    expect(frames.map(({ bytes }) => bytes.length)).toEqual(
      [...MESSAGES, { length: 5 }].map(({ length }) => length),
    );
  }
});

test('a message that is too long is passed through, and the next one is read', () => {
  const { push, end } = createFrameSplitter('proto');
  const prefix = new Uint8Array([1, 0, 0, 10]);
  const lengthOf = (frames: readonly SplitFrame[]): number =>
    frames.reduce((sum, { bytes, text }) => (text === undefined ? sum + bytes.length : Number.NaN), 0);
  const half = new Uint8Array((2 ** 24 + 10) / 2);
  expect(lengthOf(push(joinBytes([prefix, half])))).toBe(4 + half.length);
  const [first, ...rest] = push(joinBytes([half, ...MESSAGES]));
  expect(first?.bytes.length).toBe(half.length);
  expect(rest.map(({ text }) => text && JSON.parse(text))).toEqual(MESSAGE_TEXTS);
  expect(end()).toEqual([]);
});

test('a changed frame keeps its other lines and its line ends', () => {
  expect(withText('event: x\r\ndata: 1\r\ndata: 2\r\nid: 3\r\n\r\n', '{"a":\n1}')).toBe(
    'event: x\r\ndata: {"a":\r\ndata: 1}\r\nid: 3\r\n\r\n',
  );
  expect(frameOf('sse', '{"a":\n1}')).toBe('data: {"a":\ndata: 1}\n\n');
  expect(frameOf('ndjson', '{"a":\n1}')).toBe('{"a": 1}\n');
});

test.each([
  ['text/event-stream; charset=utf-8', 'sse'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.ag-ui.event+proto', 'proto'],
  ['application/vnd.ag-ui.event+proto; charset=utf-8', 'proto'],
  ['application/vnd.ag-ui.event+protocol', undefined],
  ['application/json', undefined],
  ['', undefined],
])('content type %j: %s', (type, format) => expect(formatOfType(type)).toBe(format));
