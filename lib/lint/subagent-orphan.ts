// A subagent that was started by a call or message that does not exist.
import type { Rule } from '@/lib/lint/types';
import { callIn, messageIn } from '@/lib/model/queries/lookup';

/** SUBAGENT_STARTED whose parentToolCallId or parentMessageId names nothing. */
export const subagentOrphan: Rule = {
  id: 'subagent-orphan',
  severity: 'info',
  severityIn: { spec: 'warning' },
  needsHistory: true,
  summary: 'A subagent names a parent call or message that does not exist.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'The app cannot show where the subagent was started.',
  fix: 'Send the call or message first, or leave the parent out.',
  types: ['SUBAGENT_STARTED'],
  before({ type, event, stream }, model) {
    if (type !== 'SUBAGENT_STARTED') return undefined;
    const call = event?.['parentToolCallId'];
    const message = event?.['parentMessageId'];
    if (typeof call === 'string' && callIn(model, stream, call) === undefined)
      return `The subagent names tool call '${call}' as its parent, which nobody has made.`;
    if (typeof message === 'string' && messageIn(model, stream, message) === undefined)
      return `The subagent names message '${message}' as its parent, which does not exist.`;
    return undefined;
  },
};
