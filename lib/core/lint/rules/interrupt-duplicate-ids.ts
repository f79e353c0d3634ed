import { objectsIn } from '@/lib/core/json/json';
import { memberOf } from '@/lib/core/json/pointer';
import { firstRepeatedId } from '@/lib/core/json/repeated';
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
    const twice = firstRepeatedId(objectsIn(memberOf(event?.['outcome'], 'interrupts')));
    if (twice === undefined) return undefined;
    return `Two interrupts have the id '${twice}', so an answer cannot tell which one is meant.`;
  },
};
