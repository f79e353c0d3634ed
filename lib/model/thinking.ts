// THINKING_* of AG-UI 0.0.x → REASONING_*, as the stock client 1.0 translates them. The old events have no ids;
// where the client invents random ones, these come from the event's place, so that a replay gives the same.
import type { ThinkingTypeName } from '@/lib/agui/events';
import type { JsonObject } from '@/lib/agui/json';
import type { StreamNode } from '@/lib/model/nodes';
import type { Draft } from '@/lib/values/owner';

/** The event in 1.0 spelling. */
export function translateThinking(
  node: Pick<Draft<StreamNode>, 'thinkingSpan' | 'thinkingMessage'>,
  type: ThinkingTypeName,
  { event, seq }: { readonly event: JsonObject; readonly seq: number },
): JsonObject {
  const minted = `thinking-${seq}`;
  switch (type) {
    case 'THINKING_START': {
      node.thinkingSpan = minted;
      return { ...event, type: 'REASONING_START', messageId: minted };
    }
    case 'THINKING_END': {
      const messageId = node.thinkingSpan ?? minted;
      node.thinkingSpan = undefined;
      return { ...event, type: 'REASONING_END', messageId };
    }
    case 'THINKING_TEXT_MESSAGE_START':
      node.thinkingMessage = minted;
      return { ...event, type: 'REASONING_MESSAGE_START', messageId: minted, role: 'reasoning' };
    case 'THINKING_TEXT_MESSAGE_CONTENT':
      return { ...event, type: 'REASONING_MESSAGE_CONTENT', messageId: node.thinkingMessage ?? minted };
    case 'THINKING_TEXT_MESSAGE_END': {
      const messageId = node.thinkingMessage ?? minted;
      node.thinkingMessage = undefined;
      return { ...event, type: 'REASONING_MESSAGE_END', messageId };
    }
  }
}
