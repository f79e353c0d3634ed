// REASONING_ENCRYPTED_VALUE: an opaque value for a message or a tool call. Unknown entities are ignored.
import type { EventOf } from '@/lib/core/agui/events';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { editCallIn, editMessage, findCall, findMessage } from '@/lib/core/model/conversation';

export function encrypt(context: ReducerContext, event: EventOf<'REASONING_ENCRYPTED_VALUE'>): void {
  const { model, seq } = context;
  const { subtype, entityId, encryptedValue } = event;
  const type = 'encryptedValueType' in event ? event.encryptedValueType : undefined;
  // `type` is part of 1.1, not of the types of 1.0.
  const value = { encryptedValue, ...(typeof type === 'string' && { encryptedValueType: type }) };
  const thread = threadOf(context);
  if (subtype === 'tool-call') {
    const found = findCall(thread, entityId);
    if (found?.node.message.role !== 'assistant') return;
    const call = editCallIn(editMessage(thread, found, seq, model.owner).message, found.call, model.owner);
    if (call !== undefined) Object.assign(call, value);
    return;
  }
  const found = findMessage(thread, entityId);
  if (found === undefined) return;
  const { message } = editMessage(thread, found, seq, model.owner);
  if (message.role !== 'activity') Object.assign(message, value);
}
