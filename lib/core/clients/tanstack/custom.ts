// The CUSTOM events that TanStack AI's client acts upon itself: structured output, approval, widgets.

import { changeParts, memoryOf } from '@/lib/core/clients/tanstack/chat';
import {
  activeAssistant,
  askApproval,
  ensureAssistant,
  type HandlerOutcome,
  type Incoming,
} from '@/lib/core/clients/tanstack/streaming';
import { withStructured } from '@/lib/core/clients/tanstack/ui-message';
import { isJsonObject, stringIn, textOf } from '@/lib/core/json/json';

function completeStructured(incoming: Incoming, id: string): void {
  const { value } = incoming.event;
  if (!isJsonObject(value)) return;
  const sent = typeof value['raw'] === 'string' ? value['raw'] : '';
  changeParts(incoming.chat, id, incoming.seq, (parts) => {
    const known = parts.find((part) => part.type === 'structured-output');
    const raw = sent || (known?.raw ?? '') || (textOf(value['object']) ?? '');
    return withStructured(parts, { type: 'structured-output', status: 'complete', raw });
  });
  memoryOf(incoming.chat).structured.delete(id);
}

export function takeCustom(incoming: Incoming): HandlerOutcome {
  const { chat, event, seq } = incoming;
  const { name, value } = event;
  // It ignores values that count as false.
  if (!value) return undefined;
  const active = activeAssistant(chat);
  const callId = stringIn(value, 'toolCallId');
  const owner = callId === undefined ? undefined : chat.memory.callOwners.get(callId);
  if (name === 'structured-output.start') {
    const { id } = ensureAssistant(incoming, stringIn(value, 'messageId') ?? active);
    memoryOf(chat).structured.add(id);
  } else if (name === 'structured-output.complete') {
    completeStructured(incoming, ensureAssistant(incoming, stringIn(value, 'messageId') ?? active).id);
  } else if (name === 'approval-requested') {
    const id = active ?? owner;
    const approval = isJsonObject(value) ? value['approval'] : undefined;
    if (approval === undefined || approval === null) return 'throws';
    if (id !== undefined && callId !== undefined) askApproval({ chat, seq }, id, callId);
  } else if (name === 'ui-resource') {
    const id = owner ?? active;
    if (id !== undefined) changeParts(chat, id, seq, (parts) => [...parts, { type: 'unsent' }]);
  }
  return undefined;
}
