// Runs a command line.

import { harmlessLine } from '@/lib/core/agui/harmless';
import { STACK_TEXT, TOO_DEEP } from '@/lib/core/json/depth';
import type { CommandResult } from '@/lib/package/cli/command';
import { parseArguments } from '@/lib/package/cli/command';
import { commands } from '@/lib/package/cli/commands';
import { CliError } from '@/lib/package/cli/errors';
import { commandHelp, programHelp } from '@/lib/package/cli/help';
import { type Paint, plain, printable } from '@/lib/package/cli/paint';
import { LensError, OptionError, RefusedError } from '@/lib/package/library/lens-error';

const TOO_LONG = 'The file or the output holds a text of more than 512 MB: take a part of it.';

function toCliError(error: unknown): unknown {
  // The library writes options without dashes.
  if (error instanceof OptionError)
    return new CliError(`${/^[a-z]+ /.test(error.message) ? '--' : ''}${error.message}`);
  if (error instanceof LensError) return new CliError(error.message, error instanceof RefusedError ? 1 : 2);
  if (!(error instanceof RangeError)) return error;
  // Patches can build deeply nested values, and compaction too long texts.
  if (error.message === STACK_TEXT) return new CliError(`The output ${TOO_DEEP}.`);
  return error.message === 'Invalid string length' ? new CliError(TOO_LONG) : error;
}

function* guardedOutput({ output, isData }: CommandResult): Iterable<string> {
  try {
    if (isData) yield* output;
    else for (const part of output) yield printable(part);
  } catch (error) {
    throw toCliError(error);
  }
}

async function* guardedWork(work: AsyncIterable<string>): AsyncIterable<string> {
  try {
    for await (const part of work) yield printable(part);
  } catch (error) {
    throw toCliError(error);
  }
}

function guarded(run: () => CommandResult, notes: ReadonlySet<string>): CommandResult {
  try {
    const { work, note, ...outcome } = run();
    return {
      ...outcome,
      output: guardedOutput(outcome),
      get note() {
        return [...(note?.split('\n') ?? []), ...notes].map(harmlessLine).join('\n') || undefined;
      },
      ...(work !== undefined && { work: guardedWork(work) }),
    };
  } catch (error) {
    throw toCliError(error);
  }
}

export function runCommand(argv: readonly string[], paint: Paint = plain): CommandResult {
  const [name, ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help')
    return { output: [printable(programHelp(commands, paint))], exitCode: 0 };
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const names = commands.map((each) => each.name).join(', ');
    const what = name === undefined ? 'Missing command' : `Unknown command '${name}'`;
    throw new CliError(`${what}. Use ${names}, or --help.`);
  }
  const args = parseArguments(rest, command, paint);
  if (args.isHelp) return { output: [printable(commandHelp(command, paint))], exitCode: 0 };
  return guarded(() => command.run(args, commands), args.notes);
}
