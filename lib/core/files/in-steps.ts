// Reads a file in steps: its text may be longer than a string can be, and need not be held at all.

import { createTextReader } from '@/lib/core/decode/text';
import { withDamage } from '@/lib/core/files/damaged';
import { damageText, formatOf, openZippedAtOnce } from '@/lib/core/files/read-file';
import type { ReadSteps } from '@/lib/core/files/types';
import {
  type Damage,
  inflated,
  isPackedFile,
  joined,
  type ReadBytes,
  wholeOf,
} from '@/lib/core/files/unpack';
import { isZip, type ZippedFile, zipInSteps } from '@/lib/core/files/zip';
import { messageOf } from '@/lib/core/json/reason';

/** A file: its name, how many bytes it has, and these. */
interface SteppedFile {
  readonly name: string;
  readonly size: number;
  readonly bytes: ReadBytes;
  /** Smaller files are read at once, bytes; packed ones if they are a sixteenth of that. */
  readonly inStepsFrom?: number;
  /** What it was called before it was unpacked. */
  readonly packedAs?: string;
  /** What is wrong with what was unpacked, known when it was read to its end. */
  readonly damage?: Damage;
}

/** Smaller files are read at once where nobody says otherwise, bytes. */
const IN_STEPS_FROM = 16 * 1024 * 1024;
/** Packed files often hold ten times as much. */
const PACKED_SHARE = 16;
/** So much is handed on at once, bytes: what was packed may unpack to any length, and who takes it has other things to do. */
const PART = 128 * 1024;
/** More bytes are not read at once: no text is longer, and what is made of it takes some times as much. */
const AT_ONCE_MAX = 512 * 1024 * 1024;
const HEAD = 4096;

/** The same bytes in parts that are not too long. */
function inParts(bytes: ReadBytes): ReadBytes {
  return function* () {
    for (const part of bytes())
      for (let at = 0; at < part.length; at += PART) yield part.subarray(at, at + PART);
  };
}

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
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const part of bytes()) {
    parts.push(part.slice(0, HEAD));
    length += part.length;
    if (length >= HEAD) break;
  }
  return joined(parts);
}

/** The bytes of a packed file; throws one sentence where there are none. */
function unpacked(name: string, bytes: ReadBytes, damage: Damage): ReadBytes {
  return function* () {
    try {
      yield* inflated(bytes, damage);
    } catch (error) {
      throw new Error(`${name} ${messageOf(error)}.`);
    }
  };
}

function plainInSteps(
  { name, bytes, damage, packedAs = name }: SteppedFile,
  head: Uint8Array,
): ReadSteps | undefined {
  const format = formatOf({ name, bytes: head });
  const parts = inParts(bytes);
  const texts = () => textsOf(parts);
  const steps = format?.readInSteps?.({ name, bytes: parts, texts, lines: () => linesOf(parts) });
  if (steps === undefined || 'error' in steps) return steps;
  const read = { ...steps, format: format?.label ?? '' };
  if (damage === undefined) return read;
  return { ...read, batches: withDamage(steps.batches, () => damageText(packedAs, damage)) };
}

/** A file that is packed once, or twice, by a server and by hand. */
function packedInSteps(file: SteppedFile, times = 2): ReadSteps | undefined {
  const damage = file.damage ?? {};
  const bytes = unpacked(file.name, file.bytes, damage);
  const { name, packedAs = name } = file;
  const inner = { ...file, name: name.replace(/\.(gz|z|zz)$/i, ''), packedAs, bytes, damage };
  const head = headOf(bytes);
  return isPackedFile(head) && times > 1 ? packedInSteps(inner, times - 1) : plainInSteps(inner, head);
}

/**
 * A file that is read in steps, or one sentence saying why it cannot be read; undefined if it is small, or in a format
 * that has to be read at once.
 */
export function readInSteps(file: SteppedFile): ReadSteps | undefined {
  const { name, size, bytes, inStepsFrom = IN_STEPS_FROM } = file;
  if (size < inStepsFrom / PACKED_SHARE) return undefined;
  const head = headOf(bytes);
  if (isZip(head)) return zipInSteps({ name, bytes: wholeOf(bytes) }, openZipped);
  return singleInSteps(file, head);
}

/** A file of an archive: in steps wherever its format can be read so, for only its beginning is needed to see that. */
function openZipped(file: ZippedFile): ReadSteps {
  if (file.attached !== undefined) return openZippedAtOnce(file);
  const head = headOf(file.bytes);
  return (isPackedFile(head) ? packedInSteps(file) : plainInSteps(file, head)) ?? openZippedAtOnce(file);
}

function singleInSteps(file: SteppedFile, head: Uint8Array): ReadSteps | undefined {
  const { name, size, inStepsFrom = IN_STEPS_FROM } = file;
  try {
    const isLarge = size >= (isPackedFile(head) ? inStepsFrom / PACKED_SHARE : inStepsFrom);
    if (!isLarge) return undefined;
    const steps = isPackedFile(head) ? packedInSteps(file) : plainInSteps(file, head);
    if (steps === undefined && size > AT_ONCE_MAX)
      return { error: `${name} is in a format that has to be read at once, and has more than 512 MiB.` };
    return steps;
  } catch (error) {
    return { error: messageOf(error) };
  }
}
