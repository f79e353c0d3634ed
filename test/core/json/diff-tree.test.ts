// Two versions as one tree.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DiffLine, diffTree } from '@/lib/core/json/diff-tree';
import type { Json } from '@/lib/core/json/json';

const shown = ({ kind, depth, key, keys }: DiffLine) =>
  `${'  '.repeat(depth)}${kind} ${key ?? ''}${keys?.length ?? ''}`.trimEnd();

test('differences are shown at their places, equal members are counted', () => {
  const before = { a: 1, b: { c: 1, d: 2, gone: 3 }, e: 1, f: 2, list: [1, 2, 3] };
  const after = { a: 1, b: { c: 1, d: 3 }, e: 1, f: 2, list: [1, 2, 3, 4] };
  expect(diffTree(before, after).lines.map(shown)).toEqual([
    'inside',
    '  same 1',
    '  inside b',
    '    same 1',
    '    changed d',
    '    removed gone',
    '  same 2',
    '  inside list',
    '    same 3',
    '    added 3',
  ]);
});

test('moved items are shown, also if a removed item had the same index', () => {
  const item = (id: string) => ({ id, text: `the ${id}` });
  const tree = diffTree(
    { list: ['a', 'b', 'c', 'd'].map(item) },
    { list: ['d', 'a', 'c'].map(item), fresh: true },
  );
  const lines = ['    moved 0', '    removed 1', '  added fresh'];
  expect(tree.lines.map(shown)).toEqual(expect.arrayContaining(lines));
  expect(diffTree({ a: 1 }, { a: 1 }).lines).toEqual([]);
  expect(diffTree(undefined, { a: 1 }).lines.map(shown)).toEqual(['added']);
});

test('each difference is one line, and no line is repeated', () => {
  const json = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(json, json, (before, after) => {
      const { lines, differences } = diffTree(before as Json, after as Json);
      expect(lines.filter(({ difference }) => difference !== undefined)).toHaveLength(differences.length);
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    }),
    { numRuns: 1_000 },
  );
});
