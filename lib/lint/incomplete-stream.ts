// An end that the runtime between agent and app made up, because the agent's own stream had none.
import type { Rule } from '@/lib/lint/types';

/** RUN_ERROR with the code INCOMPLETE_STREAM. */
export const incompleteStream: Rule = {
  id: 'incomplete-stream',
  severity: 'warning',
  summary: 'The runtime ended the run because the stream of the agent ended without an end event.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'The app shows an error that the agent never sent; results of open calls are placeholders.',
  fix: 'Look behind the runtime: the agent stopped, was cut off, or does not send RUN_FINISHED.',
  aliases: ['AGUI003', 'AGUI508'],
  types: ['RUN_ERROR'],
  before({ type, event }) {
    if (type !== 'RUN_ERROR' || event?.['code'] !== 'INCOMPLETE_STREAM') return undefined;
    return "This error is not the agent's: a runtime added it where the agent's stream ended without RUN_FINISHED or RUN_ERROR.";
  },
};
