// Where the output goes: standard output, or a file, packed if its name says so.
import {
  closeSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packed } from '@/lib/core/files/gzip';
import type { Arguments, Option } from '@/lib/package/cli/arguments';
import { CliError } from '@/lib/package/cli/cli-error';
import { whyOf } from '@/lib/package/cli/system-error';

/** The option that names the file. */
export const OUT: Option = {
  value: 'FILE',
  summary: 'Writes a file instead of printing; packed with gzip if its name ends in .gz.',
};

/** Many parts are short: they are written together. */
const BLOCK = 64 * 1024;

function* bytesOf(parts: Iterable<string>): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  let pending = '';
  for (const part of parts) {
    pending += part;
    if (pending.length < BLOCK) continue;
    yield encoder.encode(pending);
    pending = '';
  }
  yield encoder.encode(pending);
}

function fill(path: string, mode: number | undefined, parts: Iterable<Uint8Array>): void {
  const file = openSync(path, 'w', mode);
  try {
    for (const bytes of parts) {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    }
  } finally {
    closeSync(file);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process runs, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Where nobody may look, a file may still be written.
    return [];
  }
}

/** Takes away what was left beside a file by those who were killed while they wrote it. */
function clearBeside(target: string): void {
  const start = `${basename(target)}.`;
  const folder = dirname(target);
  for (const name of namesIn(folder)) {
    if (!name.startsWith(start)) continue;
    const pid = /^(\d{1,7})\.part$/.exec(name.slice(start.length))?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

/** Writes beside the file, and puts it in its place once it is whole: it may be what is read. */
function writeFile(path: string, parts: Iterable<Uint8Array>): void {
  const before = statSync(path, { throwIfNoEntry: false });
  // Devices, pipes and folders are no files that could be replaced.
  if (before?.isFile() === false) {
    fill(path, undefined, parts);
    return;
  }
  const target = before === undefined ? path : realpathSync(path);
  const beside = `${target}.${process.pid}.part`;
  try {
    clearBeside(target);
    fill(beside, before?.mode, parts);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** What is left to be printed: nothing, where a file was asked for. */
export function written(args: Arguments, parts: Iterable<string>): Iterable<string> {
  const path = args.options.get('out');
  if (path === undefined) return parts;
  const bytes = bytesOf(parts);
  try {
    writeFile(path, path.endsWith('.gz') ? packed(bytes) : bytes);
  } catch (error) {
    // Only what the system says is about the file.
    if (error instanceof Error && 'syscall' in error)
      throw new CliError(`Cannot write ${path}: ${whyOf(error)}.`);
    throw error;
  }
  return [];
}
