// `lens diff`: where two files begin to differ.
import { type Arguments, fileAt } from '@/lib/cli/arguments';
import type { Command, Outcome } from '@/lib/cli/command';
import { firstDifference } from '@/lib/cli/difference';
import { openFile } from '@/lib/cli/open-file';

function run(args: Arguments): Outcome {
  const [a, b] = [openFile(fileAt(args, 0)), openFile(fileAt(args, 1))];
  const difference = firstDifference(a.log, b.log);
  return { output: [`${JSON.stringify(difference)}\n`], exitCode: difference.same ? 0 : 1 };
}

/** Compares two files. */
export const diffCommand: Command = {
  name: 'diff',
  summary: 'Prints the first difference between the events of two files, as one JSON line.',
  files: ['a', 'b'],
  options: {},
  exitCodes: '0 no difference, 1 a difference, 2 a file could not be read.',
  run,
};
