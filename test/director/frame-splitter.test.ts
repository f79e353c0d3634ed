import { expect, test } from 'vitest';
import {
  createFrameSplitter,
  formatOfType,
  frameOf,
  joinBytes,
  withText,
} from '@/lib/director/frame-splitter';

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

test('a frame that is too long is handed on as it comes, and the next one is read', () => {
  const { push } = createFrameSplitter('sse');
  const long = new Uint8Array(17 * 1024 * 1024).fill(97);
  expect(push(long).map(({ bytes, text }) => [bytes.length, text])).toEqual([[long.length, undefined]]);
  expect(push(encoder.encode('a\n\ndata: 1\n\n')).map(({ text }) => text)).toEqual([undefined, '1']);
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
  ['application/vnd.ag-ui.event+proto', undefined],
  ['application/json', undefined],
  ['', undefined],
])('content type %j: %s', (type, format) => {
  expect(formatOfType(type)).toBe(format);
});
