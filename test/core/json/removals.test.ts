// A patch that removes many members of one object: what undoes them grows with the members, not with their square.
import { expect, test, vi } from 'vitest';
import { applyPatch } from '@/lib/core/json/apply-patch';
import { Owner } from '@/lib/core/json/owner';

const COUNT = 2000;
const keys = Array.from({ length: COUNT }, (_none, at) => `k${at}`);
const filling = keys.map((key) => ({ op: 'add', path: `/${key}`, value: key }));

function listedBy(removing: readonly object[]): number {
  const listing = vi.spyOn(Object, 'entries');
  const patched = applyPatch({ a: {} }, [...filling, ...removing], new Owner());
  const times = listing.mock.calls.length;
  listing.mockRestore();
  expect(patched.ok).toBe(true);
  return times;
}

test('members of an object are listed once for many removals', () => {
  expect(listedBy(keys.map((key) => ({ op: 'remove', path: `/${key}` })))).toBe(1);
  expect(listedBy(keys.map((key) => ({ op: 'move', from: `/${key}`, path: `/a/${key}` })))).toBe(1);
});

test('a removal that fails leaves the keys in their order', () => {
  const owner = new Owner();
  const made = applyPatch({}, filling, owner);
  if (!made.ok) throw new Error(made.message);
  const before = JSON.stringify(made.document);
  const removing = keys.filter((_key, at) => at % 3 === 1).map((key) => ({ op: 'remove', path: `/${key}` }));
  const again = [
    { op: 'add', path: '/k1', value: 'other' },
    { op: 'replace', path: '/k0', value: 'other' },
  ];
  const patched = applyPatch(
    made.document,
    [...removing, ...again, ...removing.slice(0, 1), { op: 'remove', path: '/none' }],
    owner,
  );
  expect(patched.ok).toBe(false);
  expect(JSON.stringify(made.document)).toBe(before);
});
