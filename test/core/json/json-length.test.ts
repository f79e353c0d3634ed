import { expect, test } from 'vitest';
import { applyPatch } from '@/lib/core/json/apply-patch';
import type { Json } from '@/lib/core/json/json';
import { jsonLength } from '@/lib/core/json/json-length';
import { Owner } from '@/lib/core/json/owner';
import { createRandom } from '../model/random';

const TEXTS = [
  '',
  'plain',
  'a "quote"',
  'back\\slash',
  'line\nbreak',
  '\u0007',
  'ü 😀',
  '\ud800 alone',
  '\u2028',
];

function randomJson(random: ReturnType<typeof createRandom>, depth = 0): Json {
  const kind = random.below(depth > 4 ? 4 : 7);
  if (kind === 0) return random.pick(TEXTS);
  if (kind === 1) return random.pick([0, -1, 1.5, 1e21, 1e-7, 12345678]);
  if (kind === 2) return random.pick([true, false]);
  if (kind === 3) return null;
  const count = random.below(5);
  const items = Array.from({ length: count }, () => randomJson(random, depth + 1));
  if (kind < 5) return items;
  return Object.fromEntries(items.map((item, at) => [`${random.pick(TEXTS)}${at}`, item]));
}

test('equals the length of the JSON text', () => {
  const random = createRandom(11);
  for (let step = 0; step < 2000; step++) {
    const value = randomJson(random);
    expect(jsonLength(value), JSON.stringify(value)).toBe(JSON.stringify(value).length);
  }
});

test('equals the length of the JSON text for each version of a large document', () => {
  const many = Object.fromEntries(Array.from({ length: 800 }, (_, n) => [`key "${n}"`, { n, list: [n] }]));
  let document: Json = { many, list: Array.from({ length: 700 }, (_, n) => n) };
  const versions: Json[] = [];
  for (let step = 0; step < 60; step++) {
    const patched = applyPatch(
      document,
      [
        { op: 'replace', path: `/many/key "${step}"/n`, value: `\n${step}` },
        { op: 'add', path: '/list/-', value: [step] },
        { op: 'remove', path: '/list/3' },
        { op: 'remove', path: `/many/key "${step + 100}"` },
        { op: 'add', path: `/many/${step % 7}`, value: [step] },
        { op: 'add', path: `/many/key "${step + 95}"`, value: 'back' },
      ],
      new Owner(),
    );
    if (!patched.ok || patched.document === undefined) throw new Error('Expected the patch to apply');
    document = patched.document;
    expect(jsonLength(document)).toBe(JSON.stringify(document).length);
    versions.push(document);
  }
  for (const version of versions) expect(jsonLength(version)).toBe(JSON.stringify(version).length);
});
