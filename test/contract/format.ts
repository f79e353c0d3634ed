// What every file format must keep: it reads what it writes, it never throws, and what is wrong is said in one
// sentence.
import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/agui/json';
import { eventsOf, sourceOf } from '@/lib/files/log-source';
import { formatOf } from '@/lib/files/read-file';
import type { FileBatch, Format } from '@/lib/files/types';
import { createLog, type Log } from '@/lib/log/log';
import { createRandom } from '../model/random';
import { randomStream } from '../model/random-stream';
import { sseRecords } from '../support/logs';

function logOfBatches(batches: readonly FileBatch[]): Log {
  const log = createLog();
  for (const batch of batches) log.append(batch);
  log.finish();
  return log;
}

function written(format: Format, batches: readonly FileBatch[]): string {
  const source = sourceOf(logOfBatches(batches), () => batches);
  const written = format.write?.(source) ?? [];
  if ('refused' in written) throw new Error(written.refused);
  return [...written].join('');
}

function read(format: Format, text: string): readonly FileBatch[] {
  const result = format.read?.({ name: `file${format.extension}`, text });
  if (result === undefined || 'error' in result)
    throw new Error(result?.error ?? 'This format cannot be read');
  return result.batches;
}

/** The suite for a format that can be read and written. */
export function roundTripContract(format: Format): void {
  test('reads what it writes, and writes the same again', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const batch: FileBatch = { doc: 'd', frameId: 0, n: 0, records: sseRecords(randomStream(seed)) };
      const text = written(format, [batch]);
      const batches = read(format, text);
      const events: JsonObject[] = [...eventsOf(logOfBatches(batches))];
      expect(events, `seed ${seed}`).toEqual([...eventsOf(logOfBatches([batch]))]);
      expect(written(format, batches), `seed ${seed}`).toBe(text);
    }
  });

  test('is chosen for what it writes', () => {
    const batch: FileBatch = { doc: 'd', frameId: 0, n: 0, records: sseRecords(randomStream(1)) };
    const text = written(format, [batch]);
    expect(formatOf({ name: `file${format.extension}`, text })?.id).toBe(format.id);
  });
}

/** The suite for a format that can be written, whether it can be read or not. */
export function writeContract(format: Format): void {
  test('writes the same twice, and an empty session too', () => {
    for (const seed of [0, 1, 2, 3]) {
      const records = seed === 0 ? [] : sseRecords(randomStream(seed));
      const batches: readonly FileBatch[] = [{ doc: 'd', frameId: 0, n: 0, records }];
      const text = written(format, batches);
      expect(text, `seed ${seed}`).toBe(written(format, batches));
      if (seed > 0) expect(text, `seed ${seed}`).toContain('RUN_STARTED');
    }
  });
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
