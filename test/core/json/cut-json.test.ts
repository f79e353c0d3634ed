import { expect, test } from 'vitest';
import { isCutJson } from '@/lib/core/json/cut-json';

test.each([
  ['{"a":{"b":1}', true],
  ['{"a":"}', true],
  ['{"a":"\\"}', true],
  ['["a\\', true],
  ['{"a":"{["}', false],
  ['{"a":1}\\n\\n', false],
  ['{"a":1}}', false],
  ['', false],
])('cut JSON differs from whole and broken JSON: %j', (text, isCut) => {
  expect(isCutJson(text)).toBe(isCut);
});

test('a string of any length is read', () => {
  expect(isCutJson(`{"a":"${'\\n'.repeat(10_000_000)}","b":"`)).toBe(true);
});
