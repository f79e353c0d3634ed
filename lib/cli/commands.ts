// REGISTRY: the commands, in the order of the help.
import { STACK_TEXT, TOO_DEEP } from '@/lib/agui/depth';
import { parseArguments } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { atCommand } from '@/lib/cli/commands/at';
import { checkCommand } from '@/lib/cli/commands/check';
import { compactCommand } from '@/lib/cli/commands/compact';
import { convertCommand } from '@/lib/cli/commands/convert';
import { diffCommand } from '@/lib/cli/commands/diff';
import { eventsCommand } from '@/lib/cli/commands/events';
import { redactCommand } from '@/lib/cli/commands/redact';
import { commandHelp, programHelp } from '@/lib/cli/help';

/** Every command. */
export const commands: readonly Command[] = [
  eventsCommand,
  atCommand,
  checkCommand,
  compactCommand,
  diffCommand,
  convertCommand,
  redactCommand,
];

// Patches can build a value that is nested deeper than any frame, and compaction a text longer than any text may be.
function sentenceFor(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  if (error.message === STACK_TEXT) return new CliError(`What would be printed ${TOO_DEEP}.`);
  return error.message === 'Invalid string length'
    ? new CliError('What would be printed is too long.')
    : error;
}

function* guardedOutput(output: Iterable<string>): Iterable<string> {
  try {
    yield* output;
  } catch (error) {
    throw sentenceFor(error);
  }
}

function guarded(run: () => Outcome): Outcome {
  try {
    const outcome = run();
    return { ...outcome, output: guardedOutput(outcome.output) };
  } catch (error) {
    throw sentenceFor(error);
  }
}

/** Runs a command line. */
export function runCommand(argv: readonly string[]): Outcome {
  const [name, ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help')
    return { output: [programHelp(commands)], exitCode: 0 };
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    const names = commands.map((each) => each.name).join(', ');
    const what = name === undefined ? 'Missing command' : `Unknown command '${name}'`;
    throw new CliError(`${what}. Use ${names}, or --help.`);
  }
  const args = parseArguments(rest, command);
  return args.isHelp ? { output: [commandHelp(command)], exitCode: 0 } : guarded(() => command.run(args));
}
