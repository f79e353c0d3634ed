// An encrypted value for something that does not exist: the stock client ignores it without a word.
import type { Rule } from '@/lib/lint/types';
import { callIn, messageIn } from '@/lib/model/queries/lookup';

/** REASONING_ENCRYPTED_VALUE for an unknown entity. */
export const encryptedOrphan: Rule = {
  id: 'encrypted-orphan',
  severity: 'warning',
  needsHistory: true,
  summary: 'An encrypted value names a message or call that does not exist; it is lost.',
  spec: 'https://docs.ag-ui.com/concepts/events#reasoningencryptedvalue',
  impact: 'The value is lost without a word, and the next request does not carry it.',
  fix: 'Name the id of a message or call that was sent before, with the matching subtype.',
  types: ['REASONING_ENCRYPTED_VALUE'],
  before({ type, event, stream }, model) {
    const id = event?.['entityId'];
    if (type !== 'REASONING_ENCRYPTED_VALUE' || typeof id !== 'string') return undefined;
    const isCall = event?.['subtype'] === 'tool-call';
    if ((isCall ? callIn(model, stream, id) : messageIn(model, stream, id)) !== undefined) return undefined;
    return `There is no ${isCall ? 'tool call' : 'message'} '${id}'; the stock client ignores the value, and it is lost.`;
  },
};
