// Patches that fail, and what would have worked: every patch that is suggested applies.
import jsonpatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { applyPatch } from '@/lib/core/json/apply-patch';
import type { Json } from '@/lib/core/json/json';
import { cloneJson } from '@/lib/core/json/json-draft';
import { Owner } from '@/lib/core/json/owner';
import { failedPlace, suggestFixes } from '@/lib/core/json/suggest-fix';
import { sampleSize } from '../../support/sample-size';
import { createRandom } from '../model/random';
import { randomJson, randomPatch } from '../model/random-stream';

const first = (document: Json, ...patch: Json[]) => suggestFixes(document, patch)[0];

test('a replace of a missing value becomes an add', () => {
  expect(first({ a: {} }, { op: 'replace', path: '/a/b', value: 1 })).toEqual({
    sentence: "Use 'add' instead of 'replace': /a/b does not exist.",
    patch: [{ op: 'add', path: '/a/b', value: 1 }],
    result: { a: { b: 1 } },
  });
});

test('missing parents are created first', () => {
  expect(first({}, { op: 'add', path: '/a/b/c', value: 1 })).toEqual({
    sentence: 'Create /a first, then add /a/b/c.',
    patch: [
      { op: 'add', path: '/a', value: {} },
      { op: 'add', path: '/a/b', value: {} },
      { op: 'add', path: '/a/b/c', value: 1 },
    ],
    result: { a: { b: { c: 1 } } },
  });
  expect(first({}, { op: 'add', path: '/list/-', value: 1 })?.result).toEqual({ list: [1] });
});

test('an index beyond the array goes to its end', () => {
  const fix = first({ list: [1, 2, 3] }, { op: 'add', path: '/list/7', value: 4 });
  expect(fix?.sentence).toBe("Index 7 is past the end of the array (3 items) at /list: append with '-'.");
  expect(fix?.result).toEqual({ list: [1, 2, 3, 4] });
  expect(first({ list: [] }, { op: 'replace', path: '/list/0', value: 4 })?.result).toEqual({ list: [4] });
  expect(first({ list: [1] }, { op: 'add', path: '/list/last', value: 4 })?.sentence).toContain(
    'is not an index',
  );
});

test('fixes are suggested for paths through scalars, misspelled paths, missing values and unknown operations', () => {
  expect(first({ a: 'text' }, { op: 'add', path: '/a/b', value: 1 })).toMatchObject({
    sentence: '/a is a string, so it has no members: make it an object first.',
    result: { a: { b: 1 } },
  });
  expect(first({ a: [1] }, { op: 'replace', path: '$.a[0]', value: 2 })).toMatchObject({
    sentence: "A path must be a JSON pointer: use '/a/0' instead of '$.a[0]'.",
    result: { a: [2] },
  });
  expect(first({}, { op: 'add', path: '/a' })?.result).toEqual({ a: null });
  expect(first({ a: 1 }, { op: 'set', path: '/a', value: 2 })?.sentence).toContain(
    "Use 'add' instead of 'set'",
  );
});

test('fixes are suggested for failed tests and for missing values to remove or move', () => {
  const tested = suggestFixes({ n: 2 }, [
    { op: 'test', path: '/n', value: 1 },
    { op: 'replace', path: '/n', value: 3 },
  ]);
  expect(tested.map(({ sentence }) => sentence)).toEqual([
    '/n is 2: test for that.',
    'Remove this operation.',
  ]);
  expect(first({}, { op: 'remove', path: '/gone' })?.sentence).toBe(
    'Remove this operation: nothing is at /gone.',
  );
  expect(first({}, { op: 'move', from: '/gone', path: '/a' })?.sentence).toContain('send /gone first');
  expect(first({ a: 1 }, { op: 'move', from: '/a', path: '/b/c' })?.result).toEqual({ b: { c: 1 } });
});

test('without a document, the fix is to send a snapshot first', () => {
  const fix = first(null, { op: 'add', path: '/a', value: 1 });
  expect(fix?.sentence).toContain('STATE_SNAPSHOT');
  expect(fix?.result).toEqual({ a: 1 });
});

