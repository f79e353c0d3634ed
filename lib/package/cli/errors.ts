// Errors that end a command.
import { harmlessLine } from '@/lib/core/agui/harmless';
import { reasonOf } from '@/lib/core/json/reason';
import { LensError } from '@/lib/package/library/lens-error';

/** One sentence for standard error, and the exit code. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    // The name of a file keeps its case.
    super(harmlessLine(message).replace(/^standard input\b/, 'Standard input'));
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** The sentence of an error about a file, so that others are still read; other errors are thrown. */
export function fileProblem(error: unknown): string {
  if (error instanceof LensError || error instanceof CliError) return error.message;
  throw error;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ECONNRESET: 'the server closed the connection',
  ELOOP: 'its symbolic links form a loop',
};

/** The reason of a system error, as the end of a sentence. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : reasonOf(error);
}

/** The cause of an error of fetch, which holds the reason; the error itself without one. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? error) : error;
}
