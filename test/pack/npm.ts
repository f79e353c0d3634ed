// Runs npm, as it was found.
import { spawnSync } from 'node:child_process';

/** Runs npm in a folder; throws with its stderr if it fails. */
export function runNpm(args: readonly string[], cwd: string): void {
  const shell = process.platform === 'win32';
  const { status, stderr } = spawnSync('npm', args, { cwd, encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`npm ${args[0]} failed: ${stderr}`);
}
