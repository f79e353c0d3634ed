import { expect, test } from 'vitest';
import { type RowFilter, type RowSource, Rows } from '@/lib/core/log/rows';
import type { Boundary, Stream } from '@/lib/core/log/types';

const stream = { close: { how: 'complete' }, events: 3 } as Stream;
const broken = { close: { how: 'network-error' }, events: 0 } as Stream;

function source(
  types: string[],
  boundaries: Boundary[],
): RowSource & { types: string[]; boundaries: Boundary[] } {
  return {
    types,
    boundaries: boundaries,
    get length() {
      return types.length;
    },
    blockAt: () => undefined,
  };
}

const gap = (beforeSeq: number): Boundary => ({
  kind: 'gap',
  beforeSeq,
  timeMs: 0,
  reason: 'late',
  detail: '',
});
const ALL: RowFilter = { isEmpty: true, passes: () => true, skipsAll: () => false };

function only({ types }: { types: string[] }, type: string): RowFilter {
  return { isEmpty: false, passes: (seq) => types[seq] === type, skipsAll: () => false };
}

const shown = (rows: Rows) =>
  Array.from({ length: rows.length }, (_, index) => {
    const row = rows.at(index);
    return row?.kind === 'event' ? row.seq : `m${row?.boundary}`;
  });

const boundaries = (): Boundary[] => [
  { kind: 'navigation', doc: 'd', beforeSeq: 0, timeMs: 0, url: 'u', top: true },
  { kind: 'open', beforeSeq: 0, timeMs: 0, stream },
  { kind: 'gap', beforeSeq: 1, timeMs: 0, reason: 'overflow', detail: '' },
  { kind: 'close', beforeSeq: 2, timeMs: 0, stream },
  { kind: 'close', beforeSeq: 2, timeMs: 0, stream: broken },
  { kind: 'navigation', doc: 'd', beforeSeq: 3, timeMs: 0, url: 'frame', top: false },
];

test('boundaries stand between the events; quiet ends and frames have no row', () => {
  const rows = new Rows(source(['A', 'B', 'C'], boundaries()), ALL);
  expect(rows.advance()).toBe(true);
  expect(shown(rows)).toEqual(['m0', 'm1', 0, 'm2', 1, 'm4', 2]);
});

test('a filter hides requests but never gaps or navigations', () => {
  const log = source(['A', 'B', 'C'], boundaries());
  const rows = new Rows(log, only(log, 'B'));
  rows.advance();
  expect(shown(rows)).toEqual(['m0', 'm2', 1]);
});

test('the end of a stream has a row only where it adds to the row of its request', () => {
  const made = (close: object, more: object = {}) =>
    ({ events: 2, index: 0, url: '/a', close, ...more }) as unknown as Stream;
  const ended = (stream: Stream, endSeq: number) => {
    const both: Boundary[] = [
      { kind: 'open', beforeSeq: 0, timeMs: 0, stream },
      { kind: 'close', beforeSeq: stream.events, timeMs: 0, stream },
    ];
    const log = source(
      Array.from({ length: stream.events }, () => 'A'),
      both,
    );
    const entities = { runAt: () => ({ kind: 'run' as const, firstSeq: 0, endSeq }) };
    const rows = new Rows({ ...log, length: log.types.length, entities }, ALL);
    rows.advance();
    return shown(rows).includes('m1');
  };
  expect(ended(made({ how: 'complete' }), 1)).toBe(false);
  expect(ended(made({ how: 'complete', code: 1000 }), 1)).toBe(false);
  expect(ended(made({ how: 'page-gone' }), 1)).toBe(false);
  expect(ended(made({ how: 'complete' }), -1)).toBe(true);
  expect(ended(made({ how: 'aborted' }), -1)).toBe(true);
  expect(ended(made({ how: 'network-error' }), 1)).toBe(true);
  // With no event between them, the row of the request suffices.
  expect(ended(made({ how: 'network-error' }, { events: 0 }), -1)).toBe(false);
});

test('rows computed in steps equal rows computed at once', () => {
  const grown = source([], []);
  const rows = new Rows(grown, ALL);
  rows.advance();
  for (let seq = 0; seq < 3_000; seq++) {
    if (seq % 7 === 0) grown.boundaries.push(gap(seq));
    grown.types.push(seq % 2 ? 'A' : 'B');
    rows.advance();
  }
  const whole = new Rows(grown, ALL);
  whole.advance();
  expect(shown(rows)).toEqual(shown(whole));
});

test('a filter yields after some events, sooner if they are long', () => {
  const types = Array.from({ length: 90 }, (_, seq) => (seq % 2 ? 'A' : 'B'));
  const scanned = (lengthOf: () => number): readonly number[] => {
    const log = { ...source(types, []), length: types.length, lengthOf };
    const rows = new Rows(log, only(log, 'B'));
    expect(rows.advance(() => true)).toBe(false);
    const first = rows.scanned;
    expect(rows.advance()).toBe(true);
    return [first, rows.scanned, rows.events];
  };
  expect(scanned(() => 100)).toEqual([16, 90, 45]);
  expect(scanned(() => 200_000)).toEqual([1, 90, 45]);
});

test('indexOf finds the row at or before an event', () => {
  const log = source(['A', 'B', 'A', 'B'], boundaries());
  const rows = new Rows(log, only(log, 'B'));
  rows.advance();
  expect(shown(rows)).toEqual(['m0', 'm2', 1, 3]);
  expect([0, 1, 2, 3].map((seq) => rows.indexOf(seq))).toEqual([0, 2, 2, 3]);
});

test('blocks without the word are skipped, and boundaries between them are kept', () => {
  const types = Array.from({ length: 40 }, (_, seq) => (seq === 25 ? 'B' : 'A'));
  const asked: number[] = [];
  const log = {
    ...source(types, [gap(3), gap(10), gap(39)]),
    length: 40,
    blockAt: (seq: number) =>
      seq % 10 === 0
        ? {
            text: types.slice(seq, seq + 10).join(''),
            from: seq,
            end: seq + 10,
            at: (position: number) => ({ seq: seq + position, end: position + 1 }),
          }
        : undefined,
  };
  const filter: RowFilter = {
    isEmpty: false,
    passes: (seq) => {
      asked.push(seq);
      return types[seq] === 'B';
    },
    skipsAll: ({ text }) => !text.includes('B'),
  };
  const rows = new Rows(log, filter);
  expect(rows.advance()).toBe(true);
  expect(shown(rows)).toEqual(['m0', 'm1', 25, 'm2']);
  expect(asked).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
});
