// What a command is. Types only.
import type { Arguments, Parameters } from '@/lib/cli/arguments';

/** What a command gives: text in parts, then how the process ends. */
export interface Outcome {
  readonly output: Iterable<string>;
  readonly exitCode: number;
  /** A sentence for standard error. */
  readonly note?: string;
}

/** A command: one file in lib/cli/commands, and one line in lib/cli/commands.ts. */
export interface Command extends Parameters {
  readonly name: string;
  /** What it does, as one sentence. */
  readonly summary: string;
  /** How the process ends, where that says something: exit codes and what they mean. */
  readonly exitCodes?: string;
  run(args: Arguments): Outcome;
}
