// A MESSAGES_SNAPSHOT with messages that were there under another id.
import { effectOf } from '@/lib/lint/snapshot';
import type { Rule } from '@/lib/lint/types';

/** Messages that a snapshot gives new ids. */
export const snapshotRenames: Rule = {
  id: 'snapshot-renames',
  severity: 'warning',
  needsHistory: true,
  summary: 'A snapshot has a message again, under another id.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'The app removes the message and adds it again: it flickers, and what belongs to its id is lost.',
  fix: 'Keep the ids that were streamed, and those of the messages in the request.',
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const renamed = effectOf(logged, model)?.renamed ?? [];
    const [first] = renamed;
    if (first === undefined) return undefined;
    const rest = renamed.length === 1 ? '' : ` ${renamed.length - 1} more have new ids, too.`;
    const { message } = first.from;
    return {
      message: `The ${message.role} message '${message.id}' comes back as '${first.to}', with the same content.${rest}`,
      related: renamed.map(({ from }) => (from.via === 'request' ? undefined : from.firstSeq)),
    };
  },
};
