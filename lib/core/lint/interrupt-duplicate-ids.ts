import { isJsonObject } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';

export const interruptDuplicateIds: Rule = {
  id: 'interrupt-duplicate-ids',
  severity: 'warning',
  severityIn: { spec: 'error' },
  summary: 'Two interrupts have the same id, so an answer cannot tell which one is meant.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#the-interrupt-type',
  impact: 'An answer reaches both interrupts or the wrong one.',
  fix: 'Give every interrupt of a run its own id.',
  types: ['RUN_FINISHED'],
  before({ event }) {
    const outcome = event?.['outcome'];
    const interrupts = isJsonObject(outcome) ? outcome['interrupts'] : undefined;
    if (!Array.isArray(interrupts)) return undefined;
    const ids = interrupts.map((item) => (isJsonObject(item) ? item['id'] : undefined));
    const seen = new Set<unknown>();
    const twice = ids.find((id) => typeof id === 'string' && seen.size === seen.add(id).size);
    return twice === undefined
      ? undefined
      : `Two interrupts have the id '${String(twice)}', so an answer cannot tell which one is meant.`;
  },
};
