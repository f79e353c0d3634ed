// Patterns that cannot run away: the same answers as the browser's own engine, in linear time.
import { expect, test } from 'vitest';
import { linearPattern } from '@/lib/core/json/linear-pattern';
import { cpuMs, hasRunAway } from '../../support/cpu';
import { sampleSize } from '../../support/sample-size';
import { createRandom, type Random } from '../model/random';

const ATOMS = [
  ...[
    'a',
    'b',
    '\\d',
    '\\w',
    '\\s',
    '\\S',
    '.',
    '\\.',
    '-',
    '[ab]',
    '[^a]',
    '[a-c\\s]',
    '[.]',
    '\\u0062',
    '\\u{1F600}',
  ],
  ...['\\p{L}', '\\b', '^', '$', '\\/', '\\W', '\\D'],
];
const TEXTS = ['a', 'b', 'c', '1', ' ', '\u00a0', '\n', '\r', '\u2028', '.', '-', '/', '😀', 'é', '_'];

function source(random: Random, depth: number): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () => {
    const atom =
      depth > 0 && random.chance(0.3)
        ? `(${random.pick(['', '?:'])}${source(random, 0)})`
        : random.pick(ATOMS);
    const isPlace = atom === '^' || atom === '$' || atom === '\\b';
    return atom + (isPlace ? '' : random.pick(['', '', '', '*', '+', '?', '{2}', '{1,3}', '*?']));
  });
  return parts.join('') + (random.chance(0.15) ? `|${random.pick(ATOMS)}` : '');
}

test('patterns without look-around match as in the browser', () => {
  let compared = 0;
  for (let seed = 1; seed <= sampleSize(100_000, 'LENS_PATTERNS', 50); seed++) {
    const random = createRandom(seed);
    const pattern = source(random, 1);
    const text = Array.from({ length: random.below(8) }, () => random.pick(TEXTS)).join('');
    const linear = linearPattern(pattern);
    expect(linear, pattern).toBeDefined();
    expect(linear?.test(text), `seed ${seed}: /${pattern}/ in ${JSON.stringify(text)}`).toBe(
      new RegExp(pattern, 'u').test(text),
    );
    compared++;
  }
  expect(compared).toBeGreaterThan(0);
});

test('matches are reported at their index in UTF-16 units', () => {
  expect(linearPattern('n+')?.find('😀 inn, n')).toEqual([
    [4, 6],
    [8, 9],
  ]);
  expect(linearPattern('x*')?.find('ab')).toEqual([]);
  expect(linearPattern('a', true)?.find('bA')).toEqual([[1, 2]]);
});

test.each(['(?=a)', '(?!a)', '(?<=a)b', '(a)\\1', '(?<n>a)\\k<n>', 'a{3000}', '((a{500}){500}){500}', '('])(
  'what cannot be matched in linear time is refused: %s',
  (pattern) => expect(linearPattern(pattern)).toBeUndefined(),
);

test('the time grows with the text, whatever the pattern', () => {
  const start = cpuMs();
  const text = `${'a'.repeat(5_000)}(`;
  for (const pattern of [
    '^(a+[^(])+$',
    '(a*)*b',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(a|aa)*$',
    '(.*a){12}$',
    '(?:a?){300}a{300}',
  ])
    linearPattern(pattern)?.test(text);
  expect(hasRunAway(start)).toBe(false);
});
