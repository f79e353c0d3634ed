import { expect, test } from 'vitest';
import { Growing } from '@/lib/core/json/growing';
import { createRandom } from '../model/random';

test('versions grow apart, and what was handed out stays as it was', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = createRandom(seed);
    const versions: { list: Growing<number>; copy: number[] }[] = [{ list: Growing.empty(), copy: [] }];
    const handedOut: { items: readonly number[]; copy: readonly number[] }[] = [];
    for (let step = 0; step < 200; step++) {
      const version = versions[random.below(versions.length)];
      if (version === undefined) continue;
      const choice = random.below(4);
      if (choice === 0 && versions.length < 20)
        versions.push({ list: version.list.fork(), copy: [...version.copy] });
      else if (choice === 1) handedOut.push({ items: version.list.items, copy: [...version.copy] });
      else {
        version.list.push(step);
        version.copy.push(step);
      }
    }
    for (const { list, copy } of versions) {
      expect(list.items).toEqual(copy);
      expect(list.length).toBe(copy.length);
    }
    for (const { items, copy } of handedOut) expect(items).toEqual(copy);
  }
});

test('it is the same array while nothing is added, also in the next version', () => {
  const list = Growing.empty<number>();
  list.push(1);
  const { items } = list;
  const next = list.fork();
  expect(next.items).toBe(items);
  next.push(2);
  expect(next.items).not.toBe(items);
  expect(list.items).toEqual([1]);
});
