// Sizes of all files that a page or a panel loads, against test/budgets.json. Raising a limit is a decision.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import budgets from '../budgets.json' with { type: 'json' };
import { EXTENSION } from './drive/paths';

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]/g;
const ANY_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'`](\.[^"'`]+)["'`]/g;

/** The scripts that panel.html names, and what these import, wherever the build has put it. */
function panelScripts(folder: string, imports: RegExp): readonly string[] {
  const html = readFileSync(join(folder, 'panel.html'), 'utf8');
  const all = new Set([...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? ''));
  // A set goes on with what is added to it.
  for (const file of all)
    for (const [, from = ''] of readFileSync(join(folder, file), 'utf8').matchAll(imports))
      all.add(join(dirname(file), from));
  return [...all];
}

/**
 * The files of a budget: `panel` is what panel.html loads before it paints, `panel, all` what it may ever load; names in
 * `assets` have no hash here.
 */
function filesOf(folder: string, name: string): readonly string[] {
  if (name === 'panel') return panelScripts(folder, STATIC_IMPORT);
  if (name === 'panel, all') return panelScripts(folder, ANY_IMPORT);
  if (!name.startsWith('assets/')) return [name];
  const [stem, extension] = name.slice('assets/'.length).split('.');
  return readdirSync(join(folder, 'assets'))
    .filter((file) => file.startsWith(`${stem}-`) && file.endsWith(`.${extension}`))
    .map((file) => `assets/${file}`);
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
test('the panel starts from a few files: each costs a request before the first paint', ({}, { project }) => {
  const folder = project.name === 'firefox' ? EXTENSION.firefox : EXTENSION.chromium;
  expect(panelScripts(folder, STATIC_IMPORT).length).toBeLessThanOrEqual(8);
});

for (const [name, limits] of Object.entries(budgets.bytes)) {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
  test(`${name} stays within its budget`, ({}, { project }) => {
    const folder = project.name === 'firefox' ? EXTENSION.firefox : EXTENSION.chromium;
    const files = filesOf(folder, name).map((file) => readFileSync(join(folder, file)));
    expect(files.length).toBeGreaterThan(0);
    const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
    expect(sum(files.map((file) => file.length)), 'bytes').toBeLessThanOrEqual(limits.plain);
    expect(
      sum(files.map((file) => gzipSync(file, { level: 9 }).length)),
      'bytes, compressed',
    ).toBeLessThanOrEqual(limits.gzip);
  });
}
