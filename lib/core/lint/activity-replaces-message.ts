// An activity under the id of a message: the activity takes its place, and the text is gone.
import type { Rule } from '@/lib/core/lint/types';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn } from '@/lib/core/model/queries/lookup';

function lost(content: unknown): string {
  if (typeof content !== 'string' || content === '') return 'its content is';
  const start = content.length > 40 ? `${content.slice(0, 40)}…` : content;
  return `its text "${start}" is`;
}

/** ACTIVITY_SNAPSHOT with the messageId of a message that is no activity. */
export const activityReplacesMessage: Rule = {
  id: 'activity-replaces-message',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'ACTIVITY_SNAPSHOT has the id of a message that is no activity, and erases it.',
  spec: 'https://docs.ag-ui.com/concepts/events#activitysnapshot',
  impact: 'The message and its text disappear from the conversation; the activity is in its place.',
  fix: 'Give each activity an id of its own, or send replace: false.',
  types: ['ACTIVITY_SNAPSHOT'],
  before({ event, stream }, model) {
    const id = event?.['messageId'];
    if (typeof id !== 'string' || event?.['replace'] === false) return undefined;
    const entry = messageIn(model, stream, id);
    if (entry === undefined || entry.message.role === 'activity') return undefined;
    return {
      message: `The activity has the id '${id}' of the ${entry.message.role} message from event ${entry.firstSeq}: ${lost(asJson(entry.message)['content'])} erased.`,
      related: [entry.firstSeq, entry.lastSeq],
    };
  },
};
