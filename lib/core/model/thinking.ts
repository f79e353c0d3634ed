// Translates THINKING_* of AG-UI 0.0.x into REASONING_*, like client 1.0. The old events have no ids. Where the
// client makes up random ones, these derive from the event's seq, so that a replay yields the same.
import type { EventTypeName, ThinkingTypeName } from '@/lib/core/agui/events';
import type { JsonObject } from '@/lib/core/json/json';
import type { Draft } from '@/lib/core/json/owner';
import type { StreamNode } from '@/lib/core/model/nodes';

type Translated = JsonObject & { readonly type: EventTypeName };

export function translateThinking(
  node: Pick<Draft<StreamNode>, 'thinkingSpan' | 'thinkingMessage'>,
  type: ThinkingTypeName,
  { event, seq }: { readonly event: JsonObject; readonly seq: number },
): Translated {
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
