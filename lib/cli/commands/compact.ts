// `lens compact`: the compacted log.
import { type Arguments, choice, fileAt } from '@/lib/cli/arguments';
import { CliError } from '@/lib/cli/cli-error';
import type { Command, Outcome } from '@/lib/cli/command';
import { DIALECT, openFile } from '@/lib/cli/open-file';
import { compactSafe } from '@/lib/compact/safe';
import { stockEvents } from '@/lib/compact/stock';
import { arrayText } from '@/lib/files/json-array';
import { eventsOf, eventsOfWalk } from '@/lib/files/log-source';
import { selfContainedEvents } from '@/lib/files/self-contained';

const MODES = ['safe', 'stock'] as const;

function run(args: Arguments): Outcome {
  const mode = choice(args, 'mode', MODES);
  const file = openFile(fileAt(args, 0), args.options.get('dialect'));
  if (mode === 'stock') {
    const events = file.isBody ? eventsOfWalk(file.walk) : eventsOf(file.log);
    return { output: arrayText(stockEvents(events)), exitCode: 0 };
  }
  // Bare events have no request that a replay would lack.
  const compacted = compactSafe(file.isBody ? eventsOfWalk(file.walk) : selfContainedEvents(file.log));
  if ('refused' in compacted) throw new CliError(compacted.refused, 1);
  return { output: arrayText(compacted.events), exitCode: 0 };
}

/** Prints the compacted log. */
export const compactCommand: Command = {
  name: 'compact',
  summary: 'Prints the compacted log as a JSON array of events.',
  files: ['file'],
  options: {
    mode: {
      value: MODES.join('|'),
      summary: 'safe: a replay yields the same; stock: the output of compactEvents in @ag-ui/client.',
    },
    dialect: DIALECT,
  },
  exitCodes: '0 compacted, 1 cannot be compacted safely (says why), 2 the file could not be read.',
  run,
};
