// The stories. `npm run e2e -- --project=firefox -g "transport"` runs some of them; LENS_STORIES is `promises` for those of
// a promise, `views` for the others.
import { defineConfig } from '@playwright/test';
import { PROMISE_FILES } from './promises.mjs';

// What is on screen tells the time of day.
process.env['TZ'] = 'UTC';

const { LENS_STORIES: part } = process.env;

/** Stories that show the same in both browsers: what a view makes of a session, and the package. */
const IN_ONE_BROWSER = [
  ...['agents', 'behind', 'broken', 'ending', 'findings', 'goldens', 'loaded-ahead', 'messages', 'package'],
  ...['run', 'state', 'timeline', 'tools', 'two-panels'],
].map((name) => `${name}.e2e.ts`);

export default defineConfig({
  testDir: '.',
  testMatch: part === 'promises' ? PROMISE_FILES : '*.e2e.ts',
  testIgnore: part === 'views' ? PROMISE_FILES : [],
  globalSetup: './browsers-fit.ts',
  outputDir: '../../test-results/e2e',
  // Two browsers at a time: a story mostly waits for its own.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'chromium' },
    {
      name: 'firefox',
      testIgnore: part === 'views' ? [PROMISE_FILES, ...IN_ONE_BROWSER] : IN_ONE_BROWSER,
    },
  ],
  snapshotPathTemplate: '{testDir}/goldens/{arg}{ext}',
});
