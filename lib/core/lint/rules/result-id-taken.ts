import type { Rule } from '@/lib/core/lint/types';
import { messageIn } from '@/lib/core/model/queries/lookup';

export const resultIdTaken: Rule = {
  id: 'result-id-taken',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A tool result has the messageId of another message.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallresult',
  impact: 'Two messages share an id: the UI shows only one of them, or fails on the duplicate key.',
  fix: 'Give each result its own messageId.',
  types: ['TOOL_CALL_RESULT'],
  before({ event, stream }, model) {
    const id = event?.['messageId'];
    if (typeof id !== 'string') return undefined;
    const entry = messageIn(model, stream, id);
    if (entry === undefined) return undefined;
    const { message } = entry;
    const call = message.role === 'tool' ? message.toolCallId : undefined;
    // Another rule reports a repeated result.
    if (call !== undefined && call === event?.['toolCallId']) return undefined;
    const what = call === undefined ? `${message.role} message` : `result of call '${call}'`;
    return {
      message: `The result has the id '${id}', which the ${what} (event ${entry.firstSeq}) already has: there are now two messages with one id.`,
      related: [entry.firstSeq],
    };
  },
};
