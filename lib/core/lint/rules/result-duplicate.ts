import type { Rule } from '@/lib/core/lint/types';
import { callIn } from '@/lib/core/model/queries/lookup';

export const resultDuplicate: Rule = {
  id: 'result-duplicate',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call has two results; both stay in the conversation.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'One call has two tool messages; model providers reject such a conversation.',
  fix: 'Send one result per call.',
  types: ['TOOL_CALL_RESULT'],
  before({ event, stream }, model) {
    const id = event?.['toolCallId'];
    if (typeof id !== 'string') return undefined;
    const call = callIn(model, stream, id);
    if (call?.status !== 'answered') return undefined;
    const answer = call.resultSeq === undefined ? 'in a message' : `event ${call.resultSeq}`;
    return {
      message: `Call '${id}' of '${call.name}' already has a result (${answer}); both stay in the conversation.`,
      related: [call.startSeq, call.resultSeq],
    };
  },
};
