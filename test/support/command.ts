// Commands of the command line, run in this process as main.ts runs them, and the files that they are given.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { CliError } from '@/lib/package/cli/errors';
import { plain } from '@/lib/package/cli/paint';
import { runCommand } from '@/lib/package/cli/program';

/** A folder that is deleted after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lens-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Output of a command. */
interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly isData?: boolean | undefined;
}

/** Runs a command; an error that it reports is a result. */
export function runLens(args: readonly string[], paint = plain): Printed {
  try {
    const outcome = runCommand(args, paint);
    // The note is complete after all output.
    const out = [...outcome.output].join('');
    return { code: outcome.exitCode, out, err: outcome.note ?? '', isData: outcome.isData };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { code: error.exitCode, out: '', err: error.message };
  }
}

/** Runs commands on files of one name; `-` among the arguments is the file that holds the input. */
export function onInput(name: string) {
  const file = join(temporaryFolder(), name);
  return (args: readonly string[], input = '') => {
    writeFileSync(file, input);
    const { code, out, err } = runLens(args.map((arg) => (arg === '-' ? file : arg)));
    return { code, out, err };
  };
}
