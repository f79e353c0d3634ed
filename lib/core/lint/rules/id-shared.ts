import type { Rule } from '@/lib/core/lint/types';
import { messageIn } from '@/lib/core/model/queries/lookup';

const ROLES: Readonly<Record<string, string | undefined>> = {
  TEXT_MESSAGE_START: 'assistant',
  REASONING_MESSAGE_START: 'reasoning',
};

export const idShared: Rule = {
  id: 'id-shared',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A message starts with the id of a message that has another role.',
  spec: 'https://docs.ag-ui.com/concepts/messages#message-structure',
  impact: 'Both texts end up in one message, with the role of the first.',
  fix: 'Give each message its own id, across all roles.',
  types: Object.keys(ROLES),
  before({ type, event, stream }, model) {
    const id = event?.['messageId'];
    const role = ROLES[type];
    if (role === undefined || typeof id !== 'string') return undefined;
    const entry = messageIn(model, stream, id);
    const there = entry?.message.role;
    // The client warns about activities, which the rule for its warnings reports.
    if (entry === undefined || there === undefined || there === 'activity') return undefined;
    const wanted = typeof event?.['role'] === 'string' ? event['role'] : role;
    if (there === wanted) return undefined;
    const message = `Message '${id}' already has the role ${there}; the text of this ${wanted} message is appended to it.`;
    return { message, related: [entry.firstSeq] };
  },
};
