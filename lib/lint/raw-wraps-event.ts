// A RAW event that holds an event of the protocol.
import { isEventType } from '@/lib/agui/events';
import { isJsonObject } from '@/lib/agui/json';
import type { Rule } from '@/lib/lint/types';

/** RAW around a typed event; said once of a stream. */
export const rawWrapsEvent: Rule = {
  id: 'raw-wraps-event',
  severity: 'info',
  isSaidOnce: true,
  summary: 'A RAW event holds an event of the protocol.',
  spec: 'https://docs.ag-ui.com/concepts/events#raw',
  impact: 'The event inside has no effect: the stock client does not look into RAW.',
  fix: 'Send the event itself, if it is meant for the app.',
  aliases: ['AGUI901'],
  types: ['RAW'],
  before({ type, event }) {
    const inner = event?.['event'];
    const name = type === 'RAW' && isJsonObject(inner) ? inner['type'] : undefined;
    if (typeof name !== 'string' || !isEventType(name)) return undefined;
    return `This RAW holds a ${name}, which has no effect in it.`;
  },
};
