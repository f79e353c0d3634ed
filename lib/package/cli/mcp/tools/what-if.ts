// Faults of a stream, and the app of each client after them.
import * as z from 'zod';
import { exchangeOf } from '@/lib/core/what-if/answered-request';
import { faults } from '@/lib/core/what-if/faults';
import { predicted, whatIf } from '@/lib/core/what-if/what-if';
import { NOT_APPLICABLE, whatIfLines } from '@/lib/package/cli/commands/what-if';
import { answerOf, lineOf } from '@/lib/package/cli/mcp/answer';
import { runAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM, RUN } from '@/lib/package/cli/mcp/tool';

/** The names of six clients and an error of a client. */
const LINE_MAX = 400;

const ids = faults.map(({ id }) => id);

export const whatIfTool = defineTool({
  name: 'what-if',
  title: 'What if the stream breaks?',
  description:
    'What each client (AG-UI 1.0, 1.1, 0.0, CopilotKit, assistant-ui, TanStack AI) would make of a recorded run whose stream is cut, doubled, stalled, not JSON and so on: messages, state, error, findings.',
  input: z.object({
    file: FILE,
    run: RUN,
    fault: z.enum(ids).optional().describe('One fault; by default all.'),
    from: FROM,
  }),
  run({ file, run: number, fault, from }, recordings) {
    const recording = recordings.open(file);
    const { stream } = runAt(recording, number);
    const exchange = exchangeOf(recording.log, stream);
    const wanted = faults.filter(({ id }) => fault === undefined || id === fault);
    const lines = function* () {
      let at = from;
      for (const row of whatIf(exchange, predicted(exchange), wanted.slice(from))) {
        const found = row.response === undefined ? [NOT_APPLICABLE] : whatIfLines(row.cells);
        const text = found.map((line) => `\n  ${lineOf(line, LINE_MAX)}`).join('');
        yield { at: at++, text: `${row.fault.id}: ${row.fault.summary}${text}` };
      }
    };
    return answerOf('', lines(), (at) => `… ${wanted.length - at} more faults: ask with from: ${at}.`);
  },
});
