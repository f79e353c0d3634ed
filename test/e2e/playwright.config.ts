// The stories, in both browsers. `npm run e2e -- --project=firefox -g "transport"` runs some of them.
import { defineConfig } from '@playwright/test';

// What is on screen tells the time of day.
process.env['TZ'] = 'UTC';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
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
      testIgnore: ['goldens.e2e.ts', 'package.e2e.ts', 'loaded-ahead.e2e.ts'],
    },
  ],
  snapshotPathTemplate: '{testDir}/goldens/{arg}{ext}',
});
