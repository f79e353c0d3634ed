// Reads a file, detecting its format.

import { withDamage } from '@/lib/core/files/damaged';
import { readable } from '@/lib/core/files/readable';
import type { FileInput, Format, ReadResult, ReadSteps } from '@/lib/core/files/types';
import { type Damage, unpackFile, wholeOf } from '@/lib/core/files/unpack';
import { isZip, type ZippedFile, zipInSteps } from '@/lib/core/files/zip';
import { reasonOf } from '@/lib/core/json/reason';

const HEAD = 4096;

function startOf({ text, bytes }: FileInput): string {
  if (text !== undefined) return text.slice(0, HEAD);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode((bytes ?? new Uint8Array(0)).subarray(0, HEAD));
}

/** The format of a file; undefined if none matches. */
export function formatOf(input: FileInput): Format | undefined {
  const head = { name: input.name.toLowerCase(), start: startOf(input) };
  let found: Format | undefined;
  let highest = 0;
  for (const format of readable) {
    const value = format.read === undefined ? 0 : format.confidence(head);
    if (value > highest) {
      found = format;
      highest = value;
    }
  }
  return found;
}

/** What is wrong with a file that was unpacked, in a sentence without its end. */
export function damageText(name: string, { what }: Damage): string | undefined {
  return what === undefined ? undefined : `${name} ${what}`;
}

/** The file without its compression; a file may be compressed twice, by a server and by hand. */
function unpacked(input: FileInput, damage: Damage, times = 2): FileInput | { readonly error: string } {
  const { name } = input;
  const found = times === 0 ? undefined : unpackFile(input);
  if (found === undefined) return input;
  if ('error' in found) return { error: `${name} ${found.error}${found.help ?? ''}.` };
  if (found.damage !== undefined) damage.what ??= found.damage;
  const inner = { ...input, name: name.replace(/\.(gz|br|z|zz)$/i, ''), bytes: found.bytes };
  return unpacked(inner, damage, times - 1);
}

/** The batches of a file, or one sentence saying why it could not be read. Never throws. */
export function readFile(file: FileInput): ReadResult {
  const { name, bytes, brotli } = file;
  if (bytes === undefined || !isZip(bytes)) return readSingle(file);
  const result = zipInSteps({ name, bytes }, (zipped) => openZippedAtOnce(zipped, brotli));
  return 'error' in result ? result : { ...result, batches: [...result.batches] };
}

/** A file of an archive that is read at once. One that is an archive itself is not opened. */
export function openZippedAtOnce(
  { name, bytes, damage, attached }: ZippedFile,
  brotli?: FileInput['brotli'],
): ReadSteps {
  const result = readSingle({
    name,
    bytes: wholeOf(bytes),
    ...(brotli !== undefined && { brotli }),
    ...(attached !== undefined && { attached }),
  });
  if ('error' in result) return result;
  return { ...result, isBody: false, batches: withDamage(result.batches, () => damageText(name, damage)) };
}

function readSingle(file: FileInput): ReadResult {
  const damage: Damage = {};
  const input = unpacked(file, damage);
  if ('error' in input) return input;
  const isEmpty = (input.text ?? input.bytes)?.length === 0;
  if (isEmpty) return { error: `${input.name} is empty.` };
  const format = formatOf(input);
  if (format?.read === undefined) return { error: `${input.name} is not in a format that can be imported.` };
  try {
    const result = format.read(input);
    if ('error' in result) return result;
    const read = { ...result, format: format.label };
    if (damage.what === undefined) return read;
    return { ...read, batches: [...withDamage(result.batches, () => damageText(file.name, damage))] };
  } catch (error) {
    // A value is nested too deeply, or text is longer than the engine allows.
    return { error: `${input.name} could not be read as ${format.label}: ${reasonOf(error)}.` };
  }
}
