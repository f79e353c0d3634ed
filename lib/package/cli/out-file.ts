// Output to standard output, or to a file, packed if its name ends in .gz.
import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { packed } from '@/lib/core/files/gzip';
import type { Arguments, Option } from '@/lib/package/cli/command';
import { CliError, systemReason } from '@/lib/package/cli/errors';

export const OUT: Option = {
  value: 'FILE',
  summary: 'Writes to this file; packed with gzip if its name ends in .gz.',
};

/** Short parts are written together. */
const BLOCK = 64 * 1024;

function* encodedParts(parts: Iterable<string>): Iterable<Uint8Array> {
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
    for (const bytes of parts) writeFileSync(file, bytes);
  } finally {
    closeSync(file);
  }
}

/** Writes to a temporary file first: the target may be the file that is read. */
function writeFile(path: string, parts: Iterable<Uint8Array>): void {
  const before = statSync(path, { throwIfNoEntry: false });
  // Devices and pipes cannot be replaced.
  if (before?.isFile() === false) {
    fill(path, undefined, parts);
    return;
  }
  const target = before === undefined ? path : realpathSync(path);
  const beside = `${target}.${process.pid}.part`;
  try {
    fill(beside, before?.mode, parts);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Writes the output to the file of --out; returns the output to print. */
export function written(args: Arguments, parts: Iterable<string>): Iterable<string> {
  const path = args.options.get('out');
  if (path === undefined) return parts;
  const bytes = encodedParts(parts);
  try {
    writeFile(path, path.endsWith('.gz') ? packed(bytes) : bytes);
  } catch (error) {
    // Other errors are not about the file.
    if (error instanceof Error && 'syscall' in error)
      throw new CliError(`Cannot write ${path}: ${systemReason(error)}.`);
    throw error;
  }
  return [];
}
