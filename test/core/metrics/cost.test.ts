import { expect, test } from 'vitest';
import { costOf } from '@/lib/core/metrics/cost';
import { listPrices } from '@/lib/core/metrics/list-prices';

const usage = (model: string, inputTokens: number, outputTokens: number) => ({
  usage: [{ model, inputTokens, outputTokens }],
});
const PRICES = [
  { model: 'mini-*', input: 1, output: 4 },
  { model: 'large', input: 10, output: 40 },
];

test('tokens are priced by the first pattern that matches the model', () => {
  expect(costOf(usage('mini-2', 1_000_000, 500_000), PRICES)).toBe(3);
  expect(costOf(usage('LARGE', 100_000, 0), PRICES)).toBe(1);
  expect(costOf(usage('mini-2', 1, 1), [{ model: '*', input: 0, output: 0 }, ...PRICES])).toBe(0);
});

test.each([
  ['large', 'larger', false],
  ['*', '', true],
  ['a*c', 'abc', true],
  ['a*c', 'ac', true],
  ['ab*ba', 'aba', false],
  ['*b*', 'abc', true],
  ['a*b*c', 'axxcxbxc', true],
  ['a*b*c', 'axxc', false],
])('the pattern %s and the name %s: %s', (model, name, isNamed) => {
  expect(costOf(usage(name, 1, 1), [{ model, input: 1, output: 1 }]) !== undefined).toBe(isNamed);
});

test('no cost without usage, without a price, or with an unpriced model', () => {
  expect(costOf({}, PRICES)).toBeUndefined();
  expect(costOf(usage('large', 1, 1), [])).toBeUndefined();
  const both = [...usage('large', 1, 1).usage, ...usage('other', 1, 1).usage];
  expect(costOf({ usage: both }, PRICES)).toBeUndefined();
});

test('each list price is the first that matches its own model', () => {
  for (const { model, input } of listPrices) {
    const name = model.replace('*', '-2025-11-01');
    expect(costOf(usage(name, 1_000_000, 0), listPrices), name).toBe(input);
  }
});
