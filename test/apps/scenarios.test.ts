// The table of README.md has a row for every scenario; their content is compared where browsers are, see table.ts.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { scenarios } from './scenarios';

test('every scenario has its row in README.md, in their order', () => {
  const lines = readFileSync(resolve(import.meta.dirname, 'README.md'), 'utf8').split('\n');
  const head = lines.findIndex((line) => line.startsWith('| page | scenario'));
  const rows = lines.slice(head + 2).filter((line) => line.startsWith('|'));
  const named = rows.map((row) => row.split(' | ').slice(0, 2).join(' | '));
  expect(named).toEqual(scenarios.map(({ page, name }) => `| ${page} | ${name}`));
});

test('scenario names have distinct letters and digits: a server keys by them', () => {
  const paths = scenarios.map(({ page, name }) => `${page} ${name.replaceAll(/[^a-z\d.]+/gi, '-')}`);
  expect(new Set(paths).size).toBe(paths.length);
});
