// Starts the process with vitest in it, hands it one run after the other, and ends it where a run stands still.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Order, Outcome, Report } from './protocol';

/** The random comparisons are short: they are run for each mutant. */
const SHORT = {
  LENS_STREAMS: '60',
  LENS_HTTP_STREAMS: '10',
  LENS_CONVERSATIONS: '4',
  LENS_SEEDS: '10',
  LENS_SEED: '1',
};

const START_MS = 120_000;

/** Longest silence of a run, and its longest duration. */
export interface Limits {
  readonly silenceMs: number;
  readonly totalMs: number;
}

/** Runs orders, one at a time. */
export interface Runner {
  /** Undefined if the run did not end in time and was ended. */
  run(order: Order, limits: Limits): Promise<Outcome | undefined>;
  close(): void;
}

/** Makes a runner; its process is started when it is needed. */
export function createRunner(root: string): Runner {
  let engine: ChildProcess | undefined;
  const close = (): void => {
    // Its workers too: a mutant that never ends would keep one busy.
    if (engine?.pid !== undefined && engine.exitCode === null) process.kill(-engine.pid, 'SIGKILL');
    engine = undefined;
  };
  const start = async (): Promise<ChildProcess> => {
    engine = fork(join(import.meta.dirname, 'engine.ts'), {
      cwd: root,
      detached: true,
      // A loop that collects without an end fails early instead of taking the machine's memory.
      execArgv: ['--import', 'tsx', '--max-old-space-size=2048'],
      env: { ...process.env, ...SHORT, CI: '1' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const first = await listen(engine, { silenceMs: START_MS, totalMs: START_MS });
    if (first?.kind !== 'ready') throw new Error('Vitest does not start; run `npm run unit` to see why.');
    return engine;
  };
  return {
    async run(order, limits) {
      const child = engine ?? (await start());
      child.send(order);
      const report = await listen(child, limits);
      if (report?.kind === 'failed') throw new Error(report.message);
      if (report?.kind === 'done') return report.outcome;
      close();
      return undefined;
    },
    close,
  };
}

/** The next report that is more than a sign of life; undefined when it does not come in time, or the process ends. */
function listen(engine: ChildProcess, limits: Limits): Promise<Report | undefined> {
  return new Promise((done) => {
    const end = (report?: Report): void => {
      clearTimeout(total);
      clearTimeout(silence);
      engine.off('message', onReport).off('exit', gone);
      done(report);
    };
    const gone = (): void => end();
    const onReport = (report: Report): void => {
      if (report.kind !== 'alive') end(report);
      else silence.refresh();
    };
    const total = setTimeout(gone, limits.totalMs);
    const silence = setTimeout(gone, limits.silenceMs);
    engine.on('message', onReport).on('exit', gone);
  });
}
