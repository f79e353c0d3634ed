// A file as the commands see it: read into a log.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { reasonOf } from '@/lib/agui/reason';
import type { Option } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import { largeFile } from '@/lib/cli/large-file';
import { readFile } from '@/lib/files/read-file';
import { UNPACKED_MAX } from '@/lib/files/unpack';
import { type Opened, openBatches } from '@/lib/public/opened';

const LIMIT = { maxOutputLength: UNPACKED_MAX };

/** The option that forces the dialect of a file's streams. */
export const DIALECT: Option = {
  value: 'NAME',
  summary: 'The dialect of the streams (default: auto-detect).',
};

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new CliError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

function largeAt(path: string, name: string): ReturnType<typeof largeFile> {
  try {
    return largeFile(path, name);
  } catch (error) {
    throw new CliError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

function readAt(path: string, name: string): Pick<Opened, 'batches' | 'annotations' | 'isBody'> {
  const large = path === '-' ? undefined : largeAt(path, name);
  if (large !== undefined) {
    if ('error' in large) throw new CliError(large.error);
    return { annotations: {}, ...large };
  }
  const brotli = (bytes: Uint8Array): Uint8Array => brotliDecompressSync(bytes, LIMIT);
  const result = readFile({ name, bytes: readBytes(path), brotli });
  if ('error' in result) throw new CliError(result.error);
  const { batches, annotations = {} } = result;
  return { batches, annotations, isBody: false };
}

/** Reads a file, `-` for standard input. `dialect` overrides auto-detection. */
export function openFile(path: string, dialect?: string): Opened {
  const name = path === '-' ? 'standard input' : basename(path);
  return openBatches({ name, ...readAt(path, name) }, dialect);
}
