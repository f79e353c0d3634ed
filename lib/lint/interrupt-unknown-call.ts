// An interrupt about a tool call that nobody has made.
import { isJsonObject } from '@/lib/agui/json';
import type { Rule } from '@/lib/lint/types';
import { callIn } from '@/lib/model/queries/lookup';

/** `interrupts[].toolCallId` that names nothing. */
export const interruptUnknownCall: Rule = {
  id: 'interrupt-unknown-call',
  severity: 'info',
  severityIn: { spec: 'warning' },
  needsHistory: true,
  summary: 'An interrupt is about a tool call that does not exist.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#the-interrupt-type',
  impact: 'The app cannot show which call is to be approved.',
  fix: 'Send the tool call before the interrupt, or leave toolCallId out.',
  types: ['RUN_FINISHED'],
  before({ type, event, stream }, model) {
    const outcome = event?.['outcome'];
    const interrupts = isJsonObject(outcome) ? outcome['interrupts'] : undefined;
    if (type !== 'RUN_FINISHED' || !Array.isArray(interrupts)) return undefined;
    for (const interrupt of interrupts) {
      const id = isJsonObject(interrupt) ? interrupt['toolCallId'] : undefined;
      if (typeof id !== 'string' || callIn(model, stream, id) !== undefined) continue;
      return `The interrupt is about call '${id}', which nobody has made.`;
    }
    return undefined;
  },
};
