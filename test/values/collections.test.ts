// The persistent list and map behave like arrays and Maps, and forks never see each other's changes.
import { expect, test } from 'vitest';
import { assigned, type IdMap, lookup } from '@/lib/values/id-map';
import { type ChunkedList, emptyList, inserted, pushed, replaced } from '@/lib/values/list';
import { Owner } from '@/lib/values/owner';
import { createRandom } from '../model/random';

interface Version {
  readonly list: ChunkedList<number>;
  readonly array: readonly number[];
}

function expectSame({ list, array }: Version, label: string): void {
  expect([...list], label).toEqual(array);
  expect(list.length, label).toBe(array.length);
  for (const index of [0, 1, array.length >> 1, array.length - 1, array.length, -1]) {
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

test('the map equals a Map through assignments and forks, hash collisions included', () => {
  // "costarring" and "liquid" have the same FNV-1a hash, as have the other two.
  const names = ['costarring', 'liquid', 'declinate', 'macallums', '', '__proto__', 'constructor'];
  const keys = [...names, ...Array.from({ length: 500 }, (_, i) => `id-${i}`)];
  const random = createRandom(7);
  let owner = new Owner();
  let map: IdMap<number>;
  let reference = new Map<string, number>();
  const kept: { map: IdMap<number>; reference: Map<string, number> }[] = [];
  for (let step = 0; step < 5000; step++) {
    const key = random.pick(keys);
    map = assigned(map, key, step, owner);
    reference.set(key, step);
    if (random.chance(0.01)) {
      kept.push({ map, reference });
      reference = new Map(reference);
      owner = new Owner();
    }
  }
  for (const version of [...kept, { map, reference }]) {
    for (const key of keys) expect(lookup(version.map, key)).toBe(version.reference.get(key));
  }
});
