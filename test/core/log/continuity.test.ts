import { expect, test } from 'vitest';
import { createLog } from '@/lib/core/log/log';
import type { BackgroundBatchKind } from '@/lib/messages/background-batch';
import type { CapturedRecord } from '@/lib/messages/records';
import { requestOf } from '../../support/exchanges';
import { logOfRecords, openOf } from '../../support/logs';

const navigation: CapturedRecord = {
  kind: 'navigation',
  t: 0,
  url: 'http://a/',
  timeOrigin: 1_000,
  top: true,
};
const open = openOf(requestOf('r', []), 'http://a/agent');
const chunk = (n: number, text = `data: {"type":"CUSTOM","name":"n","value":${n}}\n\n`): CapturedRecord => ({
  kind: 'chunk',
  t: 10 + n,
  stream: 1,
  text,
});
const end = (how: 'complete' | 'page-gone'): CapturedRecord => ({ kind: 'close', t: 90, stream: 1, how });

/** A log of batches, by their numbers. */
function logOf(
  batches: readonly (readonly [
    n: number | [BackgroundBatchKind, number],
    records: readonly CapturedRecord[],
    from?: number,
  ])[],
) {
  const log = createLog();
  for (const [number, records, from] of batches) {
    const place = typeof number === 'number' ? { n: number } : { made: number[0], n: number[1] };
    log.append({ doc: 'd', frameId: 0, ...place, records, ...(from !== undefined && { from }) });
  }
  const values = Array.from({ length: log.length }, (_, seq) => {
    const event = log.at(seq)?.event as Readonly<Record<string, unknown>> | undefined;
    return event?.['value'] ?? event?.['type'];
  });
  const rows = log.boundaries.map((row) => (row.kind === 'gap' ? `gap: ${row.detail}` : row.kind));
  return { log, values, rows };
}

const LOST = 'gap: some data of the page, which was not stored';

test('a repeated batch counts once, in parts or completely', () => {
  const { values, rows } = logOf([
    [0, [navigation, open]],
    [1, [chunk(1)]],
    [1, [chunk(2)], 1],
    [1, [chunk(1)]],
    [1, [chunk(2)], 1],
    [0, [navigation, open]],
    [2, [chunk(3)]],
  ]);
  expect(values).toEqual([1, 2, 3]);
  expect(rows).toEqual(['navigation', 'open']);
});

test('records missing between two batches, or before the first, are a row, and the stream counts as incomplete', () => {
  const { log, values, rows } = logOf([
    [0, [navigation, open]],
    [1, [chunk(1)]],
    [4, [chunk(4)]],
    [6, [chunk(6)]],
  ]);
  expect(values).toEqual([1, 4, 6]);
  expect(rows).toEqual(['navigation', 'open', LOST, LOST]);
  expect(log.streams[0]?.incompleteFrom).toBe(1);
  expect(logOf([[3, [navigation]]]).rows).toEqual([
    'gap: the first data of the page, which was not stored',
    'navigation',
  ]);
});

test('a gap that the background puts before a batch stands for earlier records, and counts once', () => {
  const { values, rows } = logOf([
    [
      ['preamble', 7],
      [navigation, open],
    ],
    [7, [chunk(7)]],
    [
      ['preamble', 7],
      [navigation, open],
    ],
    [8, [chunk(8)]],
  ]);
  expect(values).toEqual([7, 8]);
  expect(rows).toEqual(['navigation', 'open']);
});

test('batches without numbers, and those of different documents, reveal no gaps', () => {
  const log = logOfRecords([navigation, open]);
  log.append({ doc: 'e', frameId: 0, n: 0, records: [navigation] });
  log.append({ doc: 'd', frameId: 0, records: [chunk(1)] });
  log.append({ doc: 'e', frameId: 0, n: 1, records: [navigation] });
  expect(log.boundaries.map(({ kind }) => kind)).toEqual(['navigation', 'open', 'navigation', 'navigation']);
});

test('a batch that arrives after a later one stays missing, and is reported; events stay in order', () => {
  const { values, rows } = logOf([
    [0, [navigation, open]],
    [1, [chunk(1)]],
    [3, [chunk(3)]],
    [2, [chunk(2)]],
    [4, [chunk(4)]],
    [3, [chunk(3)]],
    [5, [chunk(5)]],
  ]);
  expect(values).toEqual([1, 3, 4, 5]);
  expect(rows).toEqual(['navigation', 'open', LOST]);
});

test('the end of a document ends its streams, with a row only if something is missing', () => {
  const quiet = logOf([
    [0, [navigation, open, chunk(1)]],
    [['end', 1], [{ kind: 'gap', t: 0, reason: 'gone' }]],
  ]);
  expect(quiet.rows).toEqual(['navigation', 'open', 'close']);
  expect(quiet.log.streams[0]?.close).toMatchObject({ how: 'page-gone', timeMs: 1_011 });
  const loud = logOf([
    [0, [navigation, open, chunk(1)]],
    [['end', 1], [{ kind: 'gap', t: 0, reason: 'gone', detail: 'no word' }]],
  ]);
  expect(loud.rows).toEqual(['navigation', 'open', 'gap: no word', 'close']);
  expect(loud.log.boundaries[2]?.timeMs).toBe(1_011);
});

test('a stream that ended with its document continues when the document returns, also within an event', () => {
  const text = 'data: {"type":"CUSTOM","name":"n","value":2}\n\n';
  const { log, values, rows } = logOf([
    [0, [navigation, open, chunk(1), chunk(2, text.slice(0, 20))]],
    [['end', 1], [{ kind: 'gap', t: 0, reason: 'gone' }]],
    [1, [navigation, chunk(3, text.slice(20)), chunk(4)]],
    [2, [end('complete')]],
  ]);
  expect(values).toEqual([1, 2, 4]);
  expect(rows).toEqual(['navigation', 'open', 'close', 'navigation', 'back', 'close']);
  expect(log.streams).toHaveLength(1);
  expect(log.streams[0]?.close?.how).toBe('complete');
  const again = logOf([
    [0, [navigation, open, chunk(1)]],
    [['end', 1], [{ kind: 'gap', t: 0, reason: 'gone' }]],
    [1, [chunk(2)]],
  ]);
  expect(again.log.streams[0]?.close).toBeUndefined();
});

test('a stream that ended with its document ends once', () => {
  const { rows } = logOf([
    [0, [navigation, open, chunk(1), end('page-gone')]],
    [['end', 1], [{ kind: 'gap', t: 0, reason: 'gone' }]],
    [1, [end('page-gone')]],
  ]);
  expect(rows).toEqual(['navigation', 'open', 'close']);
});

test('gaps without a stream report each open stream once', () => {
  const log = createLog();
  const open = (stream: number): CapturedRecord => {
    return { kind: 'open', t: 1, stream, transport: 'fetch', url: 'http://x/', method: 'POST' };
  };
  const gaps = Array.from({ length: 50 }, (): CapturedRecord => ({ kind: 'gap', t: 2, reason: 'overflow' }));
  const opens = Array.from({ length: 50 }, (_none, at) => open(at + 1));
  log.append({ doc: 'd', frameId: 0, records: opens });
  let asked = 0;
  for (const stream of log.streams)
    Object.defineProperty(stream, 'incompleteFrom', {
      get() {
        asked++;
        return 0;
      },
    });
  log.append({ doc: 'd', frameId: 0, records: [...gaps, open(99), ...gaps] });
  expect(asked).toBe(50);
  expect(log.streams.at(-1)?.incompleteFrom).toBe(0);
});
