// A large file on the disk, read in steps.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { IN_STEPS_FROM, readInSteps } from '@/lib/files/in-steps';
import type { ReadSteps } from '@/lib/files/types';

const STEP = 1024 * 1024;

function* stepsOf(path: string): Iterable<Uint8Array> {
  const file = openSync(path, 'r');
  const buffer = new Uint8Array(STEP);
  try {
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** A large file; undefined if it is small, packed, or in a format that has to be read at once. */
export function largeFile(path: string, name: string): ReadSteps | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size < IN_STEPS_FROM) return undefined;
  return readInSteps(name, () => stepsOf(path));
}
