// The persistent list and map behave like arrays and Maps, and forks never see each other's changes.
import { expect, test } from 'vitest';
import { assigned, entriesOf, type IdMap, lookup, newestKeysOf } from '@/lib/core/json/id-map';
import { type ChunkedList, emptyList, inserted, pushed, removed, replaced } from '@/lib/core/json/list';
import { Owner } from '@/lib/core/json/owner';
import { createRandom } from '../model/random';

interface Version {
  readonly list: ChunkedList<number>;
  readonly array: readonly number[];
}

function expectSame({ list, array }: Version, label: string): void {
  expect([...list], label).toEqual(array);
  expect(list.length, label).toBe(array.length);
  for (const index of [0, 1, 127, 128, array.length >> 1, array.length - 1, array.length, -1]) {
    expect(list.at(index), `${label}, at ${index}`).toBe(array.at(index));
  }
}

test('the list equals an array through pushes, inserts, replacements and forks', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = createRandom(seed);
    let owner = new Owner();
    let list = emptyList<number>();
    let array: number[] = [];
    const kept: Version[] = [];
    for (let step = 0; step < 600; step++) {
      const value = step;
      const at = random.below(array.length + 1);
      if (random.chance(0.6) || array.length === 0) {
        list = pushed(list, value, owner);
        array = [...array, value];
      } else if (random.chance(0.5)) {
        list = inserted(list, at, value, owner);
        array = array.toSpliced(at, 0, value);
      } else {
        const index = Math.min(at, array.length - 1);
        list = replaced(list, index, value, owner);
        array = array.with(index, value);
      }
      if (random.chance(0.02)) {
        kept.push({ list, array });
        owner = new Owner();
      }
    }
    for (const [index, version] of kept.entries()) expectSame(version, `seed ${seed}, version ${index}`);
    expectSame({ list, array }, `seed ${seed}`);
  }
});

test('a long list equals an array, and so do its versions', () => {
  const random = createRandom(3);
  let owner = new Owner();
  let list = emptyList<number>();
  const array: number[] = [];
  const kept: Version[] = [];
  for (let step = 0; step < 70_000; step++) {
    list = pushed(list, step, owner);
    array.push(step);
    if (step % 9000 !== 0) continue;
    const at = random.below(array.length);
    list = inserted(list, at, -step, owner);
    array.splice(at, 0, -step);
    kept.push({ list, array: [...array] });
    owner = new Owner();
  }
  for (const [index, version] of kept.entries()) expectSame(version, `version ${index}`);
  expectSame({ list, array }, 'the newest');
});

test('forked versions of a list stay independent', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = createRandom(seed);
    const versions = [{ list: emptyList<number>(), array: [] as number[] }];
    for (let round = 0; round < 60; round++) {
      const version = versions[random.below(versions.length)];
      if (version === undefined) continue;
      const owner = new Owner();
      let { list } = version;
      const array = [...version.array];
      // Some grow by whole segments, so that the next of several starts at the same item or at another one.
      for (let count = random.chance(0.5) ? 128 : random.below(300); count > 0; count--) {
        const isAppended = array.length === 0 || !random.chance(0.02);
        const at = isAppended ? array.length : random.below(array.length);
        const isRemoved = !isAppended && random.chance(0.4);
        if (isRemoved) list = removed(list, at, owner);
        else list = isAppended ? pushed(list, count, owner) : inserted(list, at, count, owner);
        array.splice(at, isRemoved ? 1 : 0, ...(isRemoved ? [] : [count]));
      }
      versions.push({ list, array });
    }
    for (const [index, version] of versions.entries()) expectSame(version, `seed ${seed}, version ${index}`);
  }
});

interface Branch {
  map: IdMap<number>;
  readonly reference: Map<string, number>;
}

// "costarring" and "liquid" have the same FNV-1a hash, as have the other two.
const NAMES = ['costarring', 'liquid', 'declinate', 'macallums', '', '__proto__', 'constructor'];

function expectSameMap({ map, reference }: Branch, keys: readonly string[]): void {
  for (const key of keys) expect(lookup(map, key), key).toBe(reference.get(key));
  expect([...entriesOf(map)]).toEqual([...reference]);
}

test.each([1, 2, 3, 4])('the map equals a Map in every forked version; seed %s', (seed) => {
  const keys = [...NAMES, ...Array.from({ length: 900 }, (_, i) => `id-${i}`)];
  const random = createRandom(seed);
  let branches: Branch[] = [{ map: undefined, reference: new Map() }];
  for (let step = 0; step < 9000; step++) {
    const branch = random.pick(branches);
    const key = random.pick(keys);
    const value = random.below(3);
    branch.map = assigned(branch.map, key, value);
    branch.reference.set(key, value);
    // Writes to a discarded version do not show in others.
    if (random.chance(0.05)) assigned(branch.map, random.pick(keys), -1);
    if (random.chance(0.02)) branches.push({ map: branch.map, reference: new Map(branch.reference) });
    // The newest goes on most: what it has is what the others began with.
    if (random.chance(0.01)) branches = [...branches.slice(-6), branch];
  }
  for (const branch of branches) expectSameMap(branch, keys);
});

test('a version that repeats a write of its successor continues in the same journal', () => {
  let map: IdMap<number>;
  for (let step = 0; step < 2000; step++) map = assigned(map, `id-${step}`, step);
  const before = map;
  const first = assigned(assigned(before, 'a', 1), 'b', 2);
  expect(assigned(assigned(before, 'a', 1), 'b', 2)).toEqual({ ...first });
  expect(assigned(before, 'a', 1).journal).toBe(first.journal);
  const other = assigned(before, 'a', 3);
  expect(other.journal).not.toBe(first.journal);
  expect([lookup(first, 'a'), lookup(other, 'a'), lookup(other, 'id-7'), lookup(before, 'a')]).toEqual([
    1,
    3,
    7,
    undefined,
  ]);
});

test('forked maps stay independent', () => {
  let map: IdMap<number>;
  const reference = new Map<string, number>();
  for (let step = 0; step < 20_000; step++) {
    const key = `id-${step % 7000}`;
    assigned(map, 'thrown away', step);
    map = assigned(map, key, step);
    reference.set(key, step);
  }
  expectSameMap({ map, reference }, [...reference.keys(), 'thrown away']);
});

test('the keys set last are known in every version', () => {
  let map: IdMap<number>;
  const set: string[] = [];
  expect(newestKeysOf(map, 3)).toEqual([]);
  for (let step = 0; step < 3000; step++) {
    // A version that is thrown away makes the next one go on in a journal of its own.
    if (step % 700 === 0) assigned(map, 'thrown away', step);
    map = assigned(map, `id-${step}`, step);
    set.push(`id-${step}`);
    if (step % 97 === 0)
      for (const most of [1, 5, 1000]) expect(newestKeysOf(map, most)).toEqual(set.slice(-most));
  }
  expect(newestKeysOf(map, 0)).toEqual([]);
});
