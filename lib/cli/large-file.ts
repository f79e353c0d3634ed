// A large file on the disk, read in steps: its text may be longer than a string can be, and need not be held at all.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createTextReader } from '@/lib/decode/text';
import { formatOf } from '@/lib/files/read-file';
import type { ReadSteps } from '@/lib/files/types';
import { unpack } from '@/lib/files/unpack';

/** Smaller files are read at once. */
const LARGE = 16 * 1024 * 1024;
const STEP = 1024 * 1024;
const HEAD = 4096;

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

function* textsOf(path: string): Iterable<string> {
  const reader = createTextReader();
  for (const bytes of stepsOf(path)) yield reader.read(bytes);
  yield reader.end();
}

function* linesOf(path: string): Iterable<string> {
  // A line may be long: its parts are put together once.
  let parts: string[] = [];
  for (const text of textsOf(path)) {
    const lines = text.split('\n');
    parts.push(lines[0] ?? '');
    for (let i = 1; i < lines.length; i++) {
      yield parts.join('');
      parts = [lines[i] ?? ''];
    }
  }
  yield parts.join('');
}

function headOf(path: string): Uint8Array {
  for (const bytes of stepsOf(path)) return bytes.slice(0, HEAD);
  return new Uint8Array(0);
}

/** A large file; undefined if it is small, packed, or in a format that has to be read at once. */
export function largeFile(path: string, name: string): ReadSteps | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || stat.size < LARGE) return undefined;
  const bytes = headOf(path);
  if (unpack(bytes, '') !== undefined) return undefined;
  return formatOf({ name, bytes })?.readInSteps?.({
    name,
    bytes: () => stepsOf(path),
    texts: () => textsOf(path),
    lines: () => linesOf(path),
  });
}
