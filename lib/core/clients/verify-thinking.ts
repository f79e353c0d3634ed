// THINKING_* in client 0.0.59, which verifies them as they are; 1.0 translates them beforehand.
import type { VerifyCheck } from '@/lib/core/clients/verify-entities';

const NO_STEP = "A thinking step is not in progress. Create one with 'THINKING_START' first.";

/** The client's text if the step or message is open at its start, or is not open later. */
const TEXTS: Readonly<Record<string, string>> = {
  THINKING_START: "A thinking step is already in progress. End it with 'THINKING_END' first.",
  THINKING_END: "No active thinking step found. A 'THINKING_START' event must be sent first.",
  THINKING_TEXT_MESSAGE_START:
    "A thinking message is already in progress. Complete it with 'THINKING_TEXT_MESSAGE_END' first.",
  THINKING_TEXT_MESSAGE_CONTENT:
    "No active thinking message found. Start a message with 'THINKING_TEXT_MESSAGE_START' first.",
  THINKING_TEXT_MESSAGE_END:
    "No active thinking message found. A 'THINKING_TEXT_MESSAGE_START' event must be sent first.",
};

const ordersThinking: VerifyCheck = (node, event) => {
  const type = String(event['type']);
  const flag = type.startsWith('THINKING_TEXT_MESSAGE') ? 'isThinkingMessage' : 'isThinking';
  const isStart = type.endsWith('_START');
  const isOutside = type === 'THINKING_TEXT_MESSAGE_START' && !node.isThinking;
  if (isOutside || node[flag] === isStart) {
    const text = `Cannot send '${type}' event: ${isOutside ? NO_STEP : TEXTS[type]}`;
    return { check: 'thinking-order', text };
  }
  if (!type.endsWith('_CONTENT')) node[flag] = isStart;
  return undefined;
};

export const THINKING_CHECKS = Object.keys(TEXTS).map((type) => [type, ordersThinking] as const);
