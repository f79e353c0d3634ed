import type { Rule } from '@/lib/core/lint/types';
import { messageIn } from '@/lib/core/model/queries/lookup';

export const parentUnknown: Rule = {
  id: 'parent-unknown',
  severity: 'info',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A tool call names a parent message that does not exist or is not an assistant message.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallstart',
  impact: 'The call ends up in a separate assistant message without text.',
  fix: 'Send the parent message first, or omit parentMessageId.',
  aliases: ['AGUI208'],
  types: ['TOOL_CALL_START'],
  before({ event, stream }, model) {
    const id = event?.['parentMessageId'];
    if (typeof id !== 'string' || id === '') return undefined;
    const parent = messageIn(model, stream, id);
    if (parent?.message.role === 'assistant') return undefined;
    const message =
      parent === undefined
        ? `There is no message '${id}'; the stock client creates an assistant message with that id and no text.`
        : `Message '${id}' is a ${parent.message.role} message; the stock client creates a new assistant message for the call.`;
    return { message, related: [parent?.firstSeq] };
  },
};
