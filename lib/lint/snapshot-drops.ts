// A MESSAGES_SNAPSHOT without messages that were there.
import { named } from '@/lib/lint/requests';
import { effectOf } from '@/lib/lint/snapshot';
import type { Rule } from '@/lib/lint/types';

/** Messages that a snapshot takes away. */
export const snapshotDrops: Rule = {
  id: 'snapshot-drops',
  severity: 'warning',
  needsHistory: true,
  summary: 'A snapshot leaves out messages that were there.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'The messages vanish from the conversation.',
  fix: 'Put every message into the snapshot that is to stay, also those of the user and of the running run.',
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const dropped = effectOf(logged, model)?.dropped ?? [];
    if (dropped.length === 0) return undefined;
    const ids = dropped.map(({ message }) => message.id);
    const what = ids.length === 1 ? 'message' : `${ids.length} messages`;
    return {
      message: `The snapshot takes away ${what} ${named(ids)}.`,
      related: dropped.map(({ via, firstSeq }) => (via === 'request' ? undefined : firstSeq)),
    };
  },
};
