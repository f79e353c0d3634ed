import { isJsonObject } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';

export const snapshotDuplicateIds: Rule = {
  id: 'snapshot-duplicate-ids',
  severity: 'warning',
  isOfClient: 'effect',
  summary: 'Two messages of a snapshot have the same id; later deltas reach only the first.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'Both messages are shown; later deltas reach only the first.',
  fix: 'Give every message of a snapshot its own id.',
  types: ['MESSAGES_SNAPSHOT'],
  before({ event }) {
    const messages = event?.['messages'];
    if (!Array.isArray(messages)) return undefined;
    const seen = new Set<unknown>();
    for (const message of messages) {
      const id = isJsonObject(message) ? message['id'] : undefined;
      if (seen.has(id))
        return `Two messages of the snapshot have the id '${String(id)}'; later deltas reach only the first.`;
      if (typeof id === 'string') seen.add(id);
    }
    return undefined;
  },
};
