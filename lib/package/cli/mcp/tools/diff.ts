// Differences between two recordings, or two runs.
import * as z from 'zod';
import { IGNORABLE } from '@/lib/core/compare/types';
import { comparisonText } from '@/lib/package/cli/commands/diff';
import { lineOf, listAnswer } from '@/lib/package/cli/mcp/answer';
import { defineTool, FILE, FROM, RUN } from '@/lib/package/cli/mcp/tool';
import { diffOpened } from '@/lib/package/library/diff';
import { LensError } from '@/lib/package/library/lens-error';

export const diffTool = defineTool({
  name: 'diff',
  title: 'What differs?',
  description:
    'Differences between two recordings, or two runs (of one recording without fileB): events, messages, state, tool calls, findings, figures.',
  input: z.object({
    file: FILE,
    fileB: FILE,
    run: RUN.optional().describe('Run of the first side.'),
    runB: RUN.optional().describe('Run of the second side; by default the same number.'),
    ignore: z.array(z.enum(IGNORABLE)).default(['ids', 'times']),
    from: FROM,
  }),
  run({ file, fileB, run, runB, ignore, from }, recordings) {
    const [a, b] = [recordings.open(file), recordings.open(fileB ?? file)];
    const [first, second] = [run ?? runB, runB ?? run];
    if (a.name === b.name && first === second)
      throw new LensError('Both sides are the same: name another recording with fileB, or run and runB.');
    const runs = first === undefined || second === undefined ? {} : { run: [first, second] as const };
    const { comparison } = diffOpened([a.opened, b.opened], { ignore, ...runs });
    return listAnswer('', comparisonText(comparison, ignore).split('\n'), from, indented);
  },
});

/** A line that keeps its indentation. */
function indented(line: string): string {
  const [space = ''] = /^ */.exec(line) ?? [];
  return space + lineOf(line);
}
