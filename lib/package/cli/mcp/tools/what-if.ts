// Faults of a stream, and the app of each client after them.
import * as z from 'zod';
import { exchangeOf } from '@/lib/core/faults/exchange';
import { faults } from '@/lib/core/faults/faults';
import { predicted, whatIf } from '@/lib/core/faults/what-if';
import { grouped } from '@/lib/core/json/sorted';
import { whatIfText } from '@/lib/package/cli/commands/what-if';
import { answerOf, lineOf } from '@/lib/package/cli/mcp/answer';
import { runAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM, RUN } from '@/lib/package/cli/mcp/tool';

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
      for (const [at, each] of wanted.entries()) {
        if (at < from) continue;
        for (const { answer, cells } of whatIf(exchange, predicted(exchange), [each])) {
          const found = [...grouped(cells, whatIfText)].map(
            ([text, same]) =>
              `\n  ${same.length === cells.length ? 'every client' : same.map(({ client }) => client).join(', ')}: ${lineOf(text)}`,
          );
          const text = answer === undefined ? '\n  nothing here can break so' : found.join('');
          yield { at, text: `${each.id}: ${each.summary}${text}` };
        }
      }
    };
    return answerOf('', lines(), (at) => `… ${wanted.length - at} more faults: ask with from: ${at}.`);
  },
});
