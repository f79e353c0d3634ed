import type { Rule } from '@/lib/core/lint/types';
import { asJson } from '@/lib/core/model/nodes';
import { messageIn } from '@/lib/core/model/queries/lookup';

function lost(content: unknown): string {
  if (typeof content !== 'string' || content === '') return 'its content is';
  const start = content.length > 40 ? `${content.slice(0, 40)}…` : content;
  return `its text "${start}" is`;
}

export const activityReplacesMessage: Rule = {
  id: 'activity-replaces-message',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'ACTIVITY_SNAPSHOT has the id of another message and replaces it.',
  spec: 'https://docs.ag-ui.com/concepts/events#activitysnapshot',
  impact: 'The message and its text disappear from the conversation.',
  fix: 'Give each activity its own id, or send replace: false.',
  types: ['ACTIVITY_SNAPSHOT'],
  before({ event, stream }, model) {
    const id = event?.['messageId'];
    if (typeof id !== 'string' || event?.['replace'] === false) return undefined;
    const entry = messageIn(model, stream, id);
    if (entry === undefined || entry.message.role === 'activity') return undefined;
    return {
      message: `The activity replaces ${entry.message.role} message '${id}' (event ${entry.firstSeq}): ${lost(asJson(entry.message)['content'])} lost.`,
      related: [entry.firstSeq, entry.lastSeq],
    };
  },
};
