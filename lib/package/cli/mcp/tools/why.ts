// Events that changed a value of the state.
import * as z from 'zod';
import { searchWriters } from '@/lib/core/model/queries/blame';
import { answerOf, lineOf, valueLine } from '@/lib/package/cli/mcp/answer';
import { modelAt, threadAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, expectPointer, FILE, SEQ } from '@/lib/package/cli/mcp/tool';
import { eventLine } from './events';

const WRITERS_MAX = 20;

export const whyTool = defineTool({
  name: 'why',
  title: 'Who changed this value?',
  description:
    'The events that changed the value at a JSON pointer of the state, newest first, with the value before and after.',
  input: z.object({
    file: FILE,
    path: z.string().describe('JSON pointer, such as /total; empty for the whole state.'),
    seq: SEQ.optional().describe('Look back from this event; by default from the last.'),
    thread: z.string().optional().describe('Id of a thread; by default that of the newest event.'),
  }),
  run({ file, path, seq, thread: threadId }, recordings) {
    expectPointer(path);
    const recording = recordings.open(file);
    const { log, model } = recording;
    const { threadId: own } = threadAt(modelAt(recording, seq), threadId);
    const search = searchWriters(
      { log, modelAt: model.at },
      { threadId: own, pointer: path, seq: seq ?? log.length - 1 },
    );
    while (!search.isDone && search.found.length <= WRITERS_MAX) search.step();
    const found = search.found.slice(0, WRITERS_MAX);
    const lines = function* () {
      for (const { seq: at, via, before, after } of found) {
        const values = `${valueLine(after, 200)} (was ${valueLine(before, 120)})`;
        yield { at, text: `${eventLine(recording, at)}\n  by ${via}: ${values}` };
      }
    };
    const head =
      found.length === 0
        ? `No event changed ${lineOf(path) || 'the state'} of thread ${lineOf(own, 60)}.`
        : `${lineOf(path) || 'The state'} of thread ${lineOf(own, 60)} was changed by`;
    return answerOf(head, lines(), (at) => `… older ones: ask with seq: ${at}.`);
  },
});
