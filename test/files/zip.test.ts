// Archives: every file in them that can be read, under documents of its own.
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/files/read-file';
import type { ReadResult } from '@/lib/files/types';
import { logOfBatches } from '../support/exported';
import { events } from '../support/stream-text';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const body = (runId: string) => bytesOf(JSON.stringify(events(`run ${runId} · end`)));

function runsIn(result: ReadResult): readonly unknown[] {
  if ('error' in result) return [result.error];
  const log = logOfBatches(result.batches);
  return Array.from({ length: log.length }, (_none, seq) => log.at(seq)?.event?.['runId']);
}

test('several files, and others beside them', () => {
  const bytes = zipSync({
    'b/two.json': body('two'),
    'a/one.json': body('one'),
    'notes.txt': bytesOf('hello'),
    '__MACOSX/._one': bytesOf('x'),
  });
  expect(runsIn(readFile({ name: 'all.zip', bytes }))).toEqual(['one', 'one', 'two', 'two']);
});

test.each([
  ['nothing', zipSync({}), /^(x\.zip holds no file\.|x\.zip is not in a format that can be imported\.)$/],
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
    /^x\.zip is a ZIP archive that cannot be unpacked, it may be cut off: /,
  ],
])('an archive that holds %s', (_what, bytes, sentence) => {
  expect(readFile({ name: 'x.zip', bytes })).toEqual({ error: expect.stringMatching(sentence) });
});
