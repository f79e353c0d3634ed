// Several files as one session.
import { expect, test } from 'vitest';
import { readSeveral } from '@/lib/core/files/merged-files';
import { readLog } from '@/lib/core/files/read-log';
import type { FileBatch } from '@/lib/core/files/types';

import { sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

/** A recording of a document from a time on, one batch for each record. */
function fileAt(name: string, startMs: number, stepMs: number) {
  const records = sseRecords(events(`run ${name} · text m "one" "two" · end`), { runId: name, messages: [] });
  const batches = records.map((record, n): FileBatch => {
    const at = { ...record, t: n * stepMs };
    const timed = at.kind === 'navigation' ? { ...at, timeOrigin: startMs } : at;
    return { doc: 'd', frameId: 0, n, records: [timed] };
  });
  return { name: `${name}.agui.jsonl`, result: { batches }, isExpected: true };
}

test('files that overlap, in any order, are read in the order of their times; files without times come last', () => {
  const files = [fileAt('body', 0, 0), fileAt('late', 5000, 10), fileAt('early', 1000, 1000)];
  const read = readSeveral(files);
  if ('error' in read) throw new Error(read.error);
  const log = readLog(read.batches);
  const all = Array.from({ length: log.length }, (_none, seq) => log.at(seq)?.event);
  const ends = all.filter((event) => event?.['type'] === 'RUN_FINISHED').map((event) => event?.['runId']);
  expect(ends).toEqual(['late', 'early', 'body']);
  const times = Array.from({ length: log.length }, (_none, seq) => log.timeMsOf(seq));
  expect(times).toEqual([...times].sort((a, b) => a - b));
  // The file without times comes last.
  expect(new Set(times).size).toBe(times.length - 5);
});

test('a file that begins with damage keeps its place', () => {
  const damaged = fileAt('damaged', 1000, 1);
  const gap: FileBatch = {
    doc: 'other',
    frameId: 0,
    n: 0,
    records: [{ kind: 'gap', t: 0, reason: 'refused' }],
  };
  const files = [
    fileAt('late', 5000, 1),
    { ...damaged, result: { batches: [gap, ...damaged.result.batches] } },
  ];
  const read = readSeveral(files);
  const docs = 'error' in read ? [] : [...read.batches].map(({ doc }) => doc);
  expect(docs.findLastIndex((doc) => doc.startsWith('damaged'))).toBeLessThan(
    docs.findIndex((doc) => doc.startsWith('late')),
  );
});
