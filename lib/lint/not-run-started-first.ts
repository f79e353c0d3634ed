// A stream that does not begin with RUN_STARTED.
import { isEventType } from '@/lib/agui/events';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** The first event of a stream is neither RUN_STARTED nor RUN_ERROR. */
export const notRunStartedFirst: Rule = {
  id: 'not-run-started-first',
  severity: 'error',
  needsHistory: true,
  stopsClient: true,
  summary: 'A stream must begin with RUN_STARTED; the stock client stops at any other first event.',
  spec: 'https://docs.ag-ui.com/concepts/events',
  before(event, model) {
    const { type, stream } = event;
    if (!isEventType(type) || type === 'RUN_STARTED' || type === 'RUN_ERROR') return undefined;
    if (streamView(model, stream).events > 0) return undefined;
    return `The first event is ${type}; the stock client stops with "First event must be 'RUN_STARTED'".`;
  },
};
