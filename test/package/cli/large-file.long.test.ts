// A large body is read in steps, to the same end as at once.
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sourceOf } from '@/lib/core/files/log-source';
import { readFile } from '@/lib/core/files/read-file';
import { recording } from '@/lib/core/files/recording';
import type { WriteSource } from '@/lib/core/files/types';
import { openFile } from '@/lib/package/cli/open-file';
import { bigRun } from '../../bench/big-file';
import { createRandom } from '../../core/model/random';
import { temporaryFolder } from '../../support/command';
import { sse } from '../../support/logs';
import { writeProgram } from '../../support/program';

const FOLDER = temporaryFolder();

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
  ['big.sse', (event: object) => sse(event)],
  ['big.ndjson', (event: object) => `${JSON.stringify(event)}\n`],
])('%s is read in steps', (name, format) => {
  const { text, events } = bodyOf(format);
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  const { log, batches } = openFile(path);
  expect(log.length).toBe(events);
  expect(log.streams).toHaveLength(1);
  expect(log.rawOf(events - 1)).toContain('Grüße 😀');
  // The batches can be read again, to be written as a recording.
  const again = [...sourceOf(log, () => batches).batches()].flatMap(({ records }) => records);
  expect(again.filter(({ kind }) => kind === 'open' || kind === 'close')).toHaveLength(2);
});

/** Bytes that cannot be packed small: a text of letters drawn at random. */
function bulky(events: number, length = 1_000): string {
  const random = createRandom(1).below;
  const word = () => Array.from({ length }, () => String.fromCharCode(97 + random(26))).join('');
  const deltas = Array.from({ length: events }, () => ({
    type: 'TEXT_MESSAGE_CONTENT',
    messageId: 'm',
    delta: word(),
  }));
  return sse(...deltas);
}

test('packed with gzip, once and twice: read in steps, with the same result; truncated, it is reported', () => {
  const text = bulky(3_000);
  const path = join(FOLDER, 'packed.sse.gz');
  for (const bytes of [gzipSync(text), gzipSync(gzipSync(text)), deflateSync(text)]) {
    writeFileSync(path, bytes);
    const { log, isBody } = openFile(path);
    expect(isBody).toBe(true);
    expect(log.length).toBe(3_000);
    expect(log.rawOf(2_999)).toBe(text.slice(text.lastIndexOf('data: ')));
  }
});

test.each([
  ['packed.sse.gz', gzipSync],
  ['packed.sse.br', (text: string) => brotliCompressSync(text)],
])('%s, cut off: everything before the cut is read, with a sentence', (name, pack) => {
  const text = bulky(500);
  const path = join(FOLDER, name);
  const packed = pack(text);
  writeFileSync(path, packed.subarray(0, Math.floor(packed.length * 0.8)));
  const notes = new Set<string>();
  const { log } = openFile(path, { notes });
  expect(log.length).toBeGreaterThan(350);
  expect(text.startsWith(Array.from({ length: log.length }, (_none, seq) => log.rawOf(seq)).join(''))).toBe(
    true,
  );
  expect([...notes]).toEqual([`Data is missing: ${name} is cut off or damaged.`]);
});

test('an archive is read file by file, with the same result as at once', () => {
  const path = join(FOLDER, 'all.zip');
  const bytes = zipSync({
    'large.sse': Buffer.from(bulky(3_000)),
    'a/packed.sse.gz': new Uint8Array(gzipSync(bulky(2_000))),
    'small.json': Buffer.from(JSON.stringify([...bigRun(1)])),
    'notes.txt': Buffer.from('hello'),
    'inner.zip': zipSync({ 'x.json': Buffer.from('[]') }),
  });
  writeFileSync(path, bytes);
  const { log } = openFile(path);
  expect(log.streams.map(({ doc, events }) => [doc, events])).toEqual([
    ['a/packed.sse.gz file', 2_000],
    ['large.sse file', 3_000],
    ['small.json file', [...bigRun(1)].length],
  ]);
});

test('standard input that is large is read in steps too, and leaves nothing behind', async () => {
  const path = join(FOLDER, 'input.sse');
  writeFileSync(path, bulky(1_700, 10_000));
  const files = () => readdirSync(tmpdir()).filter((name) => /^lens-[\da-f]{8}-/.test(name));
  const before = files();
  const script = `cat "${path}" | "${process.execPath}" "${await writeProgram(FOLDER)}" events - | wc -l`;
  const { stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', script], { encoding: 'utf8' });
  expect([stdout.trim(), stderr]).toEqual(['1700', '']);
  expect(files()).toEqual(before);
});

test('a file that is too large to be read at once is refused', () => {
  const chunks = () => [Buffer.from('{"log":{"entries":[')];
  expect(readFile({ name: 'a.har', sizeBytes: 600 * 1024 * 1024, chunks })).toEqual({
    error: 'a.har is in a format that has to be read at once, and has more than 512 MiB.',
  });
});

test('a JSON array is read in steps in any layout', () => {
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

test('a recording with a broken line is read in steps', () => {
  const small = join(FOLDER, 'small.sse');
  const { text, events } = bodyOf((event) => sse(event));
  writeFileSync(small, text);
  const file = openFile(small);
  const lines = [
    ...recordingText(sourceOf(file.log, () => file.batches, { annotations: { rulesOff: ['x'] } })),
  ];
  const path = join(FOLDER, 'big.agui.jsonl');
  writeFileSync(path, lines.join(''));
  const { log, walk, isBody, annotations } = openFile(path);
  expect([isBody, annotations]).toEqual([false, { rulesOff: ['x'] }]);
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
