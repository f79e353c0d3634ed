// A text message that is started again after its end: the text is put behind the old one.
import type { Rule } from '@/lib/lint/types';
import { messageIn } from '@/lib/model/queries/lookup';

/** TEXT_MESSAGE_START under the id of a message that has a text. */
export const messageReopened: Rule = {
  id: 'message-reopened',
  severity: 'info',
  needsHistory: true,
  summary: 'A text message is started again after its end; new text is appended to the old one.',
  spec: 'https://docs.ag-ui.com/concepts/events#textmessagestart',
  impact: 'Both texts stand in one message.',
  fix: 'Give each message an id of its own; where a run is replayed, begin with MESSAGES_SNAPSHOT.',
  aliases: ['AGUI104'],
  types: ['TEXT_MESSAGE_START'],
  before({ type, event, stream }, model) {
    const id = event?.['messageId'];
    if (type !== 'TEXT_MESSAGE_START' || typeof id !== 'string') return undefined;
    const entry = messageIn(model, stream, id);
    if (entry === undefined || entry.open || entry.message.role === 'activity') return undefined;
    const wanted = typeof event?.['role'] === 'string' ? event['role'] : 'assistant';
    const content = (entry.message as { content?: unknown }).content;
    // Another role is reported by a rule of its own.
    if (entry.message.role !== wanted || typeof content !== 'string' || content === '') return undefined;
    return {
      message: `Message '${id}' has a text of ${content.length} characters already; what follows is appended to it.`,
      related: [entry.firstSeq, entry.lastSeq],
    };
  },
};
