// What a command is. Types only.
import type { Arguments, Parameters } from '@/lib/cli/arguments';

/** The result of a command: its output in parts, and the exit code. */
export interface Outcome {
  readonly output: Iterable<string>;
  readonly exitCode: number;
  /** A sentence for standard error. */
  readonly note?: string;
}

/** A command: one file in lib/cli/commands, and one line in lib/cli/commands.ts. */
export interface Command extends Parameters {
  readonly name: string;
  /** One sentence for the help. */
  readonly summary: string;
  /** Exit codes and their meaning, if notable. */
  readonly exitCodes?: string;
  run(args: Arguments): Outcome;
}
