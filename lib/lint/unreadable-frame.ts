// A frame that holds no event at all.
import type { Rule } from '@/lib/lint/types';

/** Frames that are no JSON, no protobuf message, or no object with a type. */
export const unreadableFrame: Rule = {
  id: 'unreadable-frame',
  severity: 'error',
  stopsClient: true,
  summary: 'A frame holds no event; the stock client stops the run here.',
  spec: 'https://docs.ag-ui.com/concepts/events',
  before: (event) => (event.type === '' ? event.problems[0]?.message : undefined),
};
