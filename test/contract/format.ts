// Contract of file formats: a format reads its own output, it never throws, and it reports a problem in one
// sentence.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsOf, sourceOf } from '@/lib/core/files/log-source';
import { formatOf, readFile } from '@/lib/core/files/read-file';
import type { FileBatch, Format } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import { createRandom } from '../core/model/random';
import { randomStream } from '../core/model/random-stream';
import { logOfBatches } from '../support/exported';
import { sseRecords } from '../support/logs';
import { REPORT } from '../support/report';

const FOLDER = join(import.meta.dirname, '../fixtures/recordings');
/** Answers of real servers, in all framings. */
const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith('.agui.jsonl'));
const SENTENCE = /^[A-Z][^\n]*\.$/;
const REQUEST = { threadId: 't', runId: 'r', messages: [{ id: 'u', role: 'user', content: 'Hello.' }] };

function recordedIn(name: string): readonly FileBatch[] {
  const result = readFile({ name, bytes: readFileSync(join(FOLDER, name)) });
  if ('error' in result) throw new Error(result.error);
  return [...result.batches];
}

/** The text of a format, or the sentence with which it refuses. */
function tryToWrite(format: Format, batches: readonly FileBatch[]): { text: string } | { refused: string } {
  const source = sourceOf(logOfBatches(batches), () => batches);
  const written = format.write?.({ ...source, report: REPORT }) ?? [];
  return 'refused' in written ? written : { text: [...written].join('') };
}

function written(format: Format, batches: readonly FileBatch[]): string {
  const result = tryToWrite(format, batches);
  if ('refused' in result) throw new Error(result.refused);
  return result.text;
}

function read(format: Format, text: string): readonly FileBatch[] {
  const result = format.read?.({ name: `file${format.extension}`, text });
  if (result === undefined || 'error' in result)
    throw new Error(result?.error ?? 'This format cannot be read');
  return [...result.batches];
}

/** The suite for a format that can be read and written. */
export function roundTripContract(format: Format): void {
  test('reads its own output and writes it unchanged', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const batch: FileBatch = { doc: 'd', frameId: 0, n: 0, records: sseRecords(randomStream(seed)) };
      const text = written(format, [batch]);
      const batches = read(format, text);
      const events: JsonObject[] = [...eventsOf(logOfBatches(batches))];
      expect(events, `seed ${seed}`).toEqual([...eventsOf(logOfBatches([batch]))]);
      expect(written(format, batches), `seed ${seed}`).toBe(text);
    }
  });

  test('is detected for its own output', () => {
    const batch: FileBatch = { doc: 'd', frameId: 0, n: 0, records: sseRecords(randomStream(1)) };
    const text = written(format, [batch]);
    expect(formatOf({ name: `file${format.extension}`, text })?.id).toBe(format.id);
  });
}

/** The suite for a format that can be written, whether it can be read or not. */
export function writeContract(format: Format): void {
  test('writes the same twice; also of an empty session, or explains why not', () => {
    for (const seed of [0, 1, 2, 3]) {
      const records = seed === 0 ? [] : sseRecords(randomStream(seed), REQUEST);
      const batches: readonly FileBatch[] = [{ doc: 'd', frameId: 0, n: 0, records }];
      const result = tryToWrite(format, batches);
      expect(result, `seed ${seed}`).toEqual(tryToWrite(format, batches));
      if ('refused' in result) {
        expect(seed, result.refused).toBe(0);
        expect(result.refused).toMatch(SENTENCE);
      } else if (seed > 0) expect(result.text, `seed ${seed}`).toMatch(/\S/);
    }
  });

  test.each(RECORDINGS)(
    '%s is written, or a sentence explains why not; a readable format reads back the same',
    (name) => {
      const batches = recordedIn(name);
      const result = tryToWrite(format, batches);
      if ('refused' in result) return expect(result.refused).toMatch(SENTENCE);
      const events = [...eventsOf(logOfBatches(batches))];
      if (events.length > 0) expect(result.text).toMatch(/\S/);
      if (format.read === undefined || events.length === 0) return;
      expect([...eventsOf(logOfBatches(read(format, result.text)))]).toEqual(events);
    },
  );
}

/** The suite for a format that can be read. */
export function readContract(format: Format): void {
  test('never throws; what is wrong is one sentence', () => {
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      '"log"',
      ':',
      ',',
      '\n',
      'data: ',
      'null',
      '{"entries":[{}]}',
      '\0\0\0\u0001',
      '1',
    ];
    for (let seed = 0; seed < 3000; seed++) {
      const random = createRandom(seed);
      const text = Array.from({ length: random.below(12) }, () => random.pick(pieces)).join('');
      const result = format.read?.({ name: 'x\ud800.bin', text });
      if (result === undefined) throw new Error('This format cannot be read');
      if ('error' in result) expect(result.error).toMatch(/^[^\n]+\.$/s);
      else logOfBatches(result.batches);
    }
  });
}
