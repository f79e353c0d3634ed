import { callIdsOf } from '@/lib/core/agui/request';
import { type Json, objectsIn } from '@/lib/core/json/json';
import { continuingRequest, quotedIds } from '@/lib/core/lint/continuing-request';
import { declaredTool } from '@/lib/core/lint/rules/arguments-not-in-schema';
import type { Rule } from '@/lib/core/lint/types';
import { answersIn } from '@/lib/core/model/queries/interrupts';
import { callOfThread, callsOfRun } from '@/lib/core/model/queries/lookup';

function openCalls(messages: Json | undefined): readonly string[] {
  const sent = objectsIn(messages);
  const answered = new Set(sent.map(({ toolCallId }) => toolCallId));
  const calls = sent.filter(({ role }) => role === 'assistant').flatMap(callIdsOf);
  return calls.filter((id) => !answered.has(id));
}

export const callUnanswered: Rule = {
  id: 'call-unanswered',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call gets no result, neither in the stream nor in the next request.',
  spec: 'https://docs.ag-ui.com/concepts/messages#tool-results',
  impact: 'Model providers reject such a conversation with HTTP 400, and the thread is stuck.',
  fix: "Send TOOL_CALL_RESULT for the agent's own tools; for frontend tools, send a tool message in the next request.",
  boundary(boundary, model) {
    const asked = continuingRequest(boundary, model);
    if (asked === undefined || answersIn(asked.input).length > 0) return undefined;
    const { input, previous, thread } = asked;
    const ids = new Set(openCalls(input['messages']));
    // A client that does not repeat the conversation must still send the results of its own tools.
    const isOver =
      previous !== undefined && previous.status !== 'running' && previous.status !== 'interrupted';
    for (const call of isOver ? callsOfRun(model, previous.index) : []) {
      if (call.status !== 'answered' && declaredTool(model, call) !== undefined) ids.add(call.id);
    }
    if (ids.size === 0) return undefined;
    const calls = [...ids].map((id) => callOfThread(model, thread, id));
    const count = ids.size === 1 ? 'Call' : 'Calls';
    const have = ids.size === 1 ? 'has' : 'have';
    return {
      message: `${count} ${quotedIds([...ids])} ${have} no result, neither in the stream nor in this request.`,
      related: calls.map((call) =>
        call === undefined || call.argSeqs.length === 0 ? undefined : call.startSeq,
      ),
    };
  },
};
