// Runs scripts under node, for `npm test` and `npm start`. What runs ends with us, however we end.
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { ROOT } from './install.mjs';

const EXIT_WITH_PARENT = new URL('exit-with-parent.mjs', import.meta.url).href;
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopped = 0;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopped = 128 + constants.signals[signal];
    for (const child of running) child.kill(signal);
  });
}

/** The exit code that a signal to us asks for; 0 if there was none. */
export function exitCodeOfSignal() {
  return stopped;
}

/**
 * Runs node on a script with its arguments; the exit code. Output is ours, or goes into the file `output`. What is
 * patient takes only the time that others leave.
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, output?: number, isPatient?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function runNode(args, { env = {}, output, isPatient = false } = {}) {
  const to = output ?? 'inherit';
  const child = spawn(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
    cwd: ROOT,
    stdio: ['inherit', to, to],
    env: { ...process.env, ...env, LENS_PARENT: String(process.pid) },
  });
  running.add(child);
  if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return new Promise((done) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      done(code ?? 128 + (signal ? constants.signals[signal] : 1));
    });
  });
}
