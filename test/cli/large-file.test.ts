// A large body is read in steps, to the same end as at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { largeFile } from '@/lib/cli/large-file';
import { openFile } from '@/lib/cli/open-file';
import { sourceOf } from '@/lib/files/log-source';
import { recording } from '@/lib/files/recording';
import type { WriteSource } from '@/lib/files/types';
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
  expect(largeFile(path, name)).toBeDefined();
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
  expect(largeFile(path, 'small.sse')).toBeUndefined();
  const packed = join(FOLDER, 'packed.sse');
  writeFileSync(packed, new Uint8Array(SIZE).fill(1).fill(0x1f, 0, 1).fill(0x8b, 1, 2).fill(8, 2, 3));
  expect(largeFile(packed, 'packed.sse')).toBeUndefined();
  const har = join(FOLDER, 'array.har');
  writeFileSync(har, `{"log":{"entries":[${' '.repeat(SIZE)}]}}`);
  expect(largeFile(har, 'array.har')).toBeUndefined();
});

test('a JSON array, however it is laid out', () => {
  const path = join(FOLDER, 'big.json');
  const { text, events } = bodyOf((event) => `,\n${JSON.stringify(event, null, 1)}`);
  const body = `\ufeff [ ${text.slice(3)} \r\n]\n`;
  writeFileSync(path, body);
  const { log } = openFile(path);
  expect(log.length).toBe(events);
  const expected: unknown[] = JSON.parse(body.slice(1));
  for (const seq of [0, 1, events - 1]) expect(JSON.parse(log.rawOf(seq))).toEqual(expected[seq]);
  // One that is cut: what is there is read, and the piece is a frame that is none.
  writeFileSync(path, body.slice(0, -30));
  const cut = openFile(path).log;
  expect(cut.length).toBe(events);
  expect(cut.typeOf(events - 1)).toBe('');
});

test('a recording, a broken line in it included', () => {
  const small = join(FOLDER, 'small.sse');
  const { text, events } = bodyOf((event) => `data: ${JSON.stringify(event)}\n\n`);
  writeFileSync(small, text);
  const file = openFile(small);
  const lines = [
    ...recordingText(sourceOf(file.log, () => file.batches, { annotations: { rulesOff: ['x'] } })),
  ];
  const path = join(FOLDER, 'big.agui.jsonl');
  writeFileSync(path, lines.join(''));
  expect(largeFile(path, 'big.agui.jsonl')).toMatchObject({
    isBody: false,
    annotations: { rulesOff: ['x'] },
  });
  const { log, walk } = openFile(path);
  expect(log.length).toBe(events);
  expect([...walk().steps()].filter((step) => 'event' in step)).toHaveLength(events);
  const broken = lines.join('').split('\n');
  broken[3] = '{"doc":';
  writeFileSync(path, broken.join('\n'));
  const boundaries = openFile(path).log.boundaries.filter(({ kind }) => kind === 'gap');
  expect(boundaries).toHaveLength(1);
  expect(boundaries[0]).toMatchObject({ detail: expect.stringContaining('Line 4 is invalid JSON') });
  writeFileSync(path, ['{"format":"ag-ui-lens","version":99}', ...broken.slice(1)].join('\n'));
  expect(() => openFile(path)).toThrow('Update AG-UI Lens');
});

function recordingText(source: WriteSource): Iterable<string> {
  const text = recording.write?.(source);
  if (text === undefined || 'refused' in text) throw new Error('Expected a recording');
  return text;
}
