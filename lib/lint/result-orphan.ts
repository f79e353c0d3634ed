// A result for a call that does not exist.
import type { Rule } from '@/lib/lint/types';
import { callIn } from '@/lib/model/queries/lookup';

/** TOOL_CALL_RESULT for an unknown call. */
export const resultOrphan: Rule = {
  id: 'result-orphan',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool result refers to a call that does not exist.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'A tool message without a call is appended to the conversation; model providers reject it.',
  fix: 'Send TOOL_CALL_START for the call first, and use the same toolCallId for the result.',
  aliases: ['AGUI207'],
  types: ['TOOL_CALL_RESULT'],
  before({ event, stream }, model) {
    const id = event?.['toolCallId'];
    if (typeof id !== 'string') return undefined;
    if (callIn(model, stream, id) !== undefined) return undefined;
    return `The result is for call '${id}', which does not exist; the app gets a tool message without a call.`;
  },
};
