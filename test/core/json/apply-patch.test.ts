// applyPatch equals fast-json-patch's applyPatch(document, patch, true, false), also in what fails and under which
// name; a patch that fails leaves the document, in place as it is changed, byte for byte as it was.
import jsonpatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { applyPatch, TOO_LARGE } from '@/lib/core/json/apply-patch';
import type { Json } from '@/lib/core/json/json';
import { COPIED_MAX } from '@/lib/core/json/json-size';
import { Owner } from '@/lib/core/json/owner';
import { cpuMs, hasRunAway } from '../../support/cpu';
import { sampleSize } from '../../support/sample-size';
import { createRandom, type Random } from '../model/random';
import { randomJson, randomPatch } from '../model/random-stream';

const SEEDS = sampleSize(20_000, 'LENS_SEEDS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

type Result = { ok: true; document: unknown } | { ok: false; name: string };

function theirs(document: unknown, patch: unknown[]): Result {
  try {
    const result = jsonpatch.applyPatch(
      structuredClone(document),
      structuredClone(patch) as never,
      true,
      false,
    );
    return { ok: true, document: result.newDocument };
  } catch (error) {
    return { ok: false, name: error instanceof Error ? error.name : '' };
  }
}

function document(random: Random): Json {
  if (random.chance(0.1)) return randomJson(random) as Json;
  const rest = randomJson(random) as Json;
  return {
    list: [1, [2, { a: 1 }], 3],
    deep: { a: { b: 1, list: [] } },
    a: rest,
    '': 0,
    'x/y': [],
    '~': {},
    map: { at: [], length: 'text' },
  };
}

const ODD_TOKENS = [
  'toString',
  'length',
  'map',
  'at',
  '01',
  '4294967296',
  '__proto__',
  'constructor',
  'hasOwnProperty',
];

function oddPatch(random: Random): unknown[] {
  return randomPatch(random).map((operation) => {
    const op = { ...(operation as Record<string, unknown>) };
    if (random.chance(0.3))
      op['path'] =
        `${random.pick(['', '/list', '/deep', '/map', '/map/at', '/map/length'])}/${random.pick(ODD_TOKENS)}`;
    if (random.chance(0.1)) delete op['value'];
    if (random.chance(0.1)) op['op'] = random.pick(['increment', 'test', '_get', 5, null]);
    if (random.chance(0.05)) op['path'] = random.pick(['a', 7, null, '/deep/']);
    return random.chance(0.02) ? random.pick([null, 3, []]) : op;
  });
}

function compare(start: Json, patch: unknown[], label: string): void {
  const before = JSON.stringify(start);
  const ours = applyPatch(start, patch, new Owner());
  const expected = theirs(start, patch);
  expect(JSON.stringify(start), `${label}: the input changed`).toBe(before);
  expect(ours.ok ? { ok: true } : { ok: false, name: ours.name }, label).toEqual(
    expected.ok ? { ok: true } : expected,
  );
  if (ours.ok && expected.ok) {
    expect(JSON.stringify(ours.document), label).toBe(JSON.stringify(expected.document));
  }
}

test(`equals fast-json-patch, seeds from ${FIRST}`, () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const random = createRandom(seed);
    const start = document(random);
    const patch = randomPatch(random);
    compare(start, patch, `seed ${seed}: ${JSON.stringify({ start, patch })}`);
  }
});

test(`equals fast-json-patch on malformed and odd patches, seeds from ${FIRST}`, () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const random = createRandom(seed ^ 0x5555);
    const start = document(random);
    const patch = oddPatch(random);
    compare(start, patch, `seed ${seed}: ${JSON.stringify({ start, patch })}`);
  }
});

test('a member that is named like a method of arrays is a member like any other', () => {
  const document = { map: { at: 1 }, other: { large: true } };
  const patched = applyPatch(document, [{ op: 'replace', path: '/map/at', value: 2 }], new Owner());
  expect(patched).toMatchObject({ ok: true, document: { map: { at: 2 } } });
  // The library would have made a copy of it all.
  expect(patched.ok && (patched.document as typeof document).other).toBe(document.other);
});

