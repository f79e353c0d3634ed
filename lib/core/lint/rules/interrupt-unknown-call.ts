import { objectsIn } from '@/lib/core/json/json';
import { memberOf } from '@/lib/core/json/pointer';
import type { Rule } from '@/lib/core/lint/types';
import { callIn } from '@/lib/core/model/queries/lookup';

export const interruptUnknownCall: Rule = {
  id: 'interrupt-unknown-call',
  severity: 'info',
  severityIn: { spec: 'warning' },
  needsHistory: true,
  summary: 'An interrupt refers to a tool call that does not exist.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#the-interrupt-type',
  impact: 'The app cannot show which call needs approval.',
  fix: 'Send the tool call before the interrupt, or omit toolCallId.',
  types: ['RUN_FINISHED'],
  before({ event, stream }, model) {
    for (const { toolCallId: id } of objectsIn(memberOf(event?.['outcome'], 'interrupts'))) {
      if (typeof id !== 'string' || callIn(model, stream, id) !== undefined) continue;
      return `The interrupt refers to call '${id}', which does not exist.`;
    }
    return undefined;
  },
};
