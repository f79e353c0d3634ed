// The scenarios with real packages, in Chromium. `npx playwright test --config test/apps/playwright.config.ts -g hello`
// runs some of them; `LENS_UPDATE=1` writes the table of README.md.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  globalSetup: '../e2e/browsers-fit.ts',
  outputDir: '../../test-results/apps',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [{ name: process.env['LENS_BROWSER'] === 'firefox' ? 'firefox' : 'chromium' }],
});
