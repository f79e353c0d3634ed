import type { Rule } from '@/lib/core/lint/types';

export const incompleteStream: Rule = {
  id: 'incomplete-stream',
  severity: 'warning',
  summary: "The runtime ended the run because the agent's stream stopped without RUN_FINISHED or RUN_ERROR.",
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'The app shows an error that the agent never sent; the results of open calls are placeholders.',
  fix: 'Check the agent behind the runtime: it crashed, was cut off, or does not send RUN_FINISHED.',
  aliases: ['AGUI003', 'AGUI508'],
  types: ['RUN_ERROR'],
  before({ event }) {
    if (event?.['code'] !== 'INCOMPLETE_STREAM') return undefined;
    return "This error does not come from the agent: a runtime added it because the agent's stream ended without RUN_FINISHED or RUN_ERROR.";
  },
};
