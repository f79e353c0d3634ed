// Reads a file of any format, packed or not.

import { withDamage } from '@/lib/core/files/damaged';
import { FileError, headOf } from '@/lib/core/files/input';
import { readable } from '@/lib/core/files/readable-formats';
import type { FileInput, Format, ReadResult } from '@/lib/core/files/types';
import { type Damage, isPackedFile, isZip, unbrotliedFile, unpackedFile } from '@/lib/core/files/unpack';
import { readZip } from '@/lib/core/files/zip';
import { messageOf, reasonOf } from '@/lib/core/json/reason';

export function formatOf(input: FileInput): Format | undefined {
  const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(headOf(input));
  const head = { name: input.name.toLowerCase(), start };
  let found: Format | undefined;
  let highest = 0;
  for (const format of readable) {
    const value = format.confidence?.(head) ?? 0;
    if (value > highest) {
      found = format;
      highest = value;
    }
  }
  return found;
}

/** Unpacks a file, up to twice: by a server and by hand. */
function unpackedInput(file: FileInput, damage: Damage, times = 2): FileInput {
  const head = headOf(file);
  if (isZip(head)) throw new FileError(`${file.name} is a ZIP archive; open the files in it.`);
  if (times === 0) return file;
  if (isPackedFile(head)) return unpackedInput(unpackedFile(file, head, damage), damage, times - 1);
  return /\.br$/i.test(file.name) ? unpackedInput(unbrotliedFile(file, damage), damage, 0) : file;
}

function readUnpacked(file: FileInput): ReadResult {
  const { name } = file;
  if (headOf(file).length === 0) return { error: `${name} is empty.` };
  const format = formatOf(file);
  if (format?.read === undefined) return { error: `${name} is not in a format that can be imported.` };
  try {
    const result = format.read(file);
    return 'error' in result ? result : { ...result, format: format.label };
  } catch (error) {
    if (error instanceof FileError) throw error;
    // A value is nested too deeply, or text is longer than the engine allows.
    return { error: `${name} could not be read as ${format.label}: ${reasonOf(error)}.` };
  }
}

function readSingle(file: FileInput, entryDamage?: Damage): ReadResult {
  const damage = entryDamage ?? {};
  try {
    const input = unpackedInput(file, damage);
    const result = readUnpacked(input);
    if ('error' in result || (entryDamage === undefined && input === file)) return result;
    const sentence = () => (damage.what === undefined ? undefined : `${file.name} ${damage.what}`);
    return { ...result, batches: withDamage(result.batches, sentence) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

/** Reads a file, or all files of a ZIP archive. Never throws; iterating over the batches may. */
export function readFile(file: FileInput): ReadResult {
  try {
    if (!isZip(headOf(file))) return readSingle(file);
    const { brotli } = file;
    return readZip(file, (entry, damage) => readSingle({ ...entry, ...(brotli && { brotli }) }, damage));
  } catch (error) {
    return { error: messageOf(error) };
  }
}
