// Messages in an order that model providers refuse: an answer without its call before it, or not right behind it.
import { isJsonObject, type Json } from '@/lib/agui/json';
import { askedBy } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';
import type { Boundary } from '@/lib/log/types';
import { callOfThread } from '@/lib/model/queries/lookup';
import type { Model } from '@/lib/model/types';

const BETWEEN: ReadonlySet<unknown> = new Set(['tool', 'activity', 'reasoning']);

/** What is wrong with the order of messages; `isKnown` tells of calls that need not be among them. */
function fault(messages: Json | undefined, isKnown: (callId: string) => boolean): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  /** Call id → whether a message of somebody else came after its call. */
  const calls = new Map<string, { isInterrupted: boolean; isAnswered: boolean }>();
  let open: { isInterrupted: boolean; isAnswered: boolean }[] = [];
  for (const message of messages) {
    if (!isJsonObject(message)) continue;
    const { role, toolCallId, toolCalls, id } = message;
    if (role === 'tool' && typeof toolCallId === 'string') {
      const call = calls.get(toolCallId);
      if (call === undefined) {
        if (isKnown(toolCallId)) continue;
        return `Tool message '${String(id)}' answers call '${toolCallId}', which no message before it makes.`;
      }
      if (call.isInterrupted && !call.isAnswered)
        return `Tool message '${String(id)}' answers call '${toolCallId}', but does not come right behind it.`;
      call.isAnswered = true;
    } else if (!BETWEEN.has(role)) {
      for (const call of open) call.isInterrupted = true;
      open = [];
    }
    if (role !== 'assistant' || !Array.isArray(toolCalls)) continue;
    for (const call of toolCalls) {
      const callId = isJsonObject(call) ? call['id'] : undefined;
      if (typeof callId !== 'string') continue;
      const entry = { isInterrupted: false, isAnswered: false };
      calls.set(callId, entry);
      open.push(entry);
    }
  }
  return undefined;
}

const isNever = (): boolean => false;

/** What is wrong with the messages of a request. A client that sends only what is new does not repeat the calls. */
function faultOfRequest(boundary: Boundary, model: Model): string | undefined {
  const asked = askedBy(boundary, model);
  if (asked === undefined) return undefined;
  const { input, thread } = asked;
  const run = model.runs.at(thread.runs.at(-1) ?? -1);
  const isPartial = run?.news?.isFull === false;
  return fault(input['messages'], (id) => isPartial && callOfThread(model, thread, id) !== undefined);
}

/** Tool messages that do not follow their calls. */
export const messageOrder: Rule = {
  id: 'message-order',
  severity: 'warning',
  summary: 'A tool message does not stand behind the call that it answers.',
  spec: 'https://docs.ag-ui.com/concepts/messages#tool-results',
  impact: 'Model providers answer such a conversation with HTTP 400.',
  fix: 'Keep the assistant message with the call, and all of its tool messages right behind it.',
  types: ['MESSAGES_SNAPSHOT'],
  before: ({ type, event }) =>
    type === 'MESSAGES_SNAPSHOT' ? fault(event?.['messages'], isNever) : undefined,
  boundary: faultOfRequest,
};
