// Reads a file in steps: its text may be longer than a string can be, and need not be held at all.
import { createTextReader } from '@/lib/decode/text';
import { formatOf } from '@/lib/files/read-file';
import type { ReadSteps } from '@/lib/files/types';
import { unpack } from '@/lib/files/unpack';

/** Reads the bytes of a file from its beginning, a part after the other; a part is only good until the next. */
type ReadBytes = () => Iterable<Uint8Array>;

/** Smaller files are read at once, bytes. */
export const IN_STEPS_FROM = 16 * 1024 * 1024;
const HEAD = 4096;

function* textsOf(bytes: ReadBytes): Iterable<string> {
  const reader = createTextReader();
  for (const part of bytes()) yield reader.read(part);
  yield reader.end();
}

function* linesOf(bytes: ReadBytes): Iterable<string> {
  // A line may be long: its parts are put together once.
  let parts: string[] = [];
  for (const text of textsOf(bytes)) {
    const lines = text.split('\n');
    parts.push(lines[0] ?? '');
    for (let i = 1; i < lines.length; i++) {
      yield parts.join('');
      parts = [lines[i] ?? ''];
    }
  }
  yield parts.join('');
}

function headOf(bytes: ReadBytes): Uint8Array {
  for (const part of bytes()) return part.slice(0, HEAD);
  return new Uint8Array(0);
}

/** A file that is read in steps; undefined if it is packed, or in a format that has to be read at once. */
export function readInSteps(name: string, bytes: ReadBytes): ReadSteps | undefined {
  const head = headOf(bytes);
  if (unpack(head, '') !== undefined) return undefined;
  return formatOf({ name, bytes: head })?.readInSteps?.({
    name,
    bytes,
    texts: () => textsOf(bytes),
    lines: () => linesOf(bytes),
  });
}
