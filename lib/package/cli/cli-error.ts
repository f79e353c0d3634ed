// An error that ends a command.
import { harmlessLine } from '@/lib/core/agui/harmless';

/** What went wrong, as one sentence for standard error, and the exit code. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(harmlessLine(message));
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
