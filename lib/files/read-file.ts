// Reads a file, detecting its format.
import { reasonOf } from '@/lib/agui/reason';
import { formats } from '@/lib/files/formats';
import type { FileInput, Format, ReadResult, ReadSteps } from '@/lib/files/types';
import { unpack } from '@/lib/files/unpack';
import { isZip, zipInSteps } from '@/lib/files/zip';

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
  for (const format of formats) {
    const value = format.read === undefined ? 0 : format.confidence(head);
    if (value > highest) {
      found = format;
      highest = value;
    }
  }
  return found;
}

/** The file without its compression; a file may be compressed twice, by a server and by hand. */
function unpacked(input: FileInput, times = 2): FileInput | { readonly error: string } {
  const { name, bytes, brotli } = input;
  if (bytes === undefined || times === 0) return input;
  const found = unpack(bytes, /\.br$/i.test(name) ? 'br' : '', brotli);
  if (found === undefined) return input;
  if ('error' in found) return { error: `${name} ${found.error}.` };
  return unpacked({ ...input, name: name.replace(/\.(gz|br|z|zz)$/i, ''), bytes: found.bytes }, times - 1);
}

/** The batches of a file, or one sentence saying why it could not be read. Never throws. */
export function readFile(file: FileInput): ReadResult {
  const { bytes } = file;
  if (bytes === undefined || !isZip(bytes)) return readSingle(file);
  const result = zipInSteps(file, openSingle);
  return 'error' in result ? result : { ...result, batches: [...result.batches] };
}

/** A file that is no archive, read at once: an archive in an archive is not opened. */
export function openSingle(file: FileInput): ReadSteps {
  const result = readSingle(file);
  return 'error' in result ? result : { ...result, isBody: false };
}

function readSingle(file: FileInput): ReadResult {
  const input = unpacked(file);
  if ('error' in input) return input;
  const isEmpty = (input.text ?? input.bytes)?.length === 0;
  if (isEmpty) return { error: `${input.name} is empty.` };
  const format = formatOf(input);
  if (format?.read === undefined) return { error: `${input.name} is not in a format that can be imported.` };
  try {
    return format.read(input);
  } catch (error) {
    // A value is nested too deeply, or text is longer than the engine allows.
    return { error: `${input.name} could not be read as ${format.label}: ${reasonOf(error)}.` };
  }
}
