// A second result for the same call.
import type { Rule } from '@/lib/lint/types';
import { callIn } from '@/lib/model/queries/lookup';

/** TOOL_CALL_RESULT for a call that has one. */
export const resultDuplicate: Rule = {
  id: 'result-duplicate',
  severity: 'warning',
  needsHistory: true,
  summary: 'A tool call is answered twice; both answers stay in the conversation.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'Two tool messages answer one call; model providers refuse such a conversation.',
  fix: 'Send one result for each call.',
  types: ['TOOL_CALL_RESULT'],
  before({ type, event, stream }, model) {
    const id = event?.['toolCallId'];
    if (type !== 'TOOL_CALL_RESULT' || typeof id !== 'string') return undefined;
    const call = callIn(model, stream, id);
    if (call?.status !== 'answered') return undefined;
    const answer = call.resultSeq === undefined ? 'in a message' : `event ${call.resultSeq}`;
    return {
      message: `Call '${id}' of '${call.name}' has an answer already (${answer}); both stay in the conversation.`,
      related: [call.startSeq, call.resultSeq],
    };
  },
};
