// `npm start`: the whole thing from a fresh clone. Installs, builds, and hands over to start.ts.
//
//   npm start                         a browser with the extension, the demo page and the panel
//   npm start -- --browser=firefox    the same in Firefox
//   npm start -- --headless           runs the demo conversation and compares what the panel has with the page
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { resolve } from 'node:path';
import { installBrowsers, installPackages, ROOT, runMain } from './install.mjs';

/** Runs a script of an npm package or of ours; the exit code. Signals go to both, and the child decides. */
function node(args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on('exit', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 1)));
  });
}

await runMain(async () => {
  const args = process.argv.slice(2);
  const browser = args.includes('--browser=firefox') ? 'firefox' : 'chromium';
  installPackages();
  installBrowsers([browser]);
  const target = browser === 'firefox' ? ['-b', 'firefox', '--mv3'] : [];
  const built = await node([resolve(ROOT, 'node_modules/wxt/bin/wxt.mjs'), 'build', ...target]);
  if (built !== 0) return built;
  return node(['--import', 'tsx', resolve(ROOT, 'test/harness/start.ts'), ...args]);
});
