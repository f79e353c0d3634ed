// The command-line program: the core without a browser, for files and CI.
import { writeSync } from 'node:fs';
import packed from '../../../package.json' with { type: 'json' };
import { harmless } from '../../core/agui/harmless';
import { CliError, systemReason } from './errors';
import { paintFor } from './paint';

const BLOCK = 64 * 1024;

// A pipe may take a part.
function writeBytes(stream: 1 | 2, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(stream, bytes, at);
    } catch (error) {
      // writeSync throws system errors.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

function writeAll(text: string): void {
  try {
    writeBytes(1, Buffer.from(text));
  } catch (error) {
    // The reader has closed the pipe. The exit code is already set.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit();
    throw new CliError(`Cannot write to standard output: ${systemReason(error)}.`);
  }
}

/** Writes to standard error, if it is open. */
function writeNote(text: string): void {
  try {
    writeBytes(2, Buffer.from(`${text}\n`));
  } catch {
    // Closed, or the disk is full.
  }
}

function print(parts: Iterable<string>, pass: (text: string) => string): void {
  let pending = '';
  for (const part of parts) {
    pending += part;
    if (pending.length < BLOCK) continue;
    writeAll(pass(pending));
    pending = '';
  }
  writeAll(pass(pending));
}

async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === '--version') return writeAll(`${packed.version}\n`);
  // Not needed for the version.
  const { runCommand } = await import('./program');
  const paint = paintFor(process.stdout.isTTY, process.env);
  const outcome = runCommand(argv, paint);
  const { output, exitCode, work, isData } = outcome;
  process.exitCode = exitCode;
  // A file may hold control characters.
  print(output, isData && process.stdout.isTTY ? harmless : (text) => text);
  const { note } = outcome;
  if (note !== undefined) writeNote(note);
  if (work !== undefined) for await (const part of work) writeAll(part);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CliError)) throw error;
  writeNote(error.message);
  process.exitCode = error.exitCode;
});
