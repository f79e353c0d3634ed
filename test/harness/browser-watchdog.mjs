// Ends a browser once its parent process is gone (closed, failed, crashed, killed).
//
//   node browser-watchdog.mjs PROFILE
//
// The process that starts a browser holds the other end of our standard input. Once that closes, every process with
// the profile's folder in its command line is ended, together with its group, and the folder is removed. We run in a
// session of our own, so that a Ctrl-C in the terminal does not end us first.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { processesWith } from './processes.mjs';

/** A browser may be half started when its parent dies: nothing is left only if several rounds find nothing. */
const QUIET_ROUNDS = 3;
const ROUND_MS = 100;
/** What cannot be killed for so long (a process stuck in the kernel) is left. */
const MOST_ROUNDS = 200;

const [profile = ''] = process.argv.slice(2);
if (profile.length < 8) throw new Error('browser-watchdog.mjs needs the path of a profile.');

/** Kills what runs on the profile; true if there was something. */
function sweep() {
  if (process.platform === 'win32') return sweepWindows();
  const found = processesWith(profile);
  for (const { pid, group } of found) {
    // A browser leads a group of its own; any other process that names the profile is ended alone.
    const isLed = found.some((process) => process.pid === group);
    try {
      process.kill(isLed ? -group : pid, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  return found.length > 0;
}

function sweepWindows() {
  const script = `
    $found = Get-CimInstance Win32_Process | Where-Object {
      $_.CommandLine -and $_.CommandLine.Contains($env:LENS_PROFILE) -and $_.ProcessId -ne $env:LENS_WATCHDOG }
    $found | ForEach-Object { Stop-Process -Force -ErrorAction SilentlyContinue -Id $_.ProcessId; 'killed' }`;
  const env = { ...process.env, LENS_PROFILE: profile, LENS_WATCHDOG: String(process.pid) };
  const { stdout } = spawnSync('powershell', ['-NoProfile', '-Command', script], { encoding: 'utf8', env });
  return (stdout ?? '').includes('killed');
}

async function end() {
  let quiet = 0;
  for (let round = 0; quiet < QUIET_ROUNDS && round < MOST_ROUNDS; round++) {
    quiet = sweep() ? 0 : quiet + 1;
    await wait(ROUND_MS);
  }
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

process.stdin.on('end', end).on('error', end).resume();
