// Unit tests run in node; *.test.tsx run with happy-dom. Browsers are driven by test/e2e, not from here.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Vitest's reporter uses Map.groupBy when it prints failures; node 20, which we support, does not have it.
function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
if (!('groupBy' in Map)) Object.assign(Map, { groupBy });

const root = resolve(import.meta.dirname, '..');
const alias = { '@': root };

/** Conversations over HTTP, which take longer than all others: they have a project of their own. */
const OVER_HTTP = /clients.wire-/;

/** The tests whose random comparisons have a `sampleSize`: whole in the project `long`, a share of them in the others. */
function longTests(): string[] {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'));
  return tests
    .filter((file) => !OVER_HTTP.test(file))
    .filter((file) =>
      /\/(sample-size|random-streams)'/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
    )
    .map((file) => `test/${file.replaceAll('\\', '/')}`);
}

/** Large inputs, which cost a fifth of what all others do. */
const LARGE = 'test/**/*.long.test.ts';
/** Tests that build and install, too slow for daily work. */
const INSTALLS = 'test/package/*/packed.test.ts';
/** Tests of packages, which `npm run test:apps` installs below test. */
const OF_PACKAGES = '**/node_modules/**';

const shared = {
  root,
  // Ends a test that hangs: the slowest takes 4 s, on a busy machine 50.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
};

export default defineConfig({
  root,
  resolve: { alias },
  test: {
    // Hides the console output of passing tests, such as the stock client's own complaints.
    silent: 'passed-only',
    // One worker for each core.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [INSTALLS, LARGE, OF_PACKAGES],
          environment: 'node',
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'dom',
          include: ['test/**/*.test.tsx'],
          exclude: [OF_PACKAGES],
          environment: 'happy-dom',
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'long',
          include: [...longTests(), LARGE, INSTALLS],
          exclude: [OF_PACKAGES],
          environment: 'node',
          env: { LENS_LONG: '1' },
          // Minutes on a calm machine, an hour on a busy one.
          testTimeout: 3 * 3_600_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'wire',
          include: ['test/core/clients/wire-*.test.ts'],
          environment: 'node',
          env: { LENS_LONG: '1' },
          testTimeout: 3 * 3_600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
