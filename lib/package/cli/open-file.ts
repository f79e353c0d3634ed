// A file as the commands see it: read into a log.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { readFile } from '@/lib/core/files/read-file';
import type { FileBatch, ReadSteps } from '@/lib/core/files/types';
import { UNPACKED_MAX } from '@/lib/core/files/unpack';
import { messageOf } from '@/lib/core/json/reason';
import type { Option } from '@/lib/package/cli/arguments';
import { CliError } from '@/lib/package/cli/cli-error';
import { largeFile, standardInput } from '@/lib/package/cli/large-file';
import { whyOf } from '@/lib/package/cli/system-error';
import { type Opened, openBatches } from '@/lib/package/library/opened';

const LIMIT = { maxOutputLength: UNPACKED_MAX };

/** The option that forces the dialect of a file's streams. */
export const DIALECT: Option = {
  value: 'NAME',
  summary: 'The dialect of the streams (default: auto-detect).',
};

function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof CliError ? error : new CliError(`Cannot read ${path}: ${whyOf(error)}.`);
  }
}

/** The bytes at a path, or what is read in steps. */
function contentAt(path: string, name: string): Uint8Array | ReadSteps {
  return path === '-' ? standardInput(name) : (largeFile(path, name) ?? readFileSync(path));
}

function noteMissing({ records }: FileBatch, notes: Set<string>): void {
  for (const record of records)
    if (record.kind === 'gap' && record.reason === 'refused' && record.detail !== undefined)
      notes.add(`Something is missing in this file: ${record.detail.replace(/\.$/, '')}.`);
}

/** Batches that are read while they are asked for: what is wrong in the middle is said like everything else. */
function guarded(batches: Iterable<FileBatch>, notes: Set<string>): Iterable<FileBatch> {
  const made = function* (): Iterable<FileBatch> {
    try {
      for (const batch of batches) {
        noteMissing(batch, notes);
        yield batch;
      }
    } catch (error) {
      throw new CliError(messageOf(error));
    }
  };
  return { [Symbol.iterator]: () => made()[Symbol.iterator]() };
}

function readAt(path: string, name: string): Pick<Opened, 'batches' | 'annotations' | 'isBody'> {
  const content = reading(path, () => contentAt(path, name));
  if (!(content instanceof Uint8Array)) {
    if ('error' in content) throw new CliError(content.error);
    return { annotations: {}, ...content };
  }
  const brotli = (bytes: Uint8Array, isCut: boolean): Uint8Array =>
    brotliDecompressSync(bytes, isCut ? { ...LIMIT, finishFlush: constants.BROTLI_OPERATION_FLUSH } : LIMIT);
  const result = readFile({ name, bytes: content, brotli });
  if ('error' in result) throw new CliError(result.error);
  const { batches, annotations = {} } = result;
  return { batches, annotations, isBody: false };
}

/** How a file is opened. */
interface OpenOptions {
  /** Overrides auto-detection. */
  readonly dialect?: string | undefined;
  /** Takes what turns out to be missing, in sentences. */
  readonly notes?: Set<string>;
}

/** Reads a file, `-` for standard input. */
export function openFile(path: string, { dialect, notes = new Set() }: OpenOptions = {}): Opened {
  const name = path === '-' ? 'standard input' : basename(path);
  const read = readAt(path, name);
  return openBatches({ name, ...read, batches: guarded(read.batches, notes) }, dialect);
}