test('patches applied in place with one owner equal patches applied to copies; failures are rolled back exactly', () => {
  for (let seed = FIRST; seed < FIRST + SEEDS / 10; seed++) {
    const random = createRandom(seed);
    const start = document(random);
    const frozen = JSON.stringify(start);
    const owner = new Owner();
    let ours: Json | undefined = start;
    let expected: unknown = structuredClone(start);
    for (let step = 0; step < 12; step++) {
      const patch = randomPatch(random);
      const label = `seed ${seed}, step ${step}`;
      const before = JSON.stringify(ours);
      const result = applyPatch(ours, patch, owner);
      const reference = theirs(expected, patch);
      if (!result.ok) expect(JSON.stringify(ours), label).toBe(before);
      else ours = result.document;
      if (reference.ok) expected = reference.document;
      expect(result.ok, label).toBe(reference.ok);
      expect(JSON.stringify(ours), label).toBe(JSON.stringify(expected));
    }
    expect(JSON.stringify(start), `seed ${seed}: a shared document changed`).toBe(frozen);
  }
});

test('no patch reaches a prototype', () => {
  const parsed = JSON.parse('{"__proto__": {"own": 1}, "a": {}}') as Json;
  for (const path of ['/__proto__/polluted', '/a/__proto__/polluted', '/constructor/prototype/polluted']) {
    applyPatch(parsed, [{ op: 'add', path, value: true }], new Owner());
    applyPatch({}, [{ op: 'add', path, value: true }], new Owner());
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('a moved, copied or inserted value is never shared with its source', () => {
  const value = { n: [1] };
  const owner = new Owner();
  const first = applyPatch({}, [{ op: 'add', path: '/a', value }], owner);
  if (!first.ok) throw new Error(first.message);
  const second = applyPatch(first.document, [{ op: 'copy', from: '/a', path: '/b' }], owner);
  if (!second.ok) throw new Error(second.message);
  const third = applyPatch(second.document, [{ op: 'add', path: '/b/n/-', value: 2 }], owner);
  expect(third).toEqual({ ok: true, document: { a: { n: [1] }, b: { n: [1, 2] } } });
  expect(value).toEqual({ n: [1] });
});

test('inherited names and oddly spelled indexes are handled as the stock library does', () => {
  const base = { list: [1, { a: 2 }], deep: { a: { b: 1 } } };
  const tokens = [
    '__proto__',
    'constructor',
    'length',
    'toString',
    'hasOwnProperty',
    'prototype',
    '01',
    '-',
    '-1',
    '',
  ];
  const operations = tokens.flatMap((token) =>
    ['', '/list', '/list/1', '/deep/a'].flatMap((place) => [
      { op: 'add', path: `${place}/${token}`, value: 9 },
      { op: 'add', path: `${place}/${token}/x`, value: 9 },
      { op: 'replace', path: `${place}/${token}`, value: 9 },
      { op: 'remove', path: `${place}/${token}` },
      { op: 'test', path: `${place}/${token}`, value: 9 },
      { op: 'copy', from: `${place}/${token}`, path: '/copied' },
      { op: 'move', from: `${place}/${token}`, path: '/moved' },
      { op: 'move', from: '/deep/a', path: `${place}/${token}` },
    ]),
  );
  for (const operation of operations) {
    for (const patch of [[operation], [{ op: 'add', path: '/before', value: 1 }, operation]]) {
      const expected = theirs(base, patch);
      const ours = applyPatch(structuredClone(base), patch, new Owner());
      const what = JSON.stringify(patch);
      expect(ours.ok, what).toBe(expected.ok);
      if (ours.ok && expected.ok)
        expect(JSON.stringify(ours.document), what).toBe(JSON.stringify(expected.document));
      if (!ours.ok && !expected.ok) expect(ours.name, what).toBe(expected.name);
    }
  }
});

/** Operations that copy and then change what was copied, in either place. */
function copying(random: Random): Json[] {
  const places = [
    '/deep',
    '/deep/a',
    '/list',
    '/list/1',
    '/a',
    '/new',
    '/new/b',
    '/deep/a/copied',
    '/list/0',
  ];
  const into = () => `${random.pick(places)}/${random.pick(['b', 'copied', '-', '0', 'list'])}`;
  return Array.from({ length: 1 + random.below(4) }, (): Json => {
    const n = random.below(10);
    if (n < 4) return { op: 'copy', from: random.pick(places), path: random.chance(0.3) ? '/new' : into() };
    // Into a number, a move is an error in the library as browsers load it, and nothing at all as Node does.
    if (n < 6) return { op: 'move', from: random.pick(places), path: random.pick(['/new', '/moved']) };
    if (n < 9) return { op: 'add', path: into(), value: random.chance(0.5) ? n : { b: [n] } };
    return { op: 'remove', path: into() };
  });
}

test('copies share memory, but a change never shows in another place or an earlier version', () => {
  let applied = 0;
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const random = createRandom(seed);
    let mine: Json = { list: [1, [2, { a: 1 }]], deep: { a: { b: 1, list: [] } }, a: {} };
    let real: unknown = structuredClone(mine);
    let owner = new Owner();
    const versions: [Json, string][] = [];
    for (let step = 0; step < 8; step++) {
      if (random.chance(0.3)) {
        owner = new Owner();
        versions.push([mine, JSON.stringify(mine)]);
      }
      const patch = copying(random);
      const ours = applyPatch(mine, patch, owner);
      const expected = theirs(real, patch);
      expect(ours.ok, `seed ${seed}`).toBe(expected.ok);
      if (!ours.ok || !expected.ok) {
        expect(JSON.stringify(mine), `seed ${seed}`).toBe(JSON.stringify(real));
        continue;
      }
      applied++;
      mine = ours.document ?? null;
      real = expected.document;
      expect(JSON.stringify(mine), `seed ${seed}`).toBe(JSON.stringify(real));
    }
    for (const [version, text] of versions) expect(JSON.stringify(version), `seed ${seed}`).toBe(text);
  }
  expect(applied).toBeGreaterThan(SEEDS / 2);
});

const double = (from: string, path: string): Json => ({ op: 'copy', from, path });

test.each<[string, (n: number) => Json]>([
  ['into itself', (n) => double('/a', `/a/${n}`)],
  ['the whole document', (n) => double('', `/${n}`)],
  ['into an array', () => double('/list', '/list/-')],
  ['each into the next', (n) => [double(`/s${n}`, `/s${n + 1}`), double(`/s${n}`, `/s${n + 1}/b`)]],
])('copies that double a document again and again are refused: %s', (_, make) => {
  const base: Json = {
    a: { text: 'x'.repeat(100_000) },
    s0: { text: 'x'.repeat(100_000) },
    list: ['x'.repeat(100_000)],
  };
  const patch = Array.from({ length: 400 }, (_unused, n) => make(n)).flat();
  const start = cpuMs();
  expect(applyPatch(base, patch, new Owner())).toMatchObject({ ok: false, name: TOO_LARGE });
  // One operation at a time, it grows as far as it may.
  const owner = new Owner();
  let document: Json | undefined = base;
  let refused = 0;
  for (const operation of patch) {
    const patched = applyPatch(document, [operation], owner);
    if (patched.ok) document = patched.document;
    else if (patched.name === TOO_LARGE) refused++;
  }
  expect(JSON.stringify(document).length).toBeLessThan(1.1 * COPIED_MAX);
  expect(refused).toBeGreaterThan(0);
  expect(hasRunAway(start)).toBe(false);
});

test('a value that is copied and removed again does not count as growth', () => {
  const patch = Array.from({ length: 400 }, () => [double('', '/b'), { op: 'remove', path: '/b' }]).flat();
  const base = { a: 'x'.repeat(1_000_000) };
  expect(applyPatch(base, patch, new Owner())).toEqual({ ok: true, document: base });
});

test('copies, moves and additions are limited in depth', () => {
  const nest = (levels: number): string => '/a'.repeat(levels);
  let document: Json | undefined = { a: {}, b: {} };
  const owner = new Owner();
  let refused = 0;
  for (let step = 0; step < 14; step++) {
    const patched = applyPatch(
      document,
      [
        double('/a', `/b${nest(0)}`),
        { op: 'move', from: '/b', path: nest(2 ** step + 1) },
        { op: 'add', path: '/b', value: {} },
      ],
      owner,
    );
    if (patched.ok) document = patched.document;
    else if (patched.name === TOO_LARGE) refused++;
  }
  expect(() => JSON.stringify(document)).not.toThrow();
  expect(refused).toBeGreaterThan(0);
});
