// A process that keeps vitest ready and runs it on modules that are changed in memory only: no file is touched. It is
// a process of its own so that a mutant that never ends can be ended from outside.
import { join, resolve } from 'node:path';
import { loadConfigFromFile, type Plugin, type UserConfig } from 'vite';
import { createVitest, type Reporter, type TestCase, type Vitest } from 'vitest/node';
import type { Order, Outcome, Report, TestFile, TestRun } from './protocol';

const ROOT = resolve(import.meta.dirname, '../..');
const CONFIG = 'test/vitest.config.ts';
const SETUP = join(import.meta.dirname, 'setup.ts');

/** Sources by absolute path that stand for what is on the disk. */
const replaced = new Map<string, string>();

const plugin: Plugin = {
  name: 'lens-mutants',
  enforce: 'pre',
  load: (id) => replaced.get(id.split('?')[0] ?? id),
};

/** The order of the files is ours: nearest first. */
class AsGiven {
  sort<T>(files: T[]): T[] {
    return files;
  }
  shard<T>(files: T[]): T[] {
    return files;
  }
}

function postReport(report: Report): void {
  process.send?.(report);
}

/** Results of the current run. Vitest's own list keeps those of earlier runs. */
let runs: TestRun[] = [];
let failure: string | undefined;

/** Every test event shows that the run goes on. */
const reporter: Reporter = {
  onTestModuleCollected: () => postReport({ kind: 'alive' }),
  onTestCaseResult: (test) => {
    postReport({ kind: 'alive' });
    runs.push(runOf(test));
    if (test.result().state === 'failed') failure ??= `${test.module.relativeModuleId}: ${test.fullName}`;
  },
  onTestModuleEnd: (module) => {
    if (module.state() !== 'failed') return;
    failure ??= `${module.relativeModuleId}: ${messageOf(module.errors()[0]) ?? 'failed'}`;
  },
};

/** The project's own configuration, however it is split, with the plugin in each part of it. */
async function readConfig(): Promise<UserConfig> {
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, join(ROOT, CONFIG));
  if (!loaded) throw new Error(`${CONFIG} cannot be read.`);
  const { config } = loaded;
  const projects = config.test?.projects?.map((project) => {
    if (typeof project !== 'object' || project instanceof Promise)
      throw new Error(`${CONFIG} has a project that is not an object; the mutants would not reach it.`);
    return {
      ...project,
      plugins: [project.plugins, plugin],
      test: {
        ...project.test,
        setupFiles: [...[project.test?.setupFiles ?? []].flat(), SETUP],
        // A run that stands still is ended from outside; a busy machine must not kill a mutant.
        testTimeout: 60_000,
        hookTimeout: 60_000,
      },
    };
  });
  if (!projects) throw new Error(`${CONFIG} has no projects.`);
  return {
    ...config,
    test: {
      ...config.test,
      projects,
      sequence: { ...config.test?.sequence, sequencer: AsGiven },
      // Vitest keeps compiled modules on the disk by the text of their files, which does not change here.
      fsModuleCache: false,
    },
  };
}

async function start(): Promise<Vitest> {
  // Processes: Node 20 crashes when a thread with an open HTTP connection ends.
  const options = { config: false, root: ROOT, watch: false, pool: 'forks', silent: true } as const;
  return createVitest({ ...options, reporters: [reporter] }, await readConfig());
}

function replace(vitest: Vitest, sources: Readonly<Record<string, string>>): void {
  const touched = [...replaced.keys()];
  replaced.clear();
  for (const [file, code] of Object.entries(sources)) replaced.set(join(ROOT, file), code);
  for (const file of [...touched, ...replaced.keys()]) vitest.invalidateFile(file);
}

async function run(vitest: Vitest, order: Order): Promise<Outcome> {
  replace(vitest, order.sources);
  vitest.config.bail = order.files ? 1 : 0;
  const specifications = order.files
    ? order.files.flatMap((file) => specificationOf(vitest, file))
    : await vitest.globTestSpecifications();
  runs = [];
  failure = undefined;
  const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return { runs, failure: failure ?? messageOf(unhandledErrors[0]) };
}

function specificationOf(vitest: Vitest, file: TestFile) {
  return vitest.projects
    .filter(({ name }) => name === file.project)
    .map((project) => project.createSpecification(file.path, { testNames: [...file.tests] }));
}

function runOf(test: TestCase): TestRun {
  const { module } = test;
  const { reached = [], shared = [] } = test.meta();
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration } = module.diagnostic();
  return {
    project: module.project.name,
    path: module.moduleId,
    name: test.fullName,
    state: test.result().state,
    durationMs: test.diagnostic()?.duration ?? 0,
    startMs: environmentSetupDuration + prepareDuration + collectDuration + setupDuration,
    reached,
    shared,
  };
}

function messageOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

const vitest = await start();
process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
  try {
    postReport({ kind: 'done', outcome: await run(vitest, order) });
  } catch (error) {
    postReport({
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
});
postReport({ kind: 'ready' });
