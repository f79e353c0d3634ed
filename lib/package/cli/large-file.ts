// A large file, or a large standard input, read in steps.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInSteps } from '@/lib/core/files/in-steps';
import type { ReadSteps } from '@/lib/core/files/types';
import { joined, wholeOf } from '@/lib/core/files/unpack';

const STEP = 1024 * 1024;
/** More of standard input than this is put on the disk, bytes: everything here reads what it reads more than once. */
const INPUT_MAX = 16 * 1024 * 1024;
/** How long to wait for an input that has nothing yet, milliseconds. */
const PAUSE_MS = 10;

function* stepsOf(open: () => number, close: (file: number) => void): Iterable<Uint8Array> {
  const file = open();
  const buffer = new Uint8Array(STEP);
  try {
    let at = 0;
    for (let length = readSync(file, buffer, 0, STEP, at); length > 0; ) {
      yield buffer.subarray(0, length);
      at += length;
      length = readSync(file, buffer, 0, STEP, at);
    }
  } finally {
    close(file);
  }
}

/** A large file; undefined if it is small, or in a format that has to be read at once. */
export function largeFile(path: string, name: string): ReadSteps | undefined {
  // Not opened to be looked at: a pipe would be closed with that.
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile()) return undefined;
  const bytes = () => stepsOf(() => openSync(path, 'r'), closeSync);
  return readInSteps({ name, size: stat.size, bytes });
}

/** The next bytes of standard input; none at its end. */
function nextInput(buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, buffer);
    } catch (error) {
      // What readSync throws is a system error.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** A file that nobody else sees, and that is gone when this process is. */
function unnamedFile(): number {
  const path = join(tmpdir(), `lens-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}

/** Standard input: its bytes, or what is read in steps where there are many. */
export function standardInput(name: string): Uint8Array | ReadSteps {
  const buffer = new Uint8Array(STEP);
  const parts: Uint8Array[] = [];
  let size = 0;
  let file: number | undefined;
  for (let length = nextInput(buffer); length > 0; length = nextInput(buffer)) {
    parts.push(buffer.slice(0, length));
    size += length;
    if (size < INPUT_MAX) continue;
    file ??= unnamedFile();
    for (const part of parts.splice(0)) writeSync(file, part);
  }
  if (file === undefined) return joined(parts);
  for (const part of parts) writeSync(file, part);
  const kept = file;
  const bytes = () =>
    stepsOf(
      () => kept,
      () => {},
    );
  return readInSteps({ name, size, bytes }) ?? wholeOf(bytes);
}
