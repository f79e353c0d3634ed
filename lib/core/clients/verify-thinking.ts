// THINKING_* in client 0.0.59, which verifies them as they are; 1.0 translates them beforehand.
import type { Violation } from '@/lib/core/clients/verdict';
import type { VerifyCheck } from '@/lib/core/clients/verify-entities';

function wrong(text: string): Violation {
  return { check: 'thinking-order', text };
}

export const THINKING_CHECKS: readonly (readonly [type: string, check: VerifyCheck])[] = [
  [
    'THINKING_START',
    (node) => {
      if (node.isThinking) {
        return wrong(
          "Cannot send 'THINKING_START' event: A thinking step is already in progress. End it with 'THINKING_END' first.",
        );
      }
      node.isThinking = true;
      return undefined;
    },
  ],
  [
    'THINKING_END',
    (node) => {
      if (!node.isThinking) {
        return wrong(
          "Cannot send 'THINKING_END' event: No active thinking step found. A 'THINKING_START' event must be sent first.",
        );
      }
      node.isThinking = false;
      return undefined;
    },
  ],
  [
    'THINKING_TEXT_MESSAGE_START',
    (node) => {
      if (!node.isThinking) {
        return wrong(
          "Cannot send 'THINKING_TEXT_MESSAGE_START' event: A thinking step is not in progress. Create one with 'THINKING_START' first.",
        );
      }
      if (node.isThinkingMessage) {
        return wrong(
          "Cannot send 'THINKING_TEXT_MESSAGE_START' event: A thinking message is already in progress. Complete it with 'THINKING_TEXT_MESSAGE_END' first.",
        );
      }
      node.isThinkingMessage = true;
      return undefined;
    },
  ],
  [
    'THINKING_TEXT_MESSAGE_CONTENT',
    (node) =>
      node.isThinkingMessage
        ? undefined
        : wrong(
            "Cannot send 'THINKING_TEXT_MESSAGE_CONTENT' event: No active thinking message found. Start a message with 'THINKING_TEXT_MESSAGE_START' first.",
          ),
  ],
  [
    'THINKING_TEXT_MESSAGE_END',
    (node) => {
      if (!node.isThinkingMessage) {
        return wrong(
          "Cannot send 'THINKING_TEXT_MESSAGE_END' event: No active thinking message found. A 'THINKING_TEXT_MESSAGE_START' event must be sent first.",
        );
      }
      node.isThinkingMessage = false;
      return undefined;
    },
  ],
];
