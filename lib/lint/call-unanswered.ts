// Tool calls that are still without an answer when the conversation goes on: model providers refuse it then.
import { isJsonObject, type Json } from '@/lib/agui/json';
import { declaredTool } from '@/lib/lint/arguments-not-in-schema';
import { askedBy, isAnswer, named } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';
import { callOfThread, callsOfRun } from '@/lib/model/queries/lookup';

/** Ids of the calls in messages that no tool message answers. */
function openCalls(messages: Json | undefined): string[] {
  if (!Array.isArray(messages)) return [];
  const answered = new Set(
    messages.map((message) => (isJsonObject(message) ? message['toolCallId'] : undefined)),
  );
  return messages.flatMap((message): string[] => {
    const calls = isJsonObject(message) && message['role'] === 'assistant' ? message['toolCalls'] : undefined;
    if (!Array.isArray(calls)) return [];
    const ids = calls.map((call) => (isJsonObject(call) ? call['id'] : undefined));
    return ids.filter((id): id is string => typeof id === 'string' && !answered.has(id));
  });
}

/** Calls that neither a result nor the next request answers. */
export const callUnanswered: Rule = {
  id: 'call-unanswered',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call is answered neither by a result nor by the next request.',
  spec: 'https://docs.ag-ui.com/concepts/messages#tool-results',
  impact: 'Model providers answer such a conversation with HTTP 400, and the thread is stuck.',
  fix: 'Send TOOL_CALL_RESULT for tools of the agent; for tools of the app, a tool message in the next request.',
  boundary(boundary, model) {
    const asked = askedBy(boundary, model);
    if (asked === undefined || isAnswer(asked.input)) return undefined;
    const { input, previous, thread } = asked;
    const ids = new Set(openCalls(input['messages']));
    // A client that does not repeat the conversation still has to bring the answers of its own tools.
    const isOver =
      previous !== undefined && previous.status !== 'running' && previous.status !== 'interrupted';
    for (const call of isOver ? callsOfRun(model, previous.index) : []) {
      if (call.status !== 'answered' && declaredTool(model, call) !== undefined) ids.add(call.id);
    }
    if (ids.size === 0) return undefined;
    const calls = [...ids].map((id) => callOfThread(model, thread, id));
    const count = ids.size === 1 ? 'Call' : 'Calls';
    const are = ids.size === 1 ? 'was' : 'were';
    return {
      message: `${count} ${named([...ids])} ${are} answered neither by a result nor by this request.`,
      related: calls.map((call) =>
        call === undefined || call.argSeqs.length === 0 ? undefined : call.startSeq,
      ),
    };
  },
};
