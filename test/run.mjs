// `npm test`: everything, from a fresh clone. Installs what is missing, then runs the stages, all of them even when one
// fails. The last line is `N passed, N failed`.
//
//   npm test                   build, types, lint, unit tests, and the stories that show each promise once
//   npm run test:ci            also the other stories (attacks and views), a quarter of long, an eighth of wire
//   npm test -- types unit     only these
//   npm run test:all           all stages: also long whole, wire (conversations over HTTP), kills (200 deaths of the
//                              background and random walks) and apps (front ends with their own packages)
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installApps } from './apps/install.mjs';
import './harness/exit-with-parent.mjs';
import { installBrowsers, installPackages, MissingError, printPlan, ROOT } from './harness/install.mjs';
import { exitCodeOfSignal, runNode } from './harness/run-node.mjs';

const RESULTS = resolve(ROOT, 'test-results');
const BROWSERS = /** @type {const} */ (['chromium', 'firefox']);
const CHROMIUM = /** @type {const} */ (['chromium']);
const bin = (path) => resolve(ROOT, 'node_modules', path);
const TSC = bin('typescript/bin/tsc');
const WXT = bin('wxt/bin/wxt.mjs');
const BIOME = bin('@biomejs/biome/bin/biome');
const VITEST = bin('vitest/vitest.mjs');
const PLAYWRIGHT = bin('@playwright/test/cli.js');

/** Stages by name, in their order. Each gives what it counted: one for a tool, or a runner's tests. */
const STAGES = {
  build: async () => [
    await tool('build for Chrome', [WXT, 'build']),
    await tool('build for Firefox', [WXT, 'build', '-b', 'firefox', '--mv3']),
  ],
  types: async () => [
    await tool('types of the extension', [TSC, '--noEmit']),
    await tool('types of the core', [TSC, '--noEmit', '-p', 'lib']),
    await tool('types of the tests', [TSC, '--noEmit', '-p', 'test']),
  ],
  lint: async () => [await tool('lint', [BIOME, 'check', '.'])],
  unit: async () => [await vitest('unit tests', ['unit', 'dom'])],
  e2e: async () => [await stories('promises')],
  attacks: async () => [await stories('attacks')],
  views: async () => [await stories('views')],
  kills: async () => [
    await playwright('deaths of the background', 'test/e2e', {
      args: ['kills', 'random-walk'],
      env: { LENS_LONG: '1' },
    }),
  ],
  long: async () => [await vitest('long comparisons', ['long'])],
  wire: async () => [await vitest('conversations over HTTP', ['wire'])],
  apps: async () => {
    installApps();
    return [await playwright('scenarios of real apps', 'test/apps')];
  },
};
/** Lines that are printed of a failure, from its beginning and from its end. */
const REASON_LINES = 20;
/** Those that are only run when they are asked for. */
const ASKED_ONLY = ['attacks', 'views', 'long', 'wire', 'kills', 'apps'];

function stories(part) {
  return playwright(`stories, ${part}`, 'test/e2e', { env: { LENS_STORIES: part } });
}

async function tool(name, args) {
  const isGood = (await runNode(args)) === 0;
  return { name, passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 };
}

async function vitest(name, projects, options = {}) {
  const file = resolve(RESULTS, `vitest-${projects[0]}.json`);
  const args = ['run', '--config', 'test/vitest.config.ts', ...projects.map((each) => `--project=${each}`)];
  rmSync(file, { force: true });
  const isGood =
    (await runNode(
      [
        VITEST,
        ...args,
        ...(options.args ?? []),
        '--reporter=default',
        '--reporter=json',
        `--outputFile=${file}`,
      ],
      options,
    )) === 0;
  const report = readReport(file);
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  return {
    ...counted(name, isGood, report.numPassedTests, report.numFailedTests, skipped),
    broken: brokenOfVitest(report),
  };
}

/** The tests that failed, each as its file and name, and why. */
function brokenOfVitest({ testResults = [] }) {
  return testResults.flatMap(({ name: file, status, message, assertionResults = [] }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [failureText(relative(ROOT, file), message)];
    return failed.map((test) =>
      failureText(`${relative(ROOT, file)} › ${test.fullName}`, test.failureMessages?.[0]),
    );
  });
}

