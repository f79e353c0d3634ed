// Tool calls: arguments, results, waiting.
import * as z from 'zod';
import { counted, formatMs } from '@/lib/core/json/format';
import { answerOf, isDeclared, isEarlierCall } from '@/lib/core/model/queries/call-times';
import { lineOf, listAnswer, valueLine } from '@/lib/package/cli/mcp/answer';
import { modelAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, FILE, FROM, RUN, SEQ } from '@/lib/package/cli/mcp/tool';

export const callsTool = defineTool({
  name: 'calls',
  title: 'Tool calls',
  description:
    'Which tool was called with what, what came back, who answered and how long that took; unanswered calls are marked.',
  input: z.object({
    file: FILE,
    tool: z.string().optional().describe('Name of a tool.'),
    run: RUN.optional(),
    seq: SEQ.optional().describe('As of this event; by default at the end.'),
    from: FROM,
  }),
  run({ file, tool, run, seq, from }, recordings) {
    const model = modelAt(recordings.open(file), seq);
    const calls = [...model.toolCalls].filter(
      (call) => (tool === undefined || call.name === tool) && (run === undefined || call.run === run - 1),
    );
    return listAnswer(counted(calls.length, 'tool call'), calls, from, (call) => {
      const answer = answerOf(call);
      const took = answer?.waitingMs === undefined ? '' : ` after ${formatMs(answer.waitingMs)}`;
      const result =
        answer === undefined
          ? call.status === 'streaming'
            ? 'arguments still arriving'
            : 'no result'
          : `result #${answer.result.seq} by the ${answer.by}${took}: ${valueLine(answer.result.content, 240)}`;
      const where = isEarlierCall(call) ? 'of an earlier run' : `of run ${call.run + 1}`;
      const isOfServer = isDeclared(model, call) === false && answer?.by !== 'frontend';
      const undeclared = isOfServer ? ', a tool of the server' : '';
      return `#${call.startSeq} ${lineOf(call.name, 60)}(${lineOf(call.args, 240)}) ${where}${undeclared}, id ${lineOf(call.id, 60)}\n  ${result}`;
    });
  },
});
