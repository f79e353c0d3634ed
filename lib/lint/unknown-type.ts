// An event type that AG-UI does not have.
import type { Rule } from '@/lib/lint/types';

/** Event types that the stock client drops. */
export const unknownType: Rule = {
  id: 'unknown-type',
  severity: 'warning',
  summary: 'The event type is unknown; the stock client 1.0 drops the event with a warning.',
  spec: 'https://docs.ag-ui.com/sdk/js/core/events',
  before: (event) => event.problems.find((problem) => problem.code === 'unknown-type')?.message,
};
