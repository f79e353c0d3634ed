// A file as the commands see it: read into a log.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Option } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import { largeFile } from '@/lib/cli/large-file';
import type { Annotations } from '@/lib/files/annotations';
import { reasonOf } from '@/lib/files/input';
import { readFile } from '@/lib/files/read-file';
import { readLog } from '@/lib/files/read-log';
import type { FileBatch } from '@/lib/files/types';
import { UNPACKED_MAX } from '@/lib/files/unpack';
import type { Log, LogOptions } from '@/lib/log/log';
import { dialectNames } from '@/lib/log/stream-reader';
import { createWalk, type Walk } from '@/lib/log/walk';

const LIMIT = { maxOutputLength: UNPACKED_MAX };

/** A file that was read. */
export interface OpenFile {
  readonly name: string;
  /** Those of a large file are read again each time. */
  readonly batches: Iterable<FileBatch>;
  /** All of it, read when it is first asked for. */
  readonly log: Log;
  /** True for a large file that is a single body, whose events come in the order of the file and answer no request. */
  readonly isBody: boolean;
  /** One event after the other, with nothing kept. */
  walk(): Walk;
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

function largeAt(path: string, name: string): ReturnType<typeof largeFile> {
  try {
    return largeFile(path, name);
  } catch (error) {
    throw new CliError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

function readAt(path: string, name: string): Pick<OpenFile, 'batches' | 'annotations' | 'isBody'> {
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
export function openFile(path: string, dialect?: string): OpenFile {
  checkDialect(dialect);
  const name = path === '-' ? 'standard input' : basename(path);
  const { batches, annotations, isBody } = readAt(path, name);
  const { dialects = {} } = annotations;
  const options: LogOptions = {
    dialect: ({ key }) => dialect ?? (Object.hasOwn(dialects, key) ? dialects[key] : undefined),
  };
  let log: Log | undefined;
  return {
    name,
    batches,
    annotations,
    isBody,
    walk: () => createWalk(batches, options),
    get log() {
      log ??= readLog(batches, options);
      return log;
    },
  };
}
