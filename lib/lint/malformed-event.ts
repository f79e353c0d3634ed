// A known event with a value that the protocol does not allow.
import type { Rule } from '@/lib/lint/types';

/** Events that fail their schema. */
export const malformedEvent: Rule = {
  id: 'malformed-event',
  severity: 'error',
  stopsClient: true,
  summary: 'An event of a known type has a wrong or missing value; the stock client stops the run here.',
  spec: 'https://docs.ag-ui.com/sdk/js/core/events',
  before(event) {
    if (event.type === '') return undefined;
    return event.problems.find((problem) => problem.code === 'shape')?.message;
  },
};
