import { effectOf } from '@/lib/core/lint/snapshot';
import type { Rule } from '@/lib/core/lint/types';

export const snapshotReorders: Rule = {
  id: 'snapshot-reorders',
  severity: 'info',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A snapshot has the messages in a different order than the app.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'The stock client keeps its own order: app and agent have different conversations.',
  fix: 'Keep the order in which the messages were streamed.',
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const moved = effectOf(logged, model)?.moved;
    if (moved === undefined) return undefined;
    return `Message '${moved.message.id}' has a different position in the snapshot; the stock client keeps its own order.`;
  },
};