test('misspelled names are corrected before others are created; what else changes is counted', () => {
  const state = { cart: { items: [], customerShippingAddress: { street: 'A' } } };
  const fixes = suggestFixes(state, [
    { op: 'add', path: '/cart/item/-', value: 1 },
    { op: 'replace', path: '/cart/customerShipingAddress/street', value: 'B' },
  ]);
  expect(fixes[0]).toMatchObject({
    sentence: "Use '/cart/items/-': /cart/item/- does not exist. 1 other operation also changed to apply.",
    result: { cart: { items: [1], customerShippingAddress: { street: 'B' } } },
  });
  expect(fixes.at(-1)?.sentence).toBe('Remove this operation. 1 other operation also changed to apply.');
  expect(first({ a: { name: 1 } }, { op: 'move', from: '/a/Name', path: '/a/y' })?.result).toEqual({
    a: { y: 1 },
  });
  // A scalar has no members, and names in other scripts differ in all their letters.
  expect(first({ left: 1 }, { op: 'replace', path: '/lefts/0', value: 3 })?.sentence).not.toContain("'/left");
  expect(first({ состояние: 1 }, { op: 'remove', path: '/программа' })?.sentence).toContain('Remove');
  // Another id is no correction, and a new member may have any name.
  const of = { 'user-1': {}, title: '' };
  expect(first(of, { op: 'replace', path: '/user-2/name', value: 1 })?.sentence).toContain('Create /user-2');
  expect(first(of, { op: 'replace', path: '/titles', value: 1 })?.result).toMatchObject({ title: 1 });
});

test('operations after the failed one are repaired, too', () => {
  const fix = first(
    {},
    { op: 'replace', path: '/a', value: {} },
    { op: 'replace', path: '/a/b', value: 1 },
    { op: 'add', path: '/x/y', value: 2 },
  );
  expect(fix?.result).toEqual({ a: { b: 1 }, x: { y: 2 } });
});

test('the failure is located at the deepest existing value of the document at that time', () => {
  const patch = [
    { op: 'add', path: '/a', value: { b: {} } },
    { op: 'replace', path: '/a/b/c/d', value: 1 },
  ];
  expect(failedPlace({ z: 1 }, patch)).toEqual({
    index: 1,
    reason: expect.stringContaining('/a/b/c/d'),
    document: { z: 1, a: { b: {} } },
    existing: '/a/b',
    operation: patch[1],
  });
});

test('every patch that is suggested applies, in the stock library too, and leaves the document alone', () => {
  let failures = 0;
  for (let seed = 1; seed <= sampleSize(4_000); seed++) {
    const random = createRandom(seed);
    const document = randomJson(random) as Json;
    const text = JSON.stringify(document);
    const patch = randomPatch(random) as Json[];
    if (random.chance(0.1)) patch.push({ op: 'add', path: 'a.b', value: 1 }, 7);
    const isFailing = !applyPatch(document, patch, new Owner()).ok;
    const fixes = suggestFixes(document, patch);
    expect(fixes.length > 0, `seed ${seed}: ${JSON.stringify(patch)} on ${text}`).toBe(isFailing);
    if (isFailing) failures++;
    for (const fix of fixes) {
      const ours = applyPatch(document, fix.patch, new Owner());
      expect(ours.ok && ours.document).toEqual(fix.result);
      const operations = cloneJson(fix.patch) as never;
      const theirs = jsonpatch.applyPatch(cloneJson(document), operations, true, false).newDocument;
      expect(theirs ?? null).toEqual(fix.result ?? null);
    }
    expect(JSON.stringify(document)).toBe(text);
  }
  expect(failures).toBeGreaterThan(sampleSize(1_000));
});

test('hostile patches do not throw', () => {
  expect(suggestFixes({}, 'none')).toEqual([]);
  expect(suggestFixes(undefined, [null])).toHaveLength(1);
  expect(suggestFixes({}, [{ op: 'add', path: '/__proto__/x', value: 1 }]).length).toBeGreaterThan(0);
});

test('missing parents of a path of 100,000 steps are not created one by one', () => {
  const path = '/a'.repeat(100_000);
  const fixes = suggestFixes({ a: 1 }, [{ op: 'add', path, value: 1 }]);
  expect(fixes.map(({ patch }) => patch)).toEqual([[]]);
  const [one] = suggestFixes({ a: 1 }, [{ op: 'remove', path }]);
  expect(one?.sentence.length).toBeLessThan(5_000);
});
