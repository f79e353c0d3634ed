import type { Rule } from '@/lib/core/lint/types';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn } from '@/lib/core/model/queries/lookup';

export const messageReopened: Rule = {
  id: 'message-reopened',
  severity: 'info',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A text message is started again after its end; new text is appended to the old text.',
  spec: 'https://docs.ag-ui.com/concepts/events#textmessagestart',
  impact: 'Both texts end up in one message.',
  fix: 'Give each message its own id; when replaying a run, begin with MESSAGES_SNAPSHOT.',
  aliases: ['AGUI104'],
  types: ['TEXT_MESSAGE_START'],
  before({ event, stream }, model) {
    const id = event?.['messageId'];
    if (typeof id !== 'string') return undefined;
    const entry = messageIn(model, stream, id);
    if (entry === undefined || entry.open || entry.message.role === 'activity') return undefined;
    const wanted = typeof event?.['role'] === 'string' ? event['role'] : 'assistant';
    const content = asJson(entry.message)['content'];
    // Another rule reports a different role.
    if (entry.message.role !== wanted || typeof content !== 'string' || content === '') return undefined;
    return {
      message: `Message '${id}' already has a text of ${content.length} characters; new text is appended to it.`,
      related: [entry.firstSeq, entry.lastSeq],
    };
  },
};
