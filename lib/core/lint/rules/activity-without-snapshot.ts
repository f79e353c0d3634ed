import type { Rule } from '@/lib/core/lint/types';
import { messageIn } from '@/lib/core/model/queries/lookup';

export const activityWithoutSnapshot: Rule = {
  id: 'activity-without-snapshot',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'ACTIVITY_DELTA arrives before its ACTIVITY_SNAPSHOT.',
  spec: 'https://docs.ag-ui.com/concepts/events#activitydelta',
  impact: 'The change is lost without a warning; the activity does not appear.',
  fix: 'Send ACTIVITY_SNAPSHOT with the same messageId first.',
  types: ['ACTIVITY_DELTA'],
  before({ event, stream }, model) {
    const id = event?.['messageId'];
    if (typeof id !== 'string') return undefined;
    if (messageIn(model, stream, id) !== undefined) return undefined;
    return `Activity '${id}' does not exist yet; the stock client silently ignores this change.`;
  },
};
