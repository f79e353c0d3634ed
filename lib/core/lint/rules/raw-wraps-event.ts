import { isEventType } from '@/lib/core/agui/events';
import { isJsonObject } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';

export const rawWrapsEvent: Rule = {
  id: 'raw-wraps-event',
  severity: 'info',
  isReportedOnce: true,
  summary: 'A RAW event contains a protocol event.',
  spec: 'https://docs.ag-ui.com/concepts/events#raw',
  impact: 'The event inside has no effect: the stock client does not look into RAW.',
  fix: 'Send the event itself if it is meant for the app.',
  aliases: ['AGUI901'],
  types: ['RAW'],
  before({ event }) {
    const inner = event?.['event'];
    const name = isJsonObject(inner) ? inner['type'] : undefined;
    if (typeof name !== 'string' || !isEventType(name)) return undefined;
    return `This RAW event contains a ${name}, which has no effect there.`;
  },
};
