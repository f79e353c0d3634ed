// `npm start`: the whole thing from a fresh clone. Installs, builds, and hands over to start.ts.
//
//   npm start                         a browser with the extension, the demo page and the panel
//   npm start -- --browser=firefox    the same in Firefox
//   npm start -- --headless           runs the demo conversation and compares what the panel has with the page
import { resolve } from 'node:path';
import './exit-with-parent.mjs';
import { installBrowsers, installPackages, printPlan, ROOT, runMain } from './install.mjs';
import { runNode } from './run-node.mjs';

const USAGE = 'Usage: npm start -- [--browser=chromium|firefox] [--headless]';
const args = process.argv.slice(2);
const unknown = args.filter((arg) => !/^--(?:headless|browser=(?:chromium|firefox))$/.test(arg));
if (args.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}
if (unknown.length > 0) {
  console.error(`Unknown option ${unknown.join(', ')}. ${USAGE}`);
  process.exit(2);
}

await runMain(async () => {
  const browser = args.includes('--browser=firefox') ? 'firefox' : 'chromium';
  printPlan([browser]);
  installPackages();
  const target = browser === 'firefox' ? ['-b', 'firefox', '--mv3'] : [];
  const built = await runNode([resolve(ROOT, 'node_modules/wxt/bin/wxt.mjs'), 'build', ...target]);
  if (built !== 0) return built;
  installBrowsers([browser]);
  return runNode(['--import', 'tsx', resolve(ROOT, 'test/harness/start.ts'), ...args]);
});
