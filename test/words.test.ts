// The words of the project: counts that may only fall, kept in budgets.json.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { countWords } from './words';

const { words } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'budgets.json'), 'utf8')) as {
  words: Readonly<Record<string, number>>;
};

test('comments and names get plainer', () => {
  const counts = countWords(['lib', 'components', 'entrypoints']);
  const over = Object.entries(counts).filter(([name, places]) => places.length > (words[name] ?? 0));
  expect(over.map(([name, places]) => `${name}: ${places.length}, at most ${words[name]}`)).toEqual([]);
});
