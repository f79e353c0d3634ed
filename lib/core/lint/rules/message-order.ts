import { callIdsOf } from '@/lib/core/agui/request';
import { type JsonObject, objectsIn } from '@/lib/core/json/json';
import { continuingRequest } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import type { Boundary } from '@/lib/core/log/types';
import { callOfThread } from '@/lib/core/model/queries/lookup';
import type { Model } from '@/lib/core/model/types';

const BETWEEN: ReadonlySet<unknown> = new Set(['tool', 'activity', 'reasoning']);

/** A tool message that does not follow the call it answers. */
interface OrderFault {
  readonly id: string;
  readonly callId: string;
  /** True if the call comes later or not at all. */
  readonly isAhead: boolean;
}

/** The first error in the order of messages; `isKnown` finds calls that may be missing in them. */
export function orderFault(
  messages: readonly JsonObject[],
  isKnown: (callId: string) => boolean = () => false,
): OrderFault | undefined {
  /** Call id → whether a message is between the call and its result, and whether it has a result. */
  const calls = new Map<string, { isInterrupted: boolean; isAnswered: boolean }>();
  let open: { isInterrupted: boolean; isAnswered: boolean }[] = [];
  for (const message of messages) {
    const { role, toolCallId, id } = message;
    if (role === 'tool' && typeof toolCallId === 'string') {
      const call = calls.get(toolCallId);
      if (call === undefined) {
        if (isKnown(toolCallId)) continue;
        return { id: String(id), callId: toolCallId, isAhead: true };
      }
      if (call.isInterrupted && !call.isAnswered)
        return { id: String(id), callId: toolCallId, isAhead: false };
      call.isAnswered = true;
    } else if (!BETWEEN.has(role)) {
      for (const call of open) call.isInterrupted = true;
      open = [];
    }
    for (const callId of role === 'assistant' ? callIdsOf(message) : []) {
      const entry = { isInterrupted: false, isAnswered: false };
      calls.set(callId, entry);
      open.push(entry);
    }
  }
  return undefined;
}

function describeFault(fault: OrderFault | undefined): string | undefined {
  if (fault === undefined) return undefined;
  const { id, callId, isAhead } = fault;
  const how = isAhead ? 'which no earlier message contains' : 'but does not directly follow it';
  return `Tool message '${id}' is the result of call '${callId}', ${how}.`;
}

/** The error in a request's messages. A client that sends only new messages does not repeat the calls. */
function faultOfRequest(boundary: Boundary, model: Model): string | undefined {
  const asked = continuingRequest(boundary, model);
  if (asked === undefined) return undefined;
  const { input, thread } = asked;
  const run = model.runs.at(thread.runs.at(-1) ?? -1);
  const isPartial = run?.requestNote?.isFull === false;
  const isKnown = (id: string) => isPartial && callOfThread(model, thread, id) !== undefined;
  return describeFault(orderFault(objectsIn(input['messages']), isKnown));
}

export const messageOrder: Rule = {
  id: 'message-order',
  severity: 'warning',
  summary: 'A tool message does not directly follow the call it answers.',
  spec: 'https://docs.ag-ui.com/concepts/messages#tool-results',
  impact: 'Model providers reject such a conversation with HTTP 400.',
  fix: 'Keep the assistant message with the call, and put all of its tool messages directly after it.',
  types: ['MESSAGES_SNAPSHOT'],
  before: ({ event }) => describeFault(orderFault(objectsIn(event?.['messages']))),
  boundary: faultOfRequest,
};
