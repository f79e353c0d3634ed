import type { Rule } from '@/lib/core/lint/types';
import { callIn } from '@/lib/core/model/queries/lookup';

export const resultBeforeEnd: Rule = {
  id: 'result-before-end',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool result arrives before its call has ended.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'The result appears while the call still seems to be streaming.',
  fix: 'Send TOOL_CALL_END before TOOL_CALL_RESULT.',
  aliases: ['AGUI206'],
  // Checked after the event: a result ends a call made of chunks.
  types: ['TOOL_CALL_RESULT'],
  after({ event, stream }, model) {
    const id = event?.['toolCallId'];
    if (typeof id !== 'string') return undefined;
    const call = callIn(model, stream, id);
    if (call === undefined || call.endSeq !== undefined || call.argSeqs.length === 0) return undefined;
    return {
      message: `The result of '${call.name}' arrives while its arguments are still streaming: TOOL_CALL_END is missing.`,
      related: [call.startSeq, call.argSeqs.at(-1)],
    };
  },
};
