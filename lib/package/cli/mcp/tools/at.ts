// Messages, state and interrupts as of an event.
import * as z from 'zod';
import { textOfContent } from '@/lib/core/agui/content-part';
import { counted } from '@/lib/core/json/format';
import { valueAt } from '@/lib/core/json/pointer';
import { asJson } from '@/lib/core/model/nodes';
import type { Thread } from '@/lib/core/model/types';
import { lineOf, listAnswer, partOfText } from '@/lib/package/cli/mcp/answer';
import { modelAt, threadAt } from '@/lib/package/cli/mcp/recordings';
import { defineTool, expectPointer, FILE, FROM, SEQ } from '@/lib/package/cli/mcp/tool';
import { LensError } from '@/lib/package/library/lens-error';

const TEXT_MAX = 400;

function messagesText({ messages }: Thread, place: string, from: number): string {
  return listAnswer(`${counted(messages.length, 'message')} ${place}`, messages, from, (entry) => {
    const { id, role } = entry.message;
    const { content, toolCalls } = asJson(entry.message);
    const calls = toolCalls === undefined ? '' : ` ${JSON.stringify(toolCalls)}`;
    const text = lineOf(`${textOfContent(content)}${calls}`, TEXT_MAX);
    return `${role} ${lineOf(id, 60)} #${entry.firstSeq}–#${entry.lastSeq}: ${text}`;
  });
}

function wholeText(head: string, value: unknown, from: number): string {
  return value === undefined
    ? `${head}: nothing`
    : partOfText(`${head}:`, JSON.stringify(value, null, 1), from);
}

export const atTool = defineTool({
  name: 'at',
  title: 'Messages or state at an event',
  description:
    'The conversation, the state (or the value at a JSON pointer in it, or one message by its id) or the open interrupts as of an event; without seq at the end.',
  input: z.object({
    file: FILE,
    seq: SEQ.optional(),
    what: z.enum(['messages', 'state', 'interrupts']).default('messages'),
    path: z.string().default('').describe('JSON pointer into the state, such as /cart/items/0.'),
    message: z.string().optional().describe('Id of one message, to read it whole.'),
    thread: z.string().optional().describe('Id of a thread; by default that of the newest event.'),
    from: FROM,
  }),
  run({ file, seq, what, path, message, thread: threadId, from }, recordings) {
    const recording = recordings.open(file);
    const thread = threadAt(modelAt(recording, seq), threadId);
    const place = `${seq === undefined ? 'at the end' : `at #${seq}`} of thread ${lineOf(thread.threadId, 60)}`;
    if (message !== undefined) {
      const entry = [...thread.messages].find((each) => each.message.id === message);
      if (entry === undefined) throw new LensError(`There is no message '${message}' ${place}.`);
      return wholeText(`message ${lineOf(message, 60)} ${place}`, asJson(entry.message), from);
    }
    if (what === 'messages') return messagesText(thread, place, from);
    if (what === 'interrupts') return wholeText(`open interrupts ${place}`, thread.interrupts, from);
    expectPointer(path);
    return wholeText(`state${lineOf(path)} ${place}`, valueAt(thread.state, path), from);
  },
});
