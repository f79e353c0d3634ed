// A document with large objects and arrays, patched, forked, gone back to and gone on from, is at every version what
// the same patches make of a plain copy: in values, in the order of its keys, and in how it differs from others.
import jsonpatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { applyPatch } from '@/lib/core/json/apply-patch';
import { differences } from '@/lib/core/json/diff';
import { diffTree } from '@/lib/core/json/diff-tree';
import type { Json } from '@/lib/core/json/json';
import { isEqualJson, LARGE_MIN } from '@/lib/core/json/json-draft';
import { itemsOf, largeArrayOf } from '@/lib/core/json/large-array';
import { keysOf, largeObjectOf } from '@/lib/core/json/large-object';
import { Owner } from '@/lib/core/json/owner';
import { sampleSize } from '../../support/sample-size';
import { createRandom, type Random } from '../model/random';

const SEEDS = sampleSize(40, 'LENS_LARGE_SEEDS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

function start(random: Random): Json {
  const many = LARGE_MIN + random.below(200);
  const numbers = random.chance(0.5);
  const keys = Array.from({ length: many }, (_, i) => (numbers && i % 3 === 0 ? String(2000 - i) : `k${i}`));
  return {
    map: Object.fromEntries(
      keys.map((key, i): [string, Json] => [key, i % 5 === 0 ? { n: i, list: [i] } : i]),
    ),
    list: Array.from({ length: many }, (_, i): Json => (i % 4 === 0 ? { id: `i${i}`, n: i } : i)),
    small: { a: 1 },
  };
}

function keyIn(random: Random): string {
  const i = random.below(900);
  return random.pick([`k${i}`, `new${random.below(30)}`, String(random.below(2100)), '__x']);
}

function operation(random: Random): Json {
  const key = `/map/${keyIn(random)}`;
  const at = `/list/${random.chance(0.1) ? '-' : random.below(800)}`;
  const value = random.pick<Json>([null, 1, 'text', { n: random.below(9) }, [1, 2]]);
  return random.pick<Json>([
    { op: 'add', path: key, value },
    { op: 'replace', path: key, value },
    { op: 'remove', path: key },
    { op: 'add', path: at, value },
    { op: 'add', path: '/list/-', value },
    { op: 'replace', path: at, value },
    { op: 'remove', path: at },
    { op: 'move', from: key, path: `/map/${keyIn(random)}` },
    { op: 'move', from: at, path: `/list/${random.below(500)}` },
    { op: 'copy', from: random.pick(['/map', '/list', '/small']), path: '/twin' },
    { op: 'add', path: `/twin/${keyIn(random)}`, value },
    { op: 'copy', from: key, path: `/map/${keyIn(random)}` },
    { op: 'test', path: key, value },
    { op: 'replace', path: `${key}/n`, value },
  ]);
}

/** One that most likely applies. */
function patchOf(random: Random, document: Json): readonly Json[] {
  const works = (patch: readonly Json[]) => 'document' in theirs(document, patch);
  const first = operation(random);
  const patch = [first, ...Array.from({ length: random.below(3) }, () => operation(random))];
  return random.chance(0.8) && !works(patch) ? (works([first]) ? [first] : patch) : patch;
}

function theirs(
  document: Json,
  patch: readonly Json[],
): { readonly document: Json } | { readonly name: string } {
  try {
    const copy = structuredClone({ document, patch });
    return {
      document: jsonpatch.applyPatch(copy.document, copy.patch as never, true, true).newDocument as Json,
    };
  } catch (error) {
    return { name: error instanceof Error ? error.name : '' };
  }
}

interface Version {
  readonly document: Json;
  readonly plain: Json;
}

function same(ours: Json, plain: Json, label: string): void {
  expect(JSON.stringify(ours), label).toBe(JSON.stringify(plain));
}

test('versions of large values equal plain values, however they were made', () => {
  let applied = 0;
  let refused = 0;
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const random = createRandom(seed);
    const plain = start(random);
    let owner = new Owner();
    let here: Version = { document: structuredClone(plain), plain };
    const kept: Version[] = [here];
    for (let step = 0; step < 120; step++) {
      const label = `seed ${seed}, step ${step}`;
      const patch = patchOf(random, here.plain);
      const ours = applyPatch(here.document, patch, owner);
      const expected = theirs(here.plain, patch);
      if (ours.ok && 'document' in expected) {
        applied++;
        here = { document: ours.document ?? null, plain: expected.document };
      } else {
        refused++;
        expect({ ok: ours.ok, name: ours.ok ? undefined : ours.name }, label).toEqual({
          ok: false,
          name: 'name' in expected ? expected.name : undefined,
        });
      }
      if (random.chance(0.2)) same(here.document, here.plain, label);
      if (!random.chance(0.15)) continue;
      // A fork: kept versions must stay, and the next patches may change nothing of them in place.
      kept.push(here);
      owner = new Owner();
      if (random.chance(0.4)) here = random.pick(kept);
    }
    for (const [at, version] of kept.entries())
      same(version.document, version.plain, `seed ${seed}, kept ${at}`);
    const [a, b] = [random.pick(kept), random.pick(kept)];
    expect(differences(a.document, b.document, 1e6)).toEqual(differences(a.plain, b.plain, 1e6));
    expect(diffTree(a.document, b.document)).toEqual(diffTree(a.plain, b.plain));
    expect(isEqualJson(a.document, b.document)).toBe(isEqualJson(a.plain, b.plain));
    expect(isEqualJson(a.document, structuredClone(a.plain))).toBe(true);
    expect(isEqualJson(structuredClone(a.plain), a.document)).toBe(true);
  }
  expect(applied).toBeGreaterThan(SEEDS * 30);
  expect(refused).toBeGreaterThan(SEEDS * 30);
}, 600_000);

