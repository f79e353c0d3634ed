// Every framer keeps the contract; each reads its own cases.

import { createParser } from 'eventsource-parser';
import { describe, expect, test } from 'vitest';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { FRAME_MAX } from '@/lib/core/decode/frame-buffer';
import { framers } from '@/lib/core/decode/framers';
import { jsonBody } from '@/lib/core/decode/json-body';
import { message } from '@/lib/core/decode/message';
import { ndjson } from '@/lib/core/decode/ndjson';
import { sse } from '@/lib/core/decode/sse';
import type { Framer } from '@/lib/core/decode/types';
import { framerContract, framesOf } from '../../contract/framer';
import { createRandom } from '../model/random';
import { FRAMER_CASES, SSE_BODIES, STARTED } from './framer-cases';

describe.each(Object.entries(FRAMER_CASES))('%s', (_name, [framer, bodies]) => {
  framerContract(framer, bodies);
});

function oracle(body: string): string[] {
  const found: string[] = [];
  const parser = createParser({ onEvent: (event) => found.push(event.data) });
  parser.feed(body);
  return found;
}

test('sse: equal to eventsource-parser on random bodies that end with a blank line', () => {
  const pieces = ['data: x', 'data:y', 'data', 'event: e', 'id: 1', ': c', 'data:  z', 'other: w', '', 'ü'];
  for (let seed = 0; seed < 3000; seed++) {
    const random = createRandom(seed);
    const lines = Array.from({ length: random.below(12) }, () => random.pick(pieces));
    const end = random.pick(['\n', '\r\n']);
    const body = `${random.chance(0.2) ? '\ufeff' : ''}${lines.join(end)}${end}${end}`;
    const ours = framesOf(sse, [body])
      .filter(({ unread }) => unread === undefined)
      .map((frame) => frame.data);
    expect(ours, `seed ${seed}`).toEqual(oracle(body));
  }
});

test('sse: lines without data that some client reads belong to the next frame or the rest', () => {
  const reader = sse.create();
  const pings = ': ping\n\n'.repeat(100);
  const frames = reader.push(`: hi\n\n${pings}hello\n\n${pings}id: 3\n\ndata: x\n\n${pings}`);
  expect(frames.map(({ data, unread }) => unread?.lines ?? data)).toEqual([1, 'x']);
  expect(frames[1]?.raw).toMatch(/^hello\n\n(:\n\n){0,20}id: 3\n\ndata: x\n\n$/);
  expect(reader.push('y\n\n{"a":1}')).toEqual([]);
  const rest = 'y\n{"a":1}';
  expect(reader.end()).toEqual([
    { raw: rest, binary: false, data: '', unread: { units: rest.length, lines: 2 } },
  ]);
  expect(reader.rest?.()).toBe('y\n\n{"a":1}');
});

test('sse: a body that is no event stream is stored only in part', () => {
  const reader = sse.create();
  for (let line = 0; line < 3000; line++) reader.push(`<p>${'x'.repeat(60)}</p>\n\n`);
  reader.end();
  expect(reader.rest?.().length).toBeLessThan(66_000);
});

/** Length of all texts that are sliced meanwhile. */
function slicedUnits(work: () => void): number {
  let units = 0;
  const { slice } = String.prototype;
  Object.assign(String.prototype, {
    slice(this: string, ...args: Parameters<typeof slice>): string {
      units += this.length;
      return slice.apply(this, args);
    },
  });
  try {
    work();
  } finally {
    Object.assign(String.prototype, { slice });
  }
  return units;
}

test('sse: ignored text of a flood is shortened in linear time', () => {
  const reader = sse.create();
  const flood = 'x\n\n'.repeat(10);
  const pushes = 5000;
  const units = slicedUnits(() => {
    for (let n = 0; n < pushes; n++) reader.push(flood);
  });
  expect(units).toBeLessThan(100 * pushes * flood.length);
});

test('sse: frames of many lines are read in linear time', () => {
  const line = (n: number): string => (n % 3 === 0 ? `data: ${n}\n` : n % 3 === 1 ? 'event: e\n' : `x${n}\n`);
  const lines = Array.from({ length: 50_000 }, (_none, n) => line(n));
  const reader = sse.create();
  const frames = [...lines, '\n'].flatMap((each) => reader.push(each));
  const data = lines.flatMap((each) => (each.startsWith('data: ') ? each.slice(6, -1) : []));
  const strays = lines.filter((each) => each.startsWith('x'));
  expect(frames).toEqual([
    expect.objectContaining({ unread: { lines: strays.length, units: strays.join('').length - 1 } }),
    { raw: `${lines.join('')}\n`, binary: false, data: data.join('\n'), event: 'e' },
  ]);
  expect(sse.reread(frames[1]?.raw ?? '')).toEqual(frames[1]);
});

test('sse: frames keep their raw text', () => {
  const body = SSE_BODIES[1] ?? '';
  expect(framesOf(sse, [body]).map((frame) => frame.raw)).toEqual([
    '\ufeffdata: {"a":1}\r\n\r\n',
    'data:{"b":2}\r\n\r\n',
  ]);
});

test('sse: a truncated last frame is shown with a problem', () => {
  const [frame] = framesOf(sse, ['data: {"cut": tr']);
  expect(frame?.raw).toBe('data: {"cut": tr');
  expect(frame?.problem?.code).toBe('framing');
});

