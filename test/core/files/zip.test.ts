// Archives: every file in them that can be read, under documents of its own.
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import type { ReadResult } from '@/lib/core/files/types';
import { logOfBatches, recordingText } from '../../support/exported';
import { gapsIn } from '../../support/logs';
import { events } from '../../support/stream-text';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const body = (runId: string) => bytesOf(JSON.stringify(events(`run ${runId} · end`)));

function runsIn(result: ReadResult): readonly unknown[] {
  if ('error' in result) return [result.error];
  const log = logOfBatches(result.batches);
  return Array.from({ length: log.length }, (_none, seq) => log.at(seq)?.event?.['runId']);
}

const gapsOf = (result: ReadResult) => gapsIn(logOfBatches('error' in result ? [] : result.batches));

function withList(result: ReadResult): object {
  return 'error' in result ? result : { ...result, batches: [...result.batches] };
}

test('several files are read, and others in the archive are ignored', () => {
  const bytes = zipSync({
    'b/two.json': body('two'),
    'a/one.json': body('one'),
    'notes.txt': bytesOf('hello'),
    '__MACOSX/._one': bytesOf('x'),
  });
  expect(runsIn(readFile({ name: 'all.zip', bytes }))).toEqual(['one', 'one', 'two', 'two']);
});

test('files of an archive that cannot be read are reported', () => {
  const bytes = zipSync({
    'a.json': body('one'),
    'b.sse.br': bytesOf('as good as brotli'),
    'c.zip': zipSync({ 'one.json': body('one') }),
    'd.har': bytesOf('<html>'),
    'e.jsonl.zst': bytesOf('packed otherwise'),
    'empty.sse': bytesOf(''),
    'notes.txt': bytesOf('hello'),
    'package.json': bytesOf('no JSON'),
  });
  const result = readFile({ name: 'all.zip', bytes });
  expect(runsIn(result)).toEqual(['one', 'one']);
  expect(gapsOf(result)).toEqual([
    "b.sse.br is compressed with brotli, which cannot be unpacked here; unpack it first, with 'brotli -d'",
    'c.zip is a ZIP archive; open the files in it',
    "d.har is invalid JSON: Unexpected token '<'",
    'e.jsonl.zst is not in a format that can be imported',
  ]);
});

test('annotations of a recording are kept; rules that are off in one file are not in others', () => {
  const recorded = (annotations: object) => bytesOf(recordingText([], annotations));
  const added = {
    rulesOff: ['x'],
    notes: [[0, 'see']],
    dialects: { 'd:1': 'hector' },
    consumers: { 'http://a': 'own' },
  };
  const annotationsIn = (files: Record<string, Uint8Array>) =>
    withList(readFile({ name: 'x.zip', bytes: zipSync(files) }));
  expect(annotationsIn({ 'a.agui.jsonl': recorded(added) })).toMatchObject({
    annotations: { ...added, dialects: { 'a.agui.jsonl d:1': 'hector' } },
  });
  expect(annotationsIn({ 'a.agui.jsonl': recorded(added), 'b.agui.jsonl': recorded({}) })).toMatchObject({
    batches: [{ doc: 'a.agui.jsonl d' }, { doc: 'b.agui.jsonl d' }],
    annotations: { dialects: { 'a.agui.jsonl d:1': 'hector' }, consumers: { 'http://a': 'own' } },
  });
});

test.each([
  ['nothing', zipSync({}), /^(x\.zip contains no file\.|x\.zip is not in a format that can be imported\.)$/],
  [
    'nothing that can be read',
    zipSync({ 'notes.txt': bytesOf('hello') }),
    /^notes\.txt is not in a format that can be imported\.$/,
  ],
  [
    'an archive',
    zipSync({ 'in.zip': zipSync({ 'one.json': body('one') }) }),
    /^in\.zip is a ZIP archive; open the files in it\.$/,
  ],
  [
    'half of itself',
    zipSync({ 'one.json': body('one') }).slice(0, 60),
    /^x\.zip is a ZIP archive that cannot be unpacked, it is cut off: /,
  ],
])('an archive that holds %s is refused with a reason', (_what, bytes, sentence) => {
  expect(readFile({ name: 'x.zip', bytes })).toEqual({ error: expect.stringMatching(sentence) });
});

test('of too many files, those named as recordings are read, and the number of others is reported', () => {
  const bytes = zipSync({
    ...Object.fromEntries(Array.from({ length: 600 }, (_none, at) => [`a${at}.txt`, bytesOf('hello')])),
    ...Object.fromEntries(
      Array.from({ length: 499 }, (_none, at) => [`m${at}.sse`, bytesOf(': nothing\n\n')]),
    ),
    'z.jsonl': bytesOf(`${JSON.stringify(events('run last · end')[0])}\n`),
  });
  const result = readFile({ name: 'all.zip', bytes });
  expect(runsIn(result)).toEqual(['last']);
  expect(gapsOf(result)).toEqual([
    '600 files in all.zip are not read: the limit is 500 files and 1 GiB of an archive',
  ]);
});

test('a file whose declared size exceeds the limit is skipped, and the others are read', () => {
  const bytes = zipSync({ 'a.json': [body('one'), { level: 0 }], 'b.json': [body('two'), { level: 0 }] });
  const view = new DataView(bytes.buffer);
  // The size of the second file.
  const ends = [...bytes.keys()].filter(
    (at) => view.getUint32(at < bytes.length - 4 ? at : 0) === 0x504b0304,
  );
  view.setUint32((ends[1] ?? 0) + 22, 0x7fffffff, true);
  const result = readFile({ name: 'all.zip', bytes });
  expect(runsIn(result)).toEqual(['one', 'one']);
  expect(gapsOf(result)).toContain(
    '1 file in all.zip is not read: the limit is 500 files and 1 GiB of an archive',
  );
});