function large(): { readonly map: Json; readonly list: Json } {
  const plain = {
    map: Object.fromEntries(Array.from({ length: LARGE_MIN }, (_, i) => [`k${i}`, i])),
    list: Array.from({ length: LARGE_MIN }, (_, i) => i),
  };
  const made = applyPatch(
    plain,
    [
      { op: 'add', path: '/map/last', value: null },
      { op: 'add', path: '/list/-', value: null },
    ],
    new Owner(),
  );
  const { map = null, list = null } = made.ok
    ? (made.document as { readonly map: Json; readonly list: Json })
    : {};
  return { map, list };
}

test('a large value is read like any other', () => {
  const { map, list } = large();
  if (map === null || list === null || typeof map !== 'object' || !Array.isArray(list))
    throw new Error('Expected both');
  expect(largeObjectOf(map)).toBeDefined();
  expect(largeArrayOf(list)).toBeDefined();
  const names = [...Array.from({ length: LARGE_MIN }, (_, i) => `k${i}`), 'last'];
  expect(Object.keys(map)).toEqual(names);
  expect(keysOf(map)).toEqual(names);
  const walked: string[] = [];
  for (const key in map) walked.push(key);
  expect(walked).toEqual(names);
  expect('k1' in map).toBe(true);
  expect('none' in map).toBe(false);
  expect(Object.hasOwn(map, 'last')).toBe(true);
  expect(Object.hasOwn(map, 'toString')).toBe(false);
  expect({ ...map }).toEqual(map);
  expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
  expect(list.length).toBe(LARGE_MIN + 1);
  expect([...list].length).toBe(list.length);
  expect(list.slice(-2)).toEqual([LARGE_MIN - 1, null]);
  expect(list.map(String).at(-1)).toBe('null');
  expect(list.indexOf(7)).toBe(7);
  expect(list.concat([1]).length).toBe(LARGE_MIN + 2);
  expect(list[LARGE_MIN + 5]).toBeUndefined();
  expect(Object.keys(list).length).toBe(list.length);
  expect(itemsOf(list, 3, 5)).toEqual([3, 4]);
  expect(JSON.parse(JSON.stringify({ map, list }))).toEqual({ map, list });
});

test('reading does not change a large value', () => {
  const { map, list } = large() as { readonly map: Record<string, unknown>; readonly list: unknown[] };
  expect(() => Object.assign(map, { k1: 2 })).toThrow(TypeError);
  expect(() => delete map['k1']).toThrow(TypeError);
  expect(() => Object.defineProperty(map, 'x', { value: 1 })).toThrow(TypeError);
  expect(() => list.push(1)).toThrow(TypeError);
  expect(() => list.pop()).toThrow(TypeError);
  expect(() => Object.defineProperty(list, '0', { value: 1 })).toThrow(TypeError);
  expect(map['k1']).toBe(1);
  expect(list.length).toBe(LARGE_MIN + 1);
});

test('adding and removing a member again and again does not make a version larger', () => {
  let { map } = large();
  for (let i = 0; i < 20_000; i++) {
    // Several in one version, and a version now and then.
    const owner = new Owner();
    for (const op of ['add', 'remove'] as const) {
      const patched = applyPatch({ map }, [{ op, path: '/map/x', ...(op === 'add' && { value: i }) }], owner);
      if (patched.ok) ({ map } = patched.document as { readonly map: Json });
    }
  }
  const inside = largeObjectOf(map as object);
  expect(inside?.isLoose).toBe(false);
  expect(keysOf(map as object).length).toBe(LARGE_MIN + 1);
});
