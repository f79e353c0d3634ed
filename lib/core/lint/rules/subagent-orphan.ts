import type { Rule } from '@/lib/core/lint/types';
import { callIn, messageIn } from '@/lib/core/model/queries/lookup';

export const subagentOrphan: Rule = {
  id: 'subagent-orphan',
  severity: 'info',
  severityIn: { spec: 'warning' },
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A subagent names a parent call or message that does not exist.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'The app cannot show what started the subagent.',
  fix: 'Send the call or message first, or omit the parent.',
  types: ['SUBAGENT_STARTED'],
  before({ event, stream }, model) {
    const call = event?.['parentToolCallId'];
    const message = event?.['parentMessageId'];
    if (typeof call === 'string' && callIn(model, stream, call) === undefined)
      return `The subagent names tool call '${call}' as its parent, but there is no such call.`;
    if (typeof message === 'string' && messageIn(model, stream, message) === undefined)
      return `The subagent names message '${message}' as its parent, but there is no such message.`;
    return undefined;
  },
};
