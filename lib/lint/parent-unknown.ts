// A tool call whose parent is no assistant message.
import type { Rule } from '@/lib/lint/types';
import { messageIn } from '@/lib/model/queries/lookup';

/** parentMessageId that names no assistant message. */
export const parentUnknown: Rule = {
  id: 'parent-unknown',
  severity: 'info',
  needsHistory: true,
  summary: 'A tool call names a parent message that does not exist or is no assistant message.',
  spec: 'https://docs.ag-ui.com/concepts/events#toolcallstart',
  impact: 'The call stands in an assistant message of its own, without text.',
  fix: 'Send the parent message first, or leave parentMessageId out.',
  aliases: ['AGUI208'],
  types: ['TOOL_CALL_START'],
  before({ type, event, stream }, model) {
    const id = event?.['parentMessageId'];
    if (type !== 'TOOL_CALL_START' || typeof id !== 'string' || id === '') return undefined;
    const parent = messageIn(model, stream, id);
    if (parent?.message.role === 'assistant') return undefined;
    const message =
      parent === undefined
        ? `No message has the id '${id}'; the stock client makes an assistant message of that id without text.`
        : `Message '${id}' is a ${parent.message.role} message; the stock client makes a new assistant message for the call.`;
    return { message, related: [parent?.firstSeq] };
  },
};
