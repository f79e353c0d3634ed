// A large body is read in steps, to the same end as at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { largeBody } from '@/lib/cli/large-file';
import { openFile } from '@/lib/cli/open-file';
import { sourceOf } from '@/lib/files/log-source';
import { bigRun } from '../bench/big-file';

const FOLDER = mkdtempSync(join(tmpdir(), 'lens-large-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

const SIZE = 17 * 1024 * 1024;

function bodyOf(format: (event: object) => string): { readonly text: string; readonly events: number } {
  // Characters of several bytes, so that steps end in the middle of some.
  const parts = ['\ufeff'];
  let length = 0;
  let events = 0;
  for (let run = 0; length < SIZE; run++) {
    for (const event of bigRun(run)) {
      const text = format({ ...event, metadata: { note: 'Grüße 😀' } });
      parts.push(text);
      length += text.length;
      events++;
    }
  }
  return { text: parts.join(''), events };
}

test.each([
  ['big.sse', (event: object) => `data: ${JSON.stringify(event)}\n\n`],
  ['big.ndjson', (event: object) => `${JSON.stringify(event)}\n`],
])('%s', (name, format) => {
  const { text, events } = bodyOf(format);
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  expect(largeBody(path, name)).toBeDefined();
  const { log, batches } = openFile(path);
  expect(log.length).toBe(events);
  expect(log.streams).toHaveLength(1);
  expect(log.rawOf(events - 1)).toContain('Grüße 😀');
  // The batches can be read again, to be written as a recording.
  const again = [...sourceOf(log, () => batches).batches()].flatMap(({ records }) => records);
  expect(again.filter(({ kind }) => kind === 'open' || kind === 'close')).toHaveLength(2);
});

test('small files, packed ones and other formats are read at once', () => {
  const path = join(FOLDER, 'small.sse');
  writeFileSync(path, 'data: {}\n\n');
  expect(largeBody(path, 'small.sse')).toBeUndefined();
  const packed = join(FOLDER, 'packed.sse');
  writeFileSync(packed, new Uint8Array(SIZE).fill(1).fill(0x1f, 0, 1).fill(0x8b, 1, 2).fill(8, 2, 3));
  expect(largeBody(packed, 'packed.sse')).toBeUndefined();
  const array = join(FOLDER, 'array.json');
  writeFileSync(array, `[${' '.repeat(SIZE)}]`);
  expect(largeBody(array, 'array.json')).toBeUndefined();
});