async function playwright(name, folder, { args: more = [], env = {} } = {}) {
  const file = resolve(RESULTS, `playwright-${name.replaceAll(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  const args = [
    PLAYWRIGHT,
    'test',
    '--config',
    `${folder}/playwright.config.ts`,
    '--reporter=list,json',
    ...more,
  ];
  const isGood = (await runNode(args, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env } })) === 0;
  const report = readReport(file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped } = report.stats ?? {};
  return {
    ...counted(name, isGood, expected + flaky, unexpected, skipped),
    broken: (report.suites ?? []).flatMap((suite) => brokenOfPlaywright(suite)),
  };
}

/** The stories below a suite that failed, each as its browser, file and name, and why. */
function brokenOfPlaywright({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results, status }) =>
        failureText(
          `${status === 'flaky' ? 'passed when tried again: ' : ''}${projectName} › ${file} › ${title}`,
          results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)).join('\n'),
        ),
      ),
  );
  return [...own, ...suites.flatMap((suite) => brokenOfPlaywright(suite))];
}

/** A test and why it failed: who reads this may have nothing else, so it is whole up to a bound, and begins on one line. */
function failureText(test, why) {
  const lines = stripVTControlCharacters(why || 'no reason given')
    .split('\n')
    .flatMap((line) => line.trimEnd().match(/.{1,200}/g) ?? []);
  const { length } = lines;
  if (length > 2 * REASON_LINES) lines.splice(REASON_LINES, length - 2 * REASON_LINES, '…');
  return `${test}: ${lines.join('\n             ')}`;
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
    // The runner crashed before it wrote one; its exit code is not 0 either.
    return {};
  }
}

/**
 * A quarter of the long comparisons and an eighth of the conversations over HTTP, which need one core and no screen:
 * beside the stories, which mostly wait for browsers.
 */
function longBesideStories() {
  const path = resolve(RESULTS, 'long.log');
  const output = openSync(path, 'w');
  const options = {
    output,
    isPatient: true,
    args: ['--maxWorkers=1'],
    env: { LENS_SHARE: '4', LENS_WIRE_STREAMS: '12500' },
  };
  const result = vitest('long comparisons', ['long', 'wire'], options);
  return result.finally(() => {
    closeSync(output);
    process.stdout.write(`\n== long and wire\n${readFileSync(path, 'utf8')}`);
  });
}

/** Installs what the stages need and runs them; a browser that cannot take the extension ends all of it. */
async function runAll(names, results) {
  const isLongBeside = names.includes('attacks') && names.includes('long') && !names.includes('wire');
  const browsers = ['e2e', 'attacks', 'views', 'kills'].some((name) => names.includes(name))
    ? BROWSERS
    : names.includes('apps')
      ? CHROMIUM
      : [];
  printPlan(browsers);
  mkdirSync(RESULTS, { recursive: true });
  installPackages();
  if (!names.includes('build')) installBrowsers(browsers);
  for (const name of names) {
    if (exitCodeOfSignal() > 0) return;
    if (name === 'long' && isLongBeside) continue;
    const isBeside = name === 'attacks' && isLongBeside;
    console.log(`\n== ${name}${isBeside ? ', with long and wire beside it' : ''}`);
    const beside = isBeside ? longBesideStories() : undefined;
    results.push(...(await STAGES[name]()));
    if (beside) results.push(await beside);
    // The oldest version that will do is read from what was built.
    if (name === 'build') installBrowsers(browsers);
  }
}

const asked = process.argv.slice(2).flatMap((name) => (name === 'all' ? Object.keys(STAGES) : [name]));
const unknown = asked.filter((name) => !(name in STAGES));
if (unknown.length > 0) {
  console.error(
    `There is no stage named ${unknown.join(', ')}; there are all, ${Object.keys(STAGES).join(', ')}.`,
  );
  process.exit(2);
}
const names = Object.keys(STAGES).filter((name) =>
  asked.length === 0 ? !ASKED_ONLY.includes(name) : asked.includes(name),
);
const results = [];
try {
  await runAll(names, results);
} catch (error) {
  if (!(error instanceof MissingError)) throw error;
  console.error(error.message);
  results.push({ name: 'installation', passed: 0, failed: 1 });
}

console.log('');
for (const { name, passed, failed, broken = [] } of results) {
  console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}: ${passed} passed, ${failed} failed`);
  for (const test of broken) console.log(`         ${test}`);
}
const sum = (pick) => results.reduce((total, result) => total + pick(result), 0);
console.log(`${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`);
process.exitCode = exitCodeOfSignal() || (sum((result) => result.failed) === 0 ? 0 : 1);
