// Opens files and standard input, in steps of a few megabytes of memory.
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import type { FileBatch, FileInput } from '@/lib/core/files/types';
import { UNPACKED_MAX } from '@/lib/core/files/unpack';
import { joinBytes } from '@/lib/messages/base64';
import { type Arguments, fileAt, type Option } from '@/lib/package/cli/command';
import { CliError, systemReason } from '@/lib/package/cli/errors';
import { CONSUMER_NAMES, type Opened, openInput } from '@/lib/package/library/open';

const STEP = 1024 * 1024;
/** Larger input is copied to the disk, bytes: files are read several times. */
const INPUT_MAX = 16 * 1024 * 1024;
/** Pause before standard input is polled again, milliseconds. */
const PAUSE_MS = 10;
const LIMIT = { maxOutputLength: UNPACKED_MAX };

export const DIALECT: Option = {
  value: 'NAME',
  summary: 'The dialect of the streams (default: auto-detect).',
};

export const CONSUMER: Option = {
  value: CONSUMER_NAMES.join('|'),
  summary: 'The client that reads the streams (default: detected from the requests).',
};

function* chunksOf(file: number): Iterable<Uint8Array> {
  const buffer = new Uint8Array(STEP);
  let at = 0;
  for (let length = readSync(file, buffer, 0, STEP, at); length > 0; ) {
    yield buffer.subarray(0, length);
    at += length;
    length = readSync(file, buffer, 0, STEP, at);
  }
}

function readError(path: string, error: unknown): CliError {
  return new CliError(`Cannot read ${path}: ${systemReason(error)}.`);
}

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw readError(path, error);
  }
}

function diskFile(path: string): Omit<FileInput, 'name'> {
  const stat = statSync(path);
  // A pipe can be opened only once.
  if (!stat.isFile()) return { bytes: readFileSync(path) };
  const chunks = function* (): Iterable<Uint8Array> {
    const file = opened(path);
    try {
      yield* chunksOf(file);
    } finally {
      closeSync(file);
    }
  };
  return { sizeBytes: stat.size, chunks };
}

/** Number of bytes read from standard input, 0 at its end. */
function readInput(buffer: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, buffer);
    } catch (error) {
      // readSync throws system errors.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** Opens a private file that ends with this process. */
function unnamedFile(): number {
  const path = join(tmpdir(), `lens-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}

function standardInput(): Omit<FileInput, 'name'> {
  const buffer = new Uint8Array(STEP);
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  let copy: number | undefined;
  for (let length = readInput(buffer); length > 0; length = readInput(buffer)) {
    parts.push(buffer.slice(0, length));
    sizeBytes += length;
    if (sizeBytes < INPUT_MAX) continue;
    copy ??= unnamedFile();
    for (const part of parts.splice(0)) writeFileSync(copy, part);
  }
  if (copy === undefined) return { bytes: joinBytes(parts) };
  for (const part of parts) writeFileSync(copy, part);
  const file = copy;
  return { sizeBytes, chunks: () => chunksOf(file) };
}

function brotli(bytes: Uint8Array, isCut: boolean): Uint8Array {
  const flush = isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {};
  return brotliDecompressSync(bytes, { ...LIMIT, ...flush });
}

interface OpenOptions {
  readonly dialect?: string | undefined;
  /** Receives sentences about missing data, while the batches are read. */
  readonly notes?: Set<string>;
}

/** Opens a file of the arguments, in the dialect that they name. */
export function openArgument(args: Arguments, position = 0): Opened {
  return openFile(fileAt(args, position), { dialect: args.options.get('dialect'), notes: args.notes });
}

/** Opens a file, `-` for standard input. */
export function openFile(path: string, { dialect, notes }: OpenOptions = {}): Opened {
  const name = path === '-' ? 'standard input' : basename(path);
  const noteGaps = ({ records }: FileBatch): void => {
    for (const record of records)
      if (record.kind === 'gap' && record.reason === 'refused' && record.detail !== undefined)
        notes?.add(`Data is missing: ${record.detail.replace(/\.$/, '')}.`);
  };
  try {
    const content = path === '-' ? standardInput() : diskFile(path);
    return openInput({ name, brotli, ...content }, dialect, noteGaps);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw readError(path, error);
  }
}
