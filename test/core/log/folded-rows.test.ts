import { expect, test } from 'vitest';
import { FoldedRows } from '@/lib/core/log/folded-rows';
import { RowWindow } from '@/lib/core/log/row-window';
import { Rows } from '@/lib/core/log/rows';
import type { Boundary, Stream } from '@/lib/core/log/types';
import { createRandom } from '../model/random';

const gap = (beforeSeq: number): Boundary => ({
  kind: 'gap',
  beforeSeq,
  timeMs: 0,
  reason: 'late',
  detail: '',
});

/** A log of which each event is only a number: the entity that it belongs to. */
function source(entities: number[], boundaries: Boundary[] = []) {
  return {
    boundaries,
    get length() {
      return entities.length;
    },
    blockAt: () => undefined,
    entityOf: (seq: number) => Math.max(entities[seq] ?? 0, 0),
    // Another protocol's event is a negative number here.
    isFiller: (seq: number) => (entities[seq] ?? 0) < 0,
    entities: { isFolded: (number: number) => number < 100, runAt: () => undefined },
  };
}

function folded(entities: number[], boundaries: Boundary[] = []) {
  const log = source(entities, boundaries);
  const rows = new Rows(log, { isEmpty: true, passes: () => true, skipsAll: () => false });
  const list = new FoldedRows(log, rows);
  const advance = () => {
    rows.advance();
    list.advance();
  };
  advance();
  return { list, advance };
}

const shown = (list: FoldedRows) =>
  Array.from({ length: list.length }, (_, index) => {
    const row = list.at(index);
    if (row === undefined) return 'nothing';
    if (row.kind === 'boundary') return `${row.isInside === true ? '·' : ''}m${row.boundary}`;
    if (row.kind === 'quiet') return `q${row.boundary}×${row.count}${row.isOpen ? '▾' : '▸'}`;
    if (row.kind === 'group') return `${row.seq}-${row.lastSeq}×${row.count}${row.isOpen ? '▾' : '▸'}`;
    return `${row.isInside === true ? '·' : ''}${row.seq}`;
  });

test('the events of one entity are one row, even if others interleave', () => {
  const { list } = folded([1, 2, 2, 2, 0, 0, 2, 3, 3]);
  expect(shown(list)).toEqual(['0', '1-6×4▸', '4', '5', '7-8×2▸']);
  list.toggle(1);
  expect(shown(list)).toEqual(['0', '1-6×4▾', '·1', '·2', '·3', '·6', '4', '5', '7-8×2▸']);
  expect([2, 6, 4, 8].map((seq) => list.positionOf(seq, undefined))).toEqual([3, 5, 6, 8]);
  expect(list.positionOfGroup(list.groupAt(3))).toBe(1);
  expect([[...list.seqsOf(1)], [...list.seqsAfter(2)]]).toEqual([
    [1, 2, 3, 6],
    [3, 6],
  ]);
  expect([list.holds(1, 6), list.holds(1, 4)]).toEqual([true, false]);
  list.toggle(1);
  expect(list.positionOf(6, undefined)).toBe(1);
});

test('two lanes that alternate are two rows', () => {
  const { list, advance } = folded([1, 2, 1, 2]);
  expect(shown(list)).toEqual(['0-2×2▸', '1-3×2▸']);
  list.toggle(0);
  expect(shown(list)).toEqual(['0-2×2▾', '·0', '·2', '1-3×2▸']);
  list.toggle(1);
  advance();
  expect(shown(list)).toEqual(['0-2×2▾', '·0', '·2', '1-3×2▾', '·1', '·3']);
});

test('events of another protocol fold with those that they follow in the list', () => {
  expect(shown(folded([1, -1, 1, -1, -1, 0, -1, 1]).list)).toEqual(['0-7×3▸', '1-4×3▸', '5', '6']);
});

test('requests without events are one row once they have ended', () => {
  const asked = (events: number, isClosed = true) => {
    const stream = {
      events,
      url: '/connect',
      ...(isClosed && { close: { how: 'complete' } }),
    } as unknown as Stream;
    return { kind: 'open', beforeSeq: 1, timeMs: 0, stream } as const;
  };
  const open = asked(0, false);
  const boundaries: Boundary[] = [asked(0), asked(0), open];
  const { list, advance } = folded([0], boundaries);
  expect(shown(list)).toEqual(['0', 'q0×2▸', 'm2']);
  Object.assign(open.stream, { close: { how: 'complete' } });
  advance();
  expect(shown(list)).toEqual(['0', 'q0×3▸']);
  list.toggle(1);
  expect(shown(list)).toEqual(['0', 'q0×3▾', '·m0', '·m1', '·m2']);
  expect(shown(folded([0], [asked(0), asked(3), asked(0)]).list)).toEqual(['0', 'm0', 'm1', 'm2']);
});

test('runs and steps are not folded, and a gap splits a group', () => {
  expect(shown(folded([100, 100, 2, 2], [gap(3)]).list)).toEqual(['0', '1', '2', 'm0', '3']);
});

test('an open group grows', () => {
  const entities = [1, 1];
  const { list, advance } = folded(entities);
  list.toggle(0);
  entities.push(1, 2, 2);
  advance();
  expect(shown(list)).toEqual(['0-2×3▾', '·0', '·1', '·2', '3-4×2▸']);
  list.toggle(1);
  entities.push(1);
  advance();
  expect(shown(list)).toEqual(['0-5×4▾', '·0', '·1', '·2', '·5', '3-4×2▾', '·3', '·4']);
  expect(list.positionOf(4, undefined)).toBe(7);
});

test('with any groups open, every position leads to a row, and its event back to the position', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = createRandom(seed);
    const entities = Array.from({ length: random.below(60) }, () => random.below(4));
    const { list } = folded(entities);
    for (let turn = random.below(8); turn > 0; turn--) {
      if (list.length > 0) list.toggle(list.groupAt(random.below(list.length)));
    }
    const seqs: number[] = [];
    for (let at = 0; at < list.length; at++) {
      const row = list.at(at);
      if (row === undefined || row.kind === 'boundary' || row.kind === 'quiet')
        throw new Error(`seed ${seed}: no row at ${at}`);
      if (row.kind === 'group') {
        expect(list.positionOfGroup(row.group), `seed ${seed}`).toBe(at);
        if (!row.isOpen) seqs.push(...list.seqsOf(row.group));
        continue;
      }
      seqs.push(row.seq);
      expect(list.positionOf(row.seq, undefined), `seed ${seed}`).toBe(at);
    }
    expect(
      seqs.sort((a, b) => a - b),
      `seed ${seed}`,
    ).toEqual(entities.map((_, seq) => seq));
  }
});

test('a selected range contains the rows between its ends, with boundaries', () => {
  const log = source([0, 1, 1, 1, 2, 0], [gap(2), gap(4)]);
  const rows = new Rows(log, { isEmpty: true, passes: () => true, skipsAll: () => false });
  rows.advance();
  const stretch = new RowWindow(rows, { from: 2, to: 4 });
  const list = new FoldedRows(log, stretch);
  list.advance();
  expect(shown(list)).toEqual(['m0', '2-3×2▸', 'm1', '4']);
  expect([stretch.positionOf(1, undefined), stretch.positionOf(4, undefined), stretch.indexOf(5)]).toEqual([
    -1, 4, 4,
  ]);
  expect(stretch.indexOf(0)).toBe(-1);
});