test.each([
  ['sse', sse, 'data: ', '\n\n', 'data: {"ok":1}\n\n'],
  ['ndjson', ndjson, '', '\n', '{"ok":1}\n'],
] as const)(
  '%s: an endless frame is bounded and the next one is read',
  (_name, framer, open, close, next) => {
    const reader = framer.create();
    const block = 'x'.repeat(1024 * 1024);
    const frames = reader.push(open);
    for (let i = 0; i < FRAME_MAX / block.length + 2; i++) frames.push(...reader.push(block));
    frames.push(...reader.push(close), ...reader.push(next), ...reader.end());
    expect(frames.map((frame) => frame.problem?.code)).toEqual(['framing', undefined]);
    expect(frames[0]?.raw.length).toBe(FRAME_MAX);
    expect(frames[1]?.data).toBe('{"ok":1}');
  },
);

/** Bodies of random lines, each with a word of its own, and how many of the words have to be read somewhere. */
const LINES: readonly (readonly [Framer, string, readonly ((word: string) => string)[]])[] = [
  [
    sse,
    '\n',
    [
      (word) => `data: {"a":"${word}"}`,
      (word) => ` data: {"a":"${word}"}`,
      (word) => `{"a":"${word}"}`,
      (word) => `data${word}`,
      (word) => `<p>${word}</p>`,
      (word) => `${word}: text`,
      (word) => `\ufeff${word}`,
      (word) => `\u0000\u001b[2J${word}`,
      () => '',
      () => ': comment',
    ],
  ],
  [ndjson, '\n', [(word) => `{"a":"${word}"}`, (word) => word, (word) => `data: ${word}`, () => '']],
  [
    jsonBody,
    ' ',
    [(word) => `{"a":"${word}"},`, (word) => word, (word) => `"${word}"`, () => ']', () => '['],
  ],
];

test.each(LINES)(
  '$name: every text of a body is in a frame or in text that no client reads',
  (framer, between, makers) => {
    for (let seed = 0; seed < 300; seed++) {
      const random = createRandom(seed);
      const words: string[] = [];
      const lines = Array.from({ length: 1 + random.below(14) }, (_, at) => {
        const word = `w${seed}x${at}y`;
        const line = random.pick(makers)(word);
        if (line.includes(word)) words.push(word);
        return line;
      });
      const body = new TextEncoder().encode((framer === jsonBody ? '[{},' : '') + lines.join(between));
      const cut = random.below(body.length + 1);
      const frames = framesOf(framer, [body.subarray(0, cut), body.subarray(cut)]);
      const read = frames.map(({ raw }) => raw).join('\n');
      for (const word of words) expect(read, `seed ${seed}: ${lines.join('⏎')}`).toContain(word);
    }
  },
);

test('json-body: an element is there as soon as it is complete', () => {
  const reader = jsonBody.create();
  expect(reader.push('[{"a":1},{"b"')).toHaveLength(1);
  expect(reader.push(':2}')).toHaveLength(1);
});

test('message: an array of objects is a frame each, anything else is one', () => {
  expect(framesOf(message, ['[{"a":1},{"b":2}]'])).toHaveLength(2);
  expect(framesOf(message, ['["1",null,"topic","ag_ui_event",{}]'])).toHaveLength(1);
  expect(framesOf(message, [new TextEncoder().encode('{"a":1}')])[0]?.binary).toBe(false);
  expect(framesOf(message, [STARTED])[0]?.binary).toBe(true);
});

test('the right framer is the most confident', () => {
  const best = (contentType: string | undefined, start: string): string | undefined => {
    const head = { start, ...(contentType !== undefined && { contentType }) };
    return [...framers].sort((a, b) => b.confidence(head) - a.confidence(head))[0]?.name;
  };
  expect(best('text/event-stream; charset=utf-8', 'data: {}')).toBe('sse');
  expect(best('application/x-ndjson', '{"a":1}')).toBe('ndjson');
  expect(best(`${PROTO_TYPE}; charset=utf-8`, '\0\0\0\u0011')).toBe('proto');
  expect(best('application/json', '[{"type"')).toBe('json-body');
  expect(best('application/json', '{"a":1}')).toBe('json-body');
  expect(best('text/plain', 'data: {"type"')).toBe('sse');
  expect(best('text/plain', '{"type":"RUN')).toBe('ndjson');
  for (const type of ['application/stream+json', 'application/x-json-stream', 'text/ndjson'])
    expect(best(type, '{"a":1}')).toBe('ndjson');
  // Lines, and events of a stream, are known by what they hold.
  for (const type of [
    'application/json',
    'application/vnd.own+json',
    'application/problem+json',
    'text/html',
  ]) {
    expect(best(type, '{"a":1}\n{"b":2}\n')).toBe('ndjson');
    expect(best(type, '{"type":"RUN_STARTED","runId":"r"}\n')).toBe('ndjson');
    expect(best(type, 'data: {"type":"RUN_STARTED"}\n\n')).toBe('sse');
  }
  expect(best('application/problem+json', '{"title":"no","status":500}\n')).toBe('json-body');
  expect(best('application/json', '{\n  "a": {}\n}\n')).toBe('json-body');
  expect(best(undefined, '\0\0\0\u0011b\n')).toBe('proto');
  expect(best('text/html', '<!doctype html>')).toBe('sse');
});
