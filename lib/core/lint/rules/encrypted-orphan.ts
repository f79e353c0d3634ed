import type { Rule } from '@/lib/core/lint/types';
import { callIn, messageIn } from '@/lib/core/model/queries/lookup';

export const encryptedOrphan: Rule = {
  id: 'encrypted-orphan',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'An encrypted value refers to a message or call that does not exist; the value is lost.',
  spec: 'https://docs.ag-ui.com/concepts/events#reasoningencryptedvalue',
  impact: 'The value is lost without a warning; the next request does not include it.',
  fix: 'Use the id of a message or call that was sent before, with the matching subtype.',
  types: ['REASONING_ENCRYPTED_VALUE'],
  before({ event, stream }, model) {
    const id = event?.['entityId'];
    if (typeof id !== 'string') return undefined;
    const isCall = event?.['subtype'] === 'tool-call';
    if ((isCall ? callIn(model, stream, id) : messageIn(model, stream, id)) !== undefined) return undefined;
    return `There is no ${isCall ? 'tool call' : 'message'} '${id}'; the stock client ignores the value, so it is lost.`;
  },
};
