// Random streams in every framing, cut at random places: redacted, they have the same shape.
import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/core/json/json';
import type { Random } from '@/lib/core/redact/random';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, OpenRecord } from '@/lib/messages/records';
import { openOf } from '../../support/logs';
import { framed } from '../../support/packed';
import { sampleSize } from '../../support/sample-size';
import { createRandom } from '../model/random';
import { randomStream } from '../model/random-stream';
import { redacted, shapeOf } from './same-shape';

const SEEDS = sampleSize(40, 'LENS_SEEDS', 12);

/** Text that has to be escaped, or takes more than one byte. */
const odd = (random: Random): string => ['"', '\\', 'é', '☃', '😀', '\n', '\u2028', ' '][random(8)] ?? '';

function body(events: readonly JsonObject[], framing: string, random: Random): Uint8Array {
  const encoder = new TextEncoder();
  if (framing === 'proto') return Buffer.concat(events.map(framed));
  const texts = events.map((event) => JSON.stringify(event, null, framing === 'sse-lines' ? 1 : 0));
  if (framing === 'ndjson') return encoder.encode(texts.map((text) => `${text}\n`).join(''));
  if (framing === 'json') return encoder.encode(`[${texts.join(', ')}]`);
  const ends = ['\n', '\r\n', '\r'] as const;
  const end = ends[random(3)] ?? '\n';
  const frames = texts.map(
    (text) =>
      `${random(3) === 0 ? `: note${end}` : ''}${text.replace(/^/gm, 'data: ').replaceAll('\n', end)}${end}${end}`,
  );
  return encoder.encode(frames.join(''));
}

const TYPES: Readonly<Record<string, string>> = {
  sse: 'text/event-stream',
  'sse-lines': 'text/event-stream',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  proto: 'application/vnd.ag-ui.event+proto',
};

function cut(bytes: Uint8Array, random: Random): CapturedRecord[] {
  const records: CapturedRecord[] = [];
  for (let at = 0; at < bytes.length; ) {
    const part = bytes.subarray(at, at + 1 + random(200));
    at += part.length;
    records.push({ kind: 'chunk', t: 10 + records.length, stream: 1, b64: toBase64(part) });
  }
  return records;
}

test.each(Object.entries(TYPES))('%s: random streams keep their shape', (framing, type) => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = createRandom(seed).below;
    const events = randomStream(seed).map((event): JsonObject => {
      const delta = event['delta'];
      const isText = typeof delta === 'string' && /^(TEXT|REASONING)/.test(String(event['type']));
      return isText && random(2) === 0 ? { ...event, delta: delta + odd(random) } : event;
    });
    const records: CapturedRecord[] = [
      { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1_700_000_000_000, top: true },
      { ...openOf(), headers: { 'content-type': type } } as OpenRecord,
      ...cut(body(events, framing, random), random),
      { kind: 'close', t: 9000, stream: 1, how: 'complete' },
    ];
    const batches = [{ doc: 'd', frameId: 0, n: 0, records }];
    expect(shapeOf(redacted(batches, { seed })), `seed ${seed}`).toEqual(shapeOf(batches));
  }
});
