import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from '@/lib/core/json/diff';
import type { Json } from '@/lib/core/json/json';
import { sorted } from '../../support/sorted';

test('identical parts are skipped, differences are named by pointer', () => {
  const shared = { deep: { list: [1, 2, 3] } };
  expect(differences({ shared, a: 1, gone: true }, { shared, a: 2, 'b/c': null })).toEqual([
    { pointer: '/a', kind: 'changed', before: 1, after: 2 },
    { pointer: '/gone', kind: 'removed', before: true },
    { pointer: '/b~1c', kind: 'added', after: null },
  ]);
});

test('elements of an array are followed by id: moved, removed, added, changed inside', () => {
  const before = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
    { id: 'c', n: 1 },
  ];
  const after = [
    { id: 'c', n: 1 },
    { id: 'a', n: 2 },
    { id: 'x', n: 9 },
    { id: 'y', n: 9 },
  ];
  const found = differences({ list: before }, { list: after });
  expect(found).toContainEqual(expect.objectContaining({ kind: 'removed', pointer: '/list/1' }));
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'moved', from: '/list/2', pointer: '/list/0' }),
  );
  expect(found).toContainEqual(
    expect.objectContaining({ kind: 'changed', pointer: '/list/1/n', before: 1, after: 2 }),
  );
  expect(found.filter(({ kind }) => kind === 'added').map(({ pointer }) => pointer)).toEqual([
    '/list/2',
    '/list/3',
  ]);
});

test('an added or removed value is one difference', () => {
  expect(differences(undefined, { a: 1 })).toEqual([{ pointer: '', kind: 'added', after: { a: 1 } }]);
  expect(differences({ a: 1 }, undefined)).toEqual([{ pointer: '', kind: 'removed', before: { a: 1 } }]);
});

test('random values have differences exactly where they differ', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(json, json, (before, after) => {
      const found = differences(before as Json, after as Json);
      expect(found.length > 0).toBe(JSON.stringify(sorted(before)) !== JSON.stringify(sorted(after)));
      expect(differences(before as Json, structuredClone(before) as Json)).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test('long arrays of different lengths are compared without trying every pair', () => {
  const rows = (from: number, to: number, done: boolean) =>
    Array.from({ length: to - from }, (_none, at) => ({ id: `row ${from + at}`, done }));
  const before = [{ id: 'first', done: false }, ...rows(0, 3_000, false)];
  const after = [...rows(1, 2_000, false), { id: 'row 2000', done: true }, ...rows(4_000, 4_001, true)];
  const found = differences(before, after, 10_000);
  expect(found.filter(({ kind }) => kind === 'removed').map(({ pointer }) => pointer)).toEqual([
    '/0',
    '/1',
    ...Array.from({ length: 999 }, (_none, at) => `/${2_002 + at}`),
  ]);
  expect(found.filter(({ kind }) => kind !== 'removed')).toEqual([
    { pointer: '/1999/done', kind: 'changed', before: false, after: true },
    { pointer: '/2000', kind: 'added', after: { id: 'row 4000', done: true } },
  ]);
});

test('elements of very long arrays are compared by index', () => {
  const of = (length: number, value: number) => Array.from({ length }, () => value);
  expect(differences(of(300_000, 1), of(299_999, 2), 2)).toEqual([
    { pointer: '/0', kind: 'changed', before: 1, after: 2 },
    { pointer: '/1', kind: 'changed', before: 1, after: 2 },
  ]);
  expect(differences(of(300_000, 1), [...of(300_000, 1).with(7, 3), 4])).toEqual([
    { pointer: '/7', kind: 'changed', before: 1, after: 3 },
    { pointer: '/300000', kind: 'added', after: 4 },
  ]);
});
