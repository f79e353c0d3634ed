// `lens compact`: the compacted log.

import { arrayText } from '@/lib/core/files/array-text';
import { type Command, choice } from '@/lib/package/cli/command';
import { DIALECT, openArgument } from '@/lib/package/cli/open-file';
import { noted } from '@/lib/package/cli/skipped-note';
import { compactOpened, MODES } from '@/lib/package/library/compact';

export const compactCommand: Command = {
  name: 'compact',
  summary: 'Prints the compacted log as a JSON array of events.',
  files: ['file'],
  options: {
    mode: {
      value: MODES.join('|'),
      summary:
        'safe (default): a replay yields the same; stock: the output of compactEvents in @ag-ui/client.',
    },
    dialect: DIALECT,
  },
  examples: [
    ['run.agui.jsonl > run.json', 'Fewer events, same result.'],
    ['run.agui.jsonl --mode stock', 'Like compactEvents in @ag-ui/client.'],
  ],
  exitCodes: '0 compacted, 1 a replay would differ, 2 unreadable file.',
  run(args) {
    const mode = choice(args, 'mode', MODES);
    const { events, skipped } = compactOpened(openArgument(args), mode);
    return { output: noted(arrayText(events), skipped, args), exitCode: 0 };
  },
};
