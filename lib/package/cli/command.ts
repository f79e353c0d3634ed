// What a command is. Types only.
import type { Arguments, Parameters } from '@/lib/package/cli/arguments';

/** The result of a command: its output in parts, and the exit code. */
export interface Outcome {
  readonly output: Iterable<string>;
  /** True if the output is a file whose bytes must stay as they are; all other output is made harmless. */
  readonly isData?: boolean;
  readonly exitCode: number;
  /** Sentences for standard error, a line each; complete when all of the output was taken. */
  readonly note?: string | undefined;
  /** What comes after it and takes its time: more output, in parts. An error that it throws has an exit code. */
  readonly work?: AsyncIterable<string>;
}

/** A command: one file in lib/package/cli/commands, and one line in lib/package/cli/commands.ts. */
export interface Command extends Parameters {
  readonly name: string;
  /** One sentence for the help. */
  readonly summary: string;
  /** Arguments that show what it is for, each with what they do. */
  readonly examples: readonly (readonly [args: string, does: string])[];
  /** Exit codes and their meaning. */
  readonly exitCodes: string;
  /** `all` are the commands, for one that is about them. */
  run(args: Arguments, all: readonly Command[]): Outcome;
}
