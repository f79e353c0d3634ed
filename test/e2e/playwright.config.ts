// The stories. `npm run e2e -- --project=firefox -g "transport"` runs some of them; LENS_STORIES is `promises`, `attacks`
// or `views`.
import { defineConfig } from '@playwright/test';

// The panel shows times of day.
process.env['TZ'] = 'UTC';

const { LENS_STORIES: part } = process.env;

const files = (names: string): RegExp => new RegExp(`/(?:${names.split(' ').join('|')})\\.e2e\\.ts$`);

/** Each promise once: nothing is lost in silence, the page is left alone, nothing leaves the browser. */
const PROMISES = files('bytes capture-members capture-stacks kills privacy sizes transports');

/** The same promises, under attack. */
const ATTACKS = files(
  'abrupt capture-channel capture-late capture-timers capture-unseen detection discarded-tabs disk-full durability flood ' +
    'prerender private random-walk sites unload',
);

const NO_VIEWS = [PROMISES, ATTACKS];

/** Stories that show the same in both browsers: what the panel makes of a session, and the package. */
const IN_ONE_BROWSER = files(
  'agents background-panel devtools-query ending findings flood garbage goldens hostile messages package prerender run ' +
    'server-faults state timeline tools two-clicks two-panels',
);

export default defineConfig({
  testDir: '.',
  testMatch: part === 'promises' ? PROMISES : part === 'attacks' ? ATTACKS : '*.e2e.ts',
  testIgnore: part === 'views' ? NO_VIEWS : [],
  globalSetup: './browsers-fit.ts',
  outputDir: '../../test-results/e2e',
  // Two browsers at a time: a story mostly waits for its own.
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'chromium' },
    { name: 'firefox', testIgnore: part === 'views' ? [...NO_VIEWS, IN_ONE_BROWSER] : IN_ONE_BROWSER },
  ],
  snapshotPathTemplate: '{testDir}/goldens/{arg}{ext}',
});
