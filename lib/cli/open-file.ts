// A file as the commands see it: read into a log.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Option } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
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
  readonly batches: readonly FileBatch[];
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

/** Reads a file, `-` for standard input. `dialect` overrides auto-detection. */
export function openFile(path: string, dialect?: string): OpenFile {
  checkDialect(dialect);
  const name = path === '-' ? 'standard input' : basename(path);
  const result = readFile({
    name,
    bytes: readBytes(path),
    brotli: (bytes) => brotliDecompressSync(bytes, LIMIT),
  });
  if ('error' in result) throw new CliError(result.error);
  const { annotations = {} } = result;
  const { dialects = {} } = annotations;
  const log = createLog({
    dialect: ({ key }) => dialect ?? (Object.hasOwn(dialects, key) ? dialects[key] : undefined),
  });
  for (const batch of result.batches) log.append(batch);
  log.finish();
  return { name, batches: result.batches, log, annotations };
}
