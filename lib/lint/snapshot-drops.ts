// A MESSAGES_SNAPSHOT that lacks existing messages.
import { named } from '@/lib/lint/requests';
import { effectOf } from '@/lib/lint/snapshot';
import type { Rule } from '@/lib/lint/types';

/** Messages that a snapshot removes. */
export const snapshotDrops: Rule = {
  id: 'snapshot-drops',
  severity: 'warning',
  needsHistory: true,
  summary: 'A snapshot drops existing messages.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'The messages disappear from the conversation.',
  fix: 'Include every message that should stay in the snapshot, even those of the user and of the current run.',
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const dropped = effectOf(logged, model)?.dropped ?? [];
    if (dropped.length === 0) return undefined;
    const ids = dropped.map(({ message }) => message.id);
    const what = ids.length === 1 ? 'message' : `${ids.length} messages:`;
    return {
      message: `The snapshot drops ${what} ${named(ids)}.`,
      related: dropped.map(({ via, firstSeq }) => (via === 'request' ? undefined : firstSeq)),
    };
  },
};
