// Events as other programs save them: what PowerShell writes, what curl prints with the head of an answer, what jq
// spreads out over lines. As one chunk and as many, the same events.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import type { ReadResult } from '@/lib/core/files/types';
import { logOfBatches } from '../../support/exported';
import { eventsIn, gapsIn, sse } from '../../support/logs';
import { sampleRun } from '../../support/sessions';

const EVENTS = [...sampleRun(), { type: 'CUSTOM', name: 'odd', value: 'ü 😀 } { " \\ ,' }];
const SSE = sse(...EVENTS);
const SPREAD = EVENTS.map((event) => JSON.stringify(event, undefined, 2));

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function utf16(text: string, isLittle: boolean): Uint8Array {
  const units = `\ufeff${text}`;
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (let at = 0; at < units.length; at++) view.setUint16(at * 2, units.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

/** Events of a file, and the gaps that are reported. */
function readOf(result: ReadResult): {
  readonly events: readonly unknown[];
  readonly gaps: readonly string[];
} {
  if ('error' in result) return { events: [], gaps: [result.error] };
  const log = logOfBatches(result.batches);
  return { events: eventsIn(log), gaps: gapsIn(log) };
}

/** Parts that end anywhere, in the middle of a character, too. */
function* partsOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 37) yield bytes.slice(at, at + 37);
}

const READERS = {
  'one chunk': (name: string, bytes: Uint8Array) => readFile({ name, bytes }),
  'many chunks': (name: string, bytes: Uint8Array) => readFile({ name, chunks: () => partsOf(bytes) }),
};

const SAVED: Readonly<Record<string, readonly [name: string, bytes: Uint8Array]>> = {
  'UTF-16, as PowerShell saves it': ['out.sse', utf16(SSE, true)],
  'UTF-16 the other way round': ['out.txt', utf16(SSE, false)],
  'UTF-16, packed': ['out.sse.gz', gzipSync(utf16(SSE, true))],
  'UTF-16, an event a line': [
    'out.jsonl',
    utf16(EVENTS.map((event) => JSON.stringify(event)).join('\r\n'), true),
  ],
  'curl -i': [
    'out.txt',
    utf8(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ndate: today\r\n\r\n${SSE}`),
  ],
  'curl -v': [
    'out.log',
    utf8(`* Trying 127.0.0.1...\n> POST /agent HTTP/1.1\n>\n< HTTP/1.1 200 OK\n<\n{ [5 bytes data]\n${SSE}`),
  ],
  'jq .': ['out.json', utf8(`${SPREAD.join('\n')}\n`)],
  'jq . of a file of lines': ['out.jsonl', utf8(SPREAD.join('\n'))],
  'jq . of an object with events': [
    'out.json',
    utf8(JSON.stringify({ id: 1, events: EVENTS }, undefined, 2)),
  ],
  'an event a line, in an object': [
    'out.json',
    utf8(`{"id": 1, "events": [\n${EVENTS.map((event) => JSON.stringify(event)).join(',\n')}\n]}\n`),
  ],
  'spread out, with commas': ['out.txt', utf8(`${SPREAD.join(',\r\n').replaceAll('\n', '\r\n')},`)],
};

for (const [what, [name, bytes]] of Object.entries(SAVED))
  for (const [how, read] of Object.entries(READERS))
    test(`${what}, ${how}: all events are read`, () =>
      expect(readOf(read(name, bytes))).toEqual({ events: EVENTS, gaps: [] }));

for (const [how, read] of Object.entries(READERS)) {
  test(`UTF-16 that ends in the middle of a character, ${how}: the cut is reported`, () => {
    const { events, gaps } = readOf(read('out.sse', utf16(SSE, true).subarray(0, -1)));
    expect(events).toEqual(EVENTS.slice(0, events.length));
    expect(events.length).toBeGreaterThan(EVENTS.length - 2);
    expect(gaps).toEqual(['out.sse ends in the middle of a character']);
  });

  test(`a surplus bracket and a truncated event, ${how}: the complete events are read`, () => {
    const texts = [SPREAD[0], SPREAD[1], '}', SPREAD[2], SPREAD[3]?.slice(0, -5)];
    const { events } = readOf(read('out.jsonl', utf8(texts.join('\n'))));
    expect(events.filter((event) => event !== undefined)).toEqual(EVENTS.slice(0, 3));
  });
}
