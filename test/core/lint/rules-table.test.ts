// The table of rules matches the rules. `LENS_UPDATE=1` writes it anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rulesTable } from './rules-table';

const PATH = join(import.meta.dirname, '../../../lib/core/lint/RULES.md');

test('the table of rules is current', () => {
  const table = rulesTable();
  if (process.env['LENS_UPDATE'] === '1') writeFileSync(PATH, table);
  expect(readFileSync(PATH, 'utf8')).toBe(table);
});
