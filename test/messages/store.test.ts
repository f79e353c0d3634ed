// The row of a session, and which sessions give way when there are too many: pure, the same for every store.
import { expect, test } from 'vitest';
import type { StoredSession } from '@/lib/messages/messages';
import { overLimits, withBatch } from '@/lib/messages/store';
import { batch } from '../contract/store';

test('a session sums up its batches, from the first to the newest', () => {
  const first = withBatch(undefined, batch({ n: 0, body: '12345', atMs: 10, streams: 0 }));
  expect(first).toMatchObject({ startedMs: 10, lastMs: 10, url: '', length: 5, batches: 1, streams: 0 });
  const second = withBatch(first, batch({ n: 1, body: '123', atMs: 30, streams: 2, url: 'http://a/' }));
  const third = withBatch(second, batch({ n: 2, body: '1', atMs: 40, streams: 1 }));
  expect(third).toMatchObject({
    startedMs: 10,
    lastMs: 40,
    url: 'http://a/',
    length: 9,
    batches: 3,
    streams: 3,
  });
});

/** Sessions of length 10, the first the oldest. */
function sessions(streams: Readonly<Record<string, number>>): readonly StoredSession[] {
  const row = withBatch(undefined, batch({ n: 0, body: 'x'.repeat(10) }));
  return Object.entries(streams).map(([session, count], at) => {
    return { ...row, session, streams: count, lastMs: 100 + at };
  });
}

test.each([
  ['all that fit stay', { sessions: 3, length: 30 }, []],
  ['one too many: the oldest goes', { sessions: 2, length: 30 }, ['a']],
  ['a bit too long: the oldest goes', { sessions: 3, length: 29 }, ['a']],
  ['no room at all', { sessions: 0, length: 0 }, ['a', 'b', 'c']],
] as const)('sessions over the limits: %s', (_name, limits, gone) => {
  expect(overLimits(sessions({ a: 1, b: 1, c: 1 }), new Set(), limits)).toEqual(gone);
});

test('a session in use stays and takes no room of others; a session of mere visits is removed before any other', () => {
  const kept = sessions({ a: 1, b: 1, c: 1, visit: 0 });
  expect(overLimits(kept, new Set(['a']), { sessions: 2, length: 1000 })).toEqual(['visit']);
  expect(overLimits(kept, new Set(['a']), { sessions: 9, length: 20 })).toEqual(['visit']);
  expect(overLimits(kept, new Set(['a', 'visit']), { sessions: 9, length: 10 })).toEqual(['b']);
});

const openOf = (...batches: readonly Parameters<typeof batch>[0][]) =>
  batches.reduce<StoredSession | undefined>((row, each) => withBatch(row, batch(each)), undefined)?.open;

test('a session lists its open documents, with the newest number of each', () => {
  expect(
    openOf({ n: 0 }, { n: 2, doc: 'd2', frameId: 7 }, { n: 1 }, { n: 1, made: 'preamble' }, { n: 0 }),
  ).toEqual([
    { doc: 'd2', frameId: 7, n: 2 },
    { doc: 'd1', frameId: 0, n: 1 },
  ]);
  expect(openOf({ n: 5, made: 'preamble' })).toEqual([{ doc: 'd1', frameId: 0, n: 4 }]);
  expect(openOf({ n: 0 }, { n: 0, doc: 'd2' }, { n: 1, made: 'end' })).toEqual([
    { doc: 'd2', frameId: 0, n: 0 },
  ]);
  const many = Array.from({ length: 300 }, (_, at) => ({ n: 0, doc: `d${at}` }));
  expect(openOf(...many)?.at(0)).toEqual({ doc: 'd44', frameId: 0, n: 0 });
});
