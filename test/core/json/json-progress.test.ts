import fc from 'fast-check';
import { expect, test } from 'vitest';
import { advanceJson, JSON_START, verdictOfJson } from '@/lib/core/json/json-progress';
import { sampleSize } from '../../support/sample-size';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const verdict = (...pieces: string[]) => verdictOfJson(pieces.reduce(advanceJson, JSON_START));

test('a text is valid exactly where JSON.parse reads it', () => {
  const json = fc.json({ maxDepth: 4 });
  const damaged = fc
    .tuple(json, fc.nat(), fc.constantFrom('', '"', '{', '}', ',', '\\', '0', 'e', '-', '\u0001', ' '))
    .map(
      ([text, at, piece]) =>
        text.slice(0, at % (text.length + 1)) + piece + text.slice((at % (text.length + 1)) + 1),
    );
  const scraps = fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0123456789eE+-.truefalsn \n\tab') });
  fc.assert(
    fc.property(fc.oneof(json, damaged, scraps), (text) => {
      expect(verdict(text) === 'valid').toBe(isJson(text));
    }),
    { numRuns: sampleSize(20_000) },
  );
});

test('any split of a text gives the same verdict', () => {
  fc.assert(
    fc.property(fc.json(), fc.array(fc.nat(), { maxLength: 6 }), (text, cuts) => {
      const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((to, index) => text.slice(places[index], to));
      expect(verdict(...pieces)).toBe('valid');
    }),
  );
});

test('broken arguments never become valid again, open ones may', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), (text) => {
      for (let end = 0; end < text.length; end++) expect(verdict(text.slice(0, end))).not.toBe('broken');
      if (/[}\]"el]$/.test(text)) expect(verdict(text, '{')).toBe('broken');
    }),
  );
});

test('accepts valid number ends', () => {
  const TEXTS = {
    open: ['-', '1.', '1e', '1e+'],
    broken: ['01', '1.5.2', '--1', '.5'],
    valid: ['0', '-0', '10', '1.5', '1e9', '2E-3', ' 7 ', '[1,-2.0]'],
  };
  for (const [expected, texts] of Object.entries(TEXTS))
    for (const text of texts) expect(verdict(text), text).toBe(expected);
});
