// A result for a call that nobody has made.
import type { Rule } from '@/lib/lint/types';
import { callIn } from '@/lib/model/queries/lookup';

/** TOOL_CALL_RESULT for an unknown call. */
export const resultOrphan: Rule = {
  id: 'result-orphan',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool result names a call that does not exist.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'A tool message that answers nothing is appended to the conversation; model providers refuse it.',
  fix: 'Send TOOL_CALL_START for the call first, and the result with the same toolCallId.',
  aliases: ['AGUI207'],
  types: ['TOOL_CALL_RESULT'],
  before({ type, event, stream }, model) {
    const id = event?.['toolCallId'];
    if (type !== 'TOOL_CALL_RESULT' || typeof id !== 'string') return undefined;
    if (callIn(model, stream, id) !== undefined) return undefined;
    return `The result is for call '${id}', which nobody has made; the app gets a tool message that answers nothing.`;
  },
};
