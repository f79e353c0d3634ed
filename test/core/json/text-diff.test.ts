// Texts compared word by word.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textSpans } from '@/lib/core/json/text-diff';

const SIGNS = { same: ['', ''], removed: ['[-', '-]'], added: ['[+', '+]'] } as const;

const diffText = (before: string, after: string): string =>
  textSpans(before, after)
    .map(({ kind, text }) => SIGNS[kind].join(text))
    .join('');

test.each([
  ['in London.', 'in Lisbon.', 'in [-London-][+Lisbon+].'],
  ['{"days":1,"city":"Rome"}', '{"days":12,"city":"Rome"}', '{"days":[-1-][+12+],"city":"Rome"}'],
  ['我今天去北京看朋友。', '我明天去上海看朋友。', '我[-今天-][+明天+]去[-北京-][+上海+]看朋友。'],
  ['a 👩‍👩‍👧 b', 'a 👩‍👩‍👦 b', 'a [-👩‍👩‍👧-][+👩‍👩‍👦+] b'],
  ['', 'new', '[+new+]'],
  ['Hel', 'Hello', 'Hel[+lo+]'],
  [
    'The quick brown fox jumps',
    'The slow brown dog jumps',
    'The [-quick-][+slow+] brown [-fox-][+dog+] jumps',
  ],
  [`${'x'.repeat(100)}a`, `${'x'.repeat(100)}b`, `${'x'.repeat(100)}[-a-][+b+]`],
])(
  '%s and %s differ in whole words, as far as these are of a length that has a meaning',
  (before, after, expected) => expect(diffText(before, after)).toBe(expected),
);

test('joined spans give both texts, whatever their content', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(fc.constantFrom('a', 'b', 'cd', ' ', '\n', '__proto__', '雨', '👩‍👧', '\ud83d'), {
        maxLength: 40,
      })
      .map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      const spans = textSpans(before, after);
      const without = (kind: string) =>
        spans
          .filter((span) => span.kind !== kind)
          .map((span) => span.text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
    { numRuns: 2_000 },
  );
  const long = 'word '.repeat(5_000);
  expect(textSpans(`x ${long}`, `${long} y`).length).toBeGreaterThan(1);
});

test('completely different long texts are one change between their common ends', () => {
  const long = (word: string) => `start ${`${word} `.repeat(800_000)}end`;
  expect(textSpans(long('one'), long('two')).map(({ kind, text }) => [kind, text.length])).toEqual([
    ['same', 6],
    ['removed', 3_199_999],
    ['added', 3_199_999],
    ['same', 4],
  ]);
  const words = (name: string) => Array.from({ length: 1_000 }, (_none, at) => `${name}${at}`).join(' ');
  expect(textSpans(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
