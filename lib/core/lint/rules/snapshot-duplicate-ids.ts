import { objectsIn } from '@/lib/core/json/json';
import { firstRepeatedId } from '@/lib/core/json/repeated';
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
    const twice = firstRepeatedId(objectsIn(event?.['messages']));
    if (twice === undefined) return undefined;
    return `Two messages of the snapshot have the id '${twice}'; later deltas reach only the first.`;
  },
};
