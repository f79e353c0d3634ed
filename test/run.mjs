// `npm test`: everything, from a fresh clone. Installs what is missing, then runs the stages one after the other, all
// of them even when one fails. The last line is `N passed, N failed`.
//
//   npm test                   all stages
//   npm test -- types unit     only these
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { installBrowsers, installPackages, MissingError, ROOT } from './harness/install.mjs';

const RESULTS = resolve(ROOT, 'test-results');
const bin = (path) => resolve(ROOT, 'node_modules', path);
const TSC = bin('typescript/bin/tsc');
const WXT = bin('wxt/bin/wxt.mjs');
const BIOME = bin('@biomejs/biome/bin/biome');
const VITEST = bin('vitest/vitest.mjs');
const PLAYWRIGHT = bin('@playwright/test/cli.js');

/** Stages by name. Each gives what it counted: one for a tool that says yes or no, the tests of a test runner. */
const STAGES = {
  types: () => [
    tool('types of the extension', [TSC, '--noEmit']),
    tool('types of the core', [TSC, '--noEmit', '-p', 'lib']),
    tool('types of the tests', [TSC, '--noEmit', '-p', 'test']),
  ],
  lint: () => [tool('lint', [BIOME, 'check', '.'])],
  unit: () => [vitest()],
  build: () => [
    tool('build for Chrome', [WXT, 'build']),
    tool('build for Firefox', [WXT, 'build', '-b', 'firefox', '--mv3']),
  ],
  e2e: () => [playwright()],
};

/** Runs node on a script, with its output on ours; true if it ended well. */
function node(args, env = {}) {
  return (
    spawnSync(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    }).status === 0
  );
}

function tool(name, args) {
  const isGood = node(args);
  return { name, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 };
}

function vitest() {
  const file = resolve(RESULTS, 'vitest.json');
  const config = ['--config', 'test/vitest.config.ts'];
  const isGood = node(
    [VITEST, 'run', ...config, '--reporter=default', '--reporter=json', `--outputFile=${file}`],
    { LENS_STREAMS: process.env.LENS_STREAMS ?? '100000' },
  );
  const report = readReport(file);
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  return counted('unit tests', isGood, report.numPassedTests, report.numFailedTests, skipped);
}

function playwright() {
  const file = resolve(RESULTS, 'playwright.json');
  const args = [PLAYWRIGHT, 'test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json'];
  const isGood = node(args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const { expected, unexpected, flaky, skipped } = readReport(file).stats ?? {};
  return counted('end-to-end tests', isGood, expected, (unexpected ?? 0) + (flaky ?? 0), skipped);
}

/** A runner that fails without a failed test (a file that does not load, a crash) has failed once. Skipped is failed. */
function counted(name, isGood, passed = 0, failed = 0, skipped = 0) {
  if (skipped > 0) console.error(`${skipped} of the ${name} were skipped, which counts as failed.`);
  const bad = failed + skipped;
  return { name, passed, failed: isGood || bad > 0 ? bad : 1 };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // The runner crashed before it wrote one; its exit code says so too.
    return {};
  }
}

function install() {
  try {
    installPackages();
    installBrowsers(['chromium', 'firefox']);
    return [];
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    console.error(error.message);
    return [{ name: 'installation', passed: 0, failed: 1 }];
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in STAGES));
if (unknown.length > 0)
  throw new Error(
    `There is no stage named ${unknown.join(', ')}; there are ${Object.keys(STAGES).join(', ')}.`,
  );

mkdirSync(RESULTS, { recursive: true });
for (const file of ['vitest.json', 'playwright.json']) rmSync(resolve(RESULTS, file), { force: true });
const results = install();
for (const [name, run] of Object.entries(STAGES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`\n== ${name}`);
  results.push(...run());
}

console.log('');
for (const { name, passed, failed } of results)
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed`);
const sum = (pick) => results.reduce((total, result) => total + pick(result), 0);
console.log(`${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`);
process.exitCode = sum((result) => result.failed) === 0 ? 0 : 1;
