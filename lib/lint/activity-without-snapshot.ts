// A change of an activity that does not exist: the stock client ignores it without a word.
import type { Rule } from '@/lib/lint/types';
import { messageIn } from '@/lib/model/queries/lookup';

/** ACTIVITY_DELTA before its ACTIVITY_SNAPSHOT. */
export const activityWithoutSnapshot: Rule = {
  id: 'activity-without-snapshot',
  severity: 'warning',
  needsHistory: true,
  summary: 'An activity is changed before it was there; the app never sees the change.',
  spec: 'https://docs.ag-ui.com/concepts/events#activitydelta',
  impact: 'The change is lost without a word: the activity stays away or as it was.',
  fix: 'Send ACTIVITY_SNAPSHOT with the same messageId first.',
  types: ['ACTIVITY_DELTA'],
  before({ type, event, stream }, model) {
    const id = event?.['messageId'];
    if (type !== 'ACTIVITY_DELTA' || typeof id !== 'string') return undefined;
    if (messageIn(model, stream, id) !== undefined) return undefined;
    return `There is no activity '${id}' yet; the stock client ignores this change without a word.`;
  },
};
