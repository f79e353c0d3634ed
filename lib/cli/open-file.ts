// A file as the commands see it: read into a log.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Option } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import { largeBody } from '@/lib/cli/large-file';
import type { Annotations } from '@/lib/files/annotations';
import { reasonOf } from '@/lib/files/input';
import { readFile } from '@/lib/files/read-file';
import type { FileBatch } from '@/lib/files/types';
import { UNPACKED_MAX } from '@/lib/files/unpack';
import { createLog, type Log } from '@/lib/log/log';
import { dialectNames } from '@/lib/log/stream-reader';

const LIMIT = { maxOutputLength: UNPACKED_MAX };

/** A file that was read. */
export interface OpenFile {
  readonly name: string;
  /** Those of a large file are read again each time. */
  readonly batches: Iterable<FileBatch>;
  readonly log: Log;
  /** The annotations in the file. */
  readonly annotations: Annotations;
}

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

function checkDialect(name: string | undefined): void {
  const names = dialectNames();
  if (name === undefined || names.includes(name)) return;
  throw new CliError(`--dialect must be one of ${names.join(', ')}, not '${name}'.`);
}

function readAt(path: string, name: string): Pick<OpenFile, 'batches' | 'annotations'> {
  try {
    const large = path === '-' ? undefined : largeBody(path, name);
    if (large !== undefined) return { batches: large, annotations: {} };
  } catch (error) {
    throw new CliError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
  const brotli = (bytes: Uint8Array): Uint8Array => brotliDecompressSync(bytes, LIMIT);
  const result = readFile({ name, bytes: readBytes(path), brotli });
  if ('error' in result) throw new CliError(result.error);
  const { batches, annotations = {} } = result;
  return { batches, annotations };
}

/** Reads a file, `-` for standard input. `dialect` overrides auto-detection. */
export function openFile(path: string, dialect?: string): OpenFile {
  checkDialect(dialect);
  const name = path === '-' ? 'standard input' : basename(path);
  const { batches, annotations } = readAt(path, name);
  const { dialects = {} } = annotations;
  const log = createLog({
    dialect: ({ key }) => dialect ?? (Object.hasOwn(dialects, key) ? dialects[key] : undefined),
  });
  for (const batch of batches) log.append(batch);
  log.finish();
  return { name, batches, log, annotations };
}
