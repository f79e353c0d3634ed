import type { Rule } from '@/lib/core/lint/types';

/** Nulls removed by the compatibility boundary of client 1.0. */
const REPAIRED: ReadonlySet<string> = new Set(['rawEvent', 'result', 'outcome', 'parentMessageId']);

export const nulls: Rule = {
  id: 'nulls',
  severity: 'info',
  isOfClient: 'effect',
  summary: 'Event fields are null instead of absent.',
  spec: 'https://docs.ag-ui.com/concepts/events#base-event-properties',
  impact: 'Client 1.0 repairs rawEvent, result, outcome and parentMessageId, and stops at any other null.',
  fix: 'Omit fields without a value (exclude_none, omitempty, JsonIgnore when null).',
  aliases: ['AGUI504'],
  boundary(boundary, _model, { timing }) {
    if (boundary.kind !== 'close' || timing?.nulls === undefined) return undefined;
    const fields = Object.entries(timing.nulls).sort(([, a], [, b]) => b - a);
    const parts = fields.slice(0, 10).map(([name, count]) => {
      const how = REPAIRED.has(name) ? 'repaired' : 'fatal';
      return `${name} in ${count} ${count === 1 ? 'event' : 'events'} (${how} in 1.0)`;
    });
    return `Null instead of absent: ${parts.join(', ')}.`;
  },
};
