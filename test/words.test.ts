// The words of the project: counts that may only fall, kept in budgets.json.
import { expect, test } from 'vitest';
import budgets from './budgets.json' with { type: 'json' };
import { countWords } from './words';

test.each([
  ['product', ['lib', 'components', 'entrypoints']],
  ['test', ['test']],
] as const)('counted words of the %s stay within the budget', (part, roots) => {
  const most: Readonly<Record<string, number>> = budgets.words[part];
  const over = Object.entries(countWords(roots)).filter(
    ([name, places]) => places.length > (most[name] ?? 0),
  );
  expect(over.map(([name, places]) => `${name}: ${places.length}, at most ${most[name]}`)).toEqual([]);
});
