import { effectOf } from '@/lib/core/lint/snapshot';
import type { Rule } from '@/lib/core/lint/types';

export const snapshotRenames: Rule = {
  id: 'snapshot-renames',
  severity: 'warning',
  needsHistory: true,
  summary: 'A snapshot repeats an existing message with a different id.',
  spec: 'https://docs.ag-ui.com/concepts/events#messagessnapshot',
  impact: 'The app removes and adds the message again: it flickers and loses what is attached to its id.',
  fix: "Keep the ids that were streamed and those of the request's messages.",
  types: ['MESSAGES_SNAPSHOT'],
  before(logged, model) {
    const renamed = effectOf(logged, model)?.renamed ?? [];
    const [first] = renamed;
    if (first === undefined) return undefined;
    const rest = renamed.length === 1 ? '' : ` ${renamed.length - 1} more also got new ids.`;
    const { message } = first.from;
    return {
      message: `The ${message.role} message '${message.id}' comes back as '${first.to}' with the same content.${rest}`,
      related: renamed.map(({ from }) => (from.via === 'request' ? undefined : from.firstSeq)),
    };
  },
};
