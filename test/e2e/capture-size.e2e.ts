// What every page has to load. The limits are a little above what is built: whoever reaches one decides anew.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { EXTENSION } from './drive/paths';

const BYTES_MAX = 18_800;
const GZIP_MAX = 8_500;

// biome-ignore lint/correctness/noEmptyPattern: Playwright wants an object pattern here.
test('the page script stays small', ({}, { project }) => {
  const folder = project.name === 'firefox' ? EXTENSION.firefox : EXTENSION.chromium;
  const script = readFileSync(join(folder, 'content-scripts/page.js'));
  expect(script.length).toBeLessThanOrEqual(BYTES_MAX);
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(GZIP_MAX);
});
