import { quotedIds } from '@/lib/core/lint/continuing-request';
import { effectOf } from '@/lib/core/lint/snapshot';
import type { Rule } from '@/lib/core/lint/types';
import type { MessageEntry } from '@/lib/core/model/types';

function describeLost(lost: readonly MessageEntry[]): string {
  const roles = [...new Set(lost.map(({ message }) => message.role))].sort();
  const noun = roles.join(' and ');
  return lost.length === 1 ? `the ${noun} message` : `${lost.length} ${noun} messages:`;
}

export const snapshotDropsExtras: Rule = {
  id: 'snapshot-drops-extras',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A snapshot that holds some activities or reasoning drops the others.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'Activities or reasoning that the app was showing disappear from the conversation.',
  fix: "Include all activities and reasoning in the snapshot, or none: the client keeps what a snapshot does not mention. To drop activities on purpose, name their types in metadata['@ag-ui/client'].authoritativeActivityTypes.",
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const { lostExtras: lost = [], isRewritten } = effectOf(logged, model) ?? {};
    if (lost.length === 0) return undefined;
    const ids = lost.map(({ message }) => message.id);
    return {
      message: `The snapshot drops ${describeLost(lost)} ${quotedIds(ids)}: the client keeps such messages only if a snapshot has none of their kind.`,
      ...(isRewritten && { severity: 'info' }),
      related: lost.map(({ via, firstSeq }) => (via === 'request' ? undefined : firstSeq)),
    };
  },
};
