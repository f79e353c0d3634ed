// A run on another thread than that of its request.
import { isConnect } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** RUN_STARTED.threadId that is not the request's. */
export const requestThreadDiffers: Rule = {
  id: 'request-thread-differs',
  severity: 'info',
  severityIn: { spec: 'error' },
  needsHistory: true,
  isSaidOnce: true,
  summary: 'The run names another thread than its request.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'Nothing today: the stock clients do not look. Later versions are to refuse it.',
  fix: 'Begin and end the run with the threadId of the request.',
  aliases: ['AGUI008'],
  types: ['RUN_STARTED'],
  before({ type, event, stream }, model) {
    const threadId = event?.['threadId'];
    if (type !== 'RUN_STARTED' || typeof threadId !== 'string' || isConnect(stream)) return undefined;
    if (streamView(model, stream).isStarted) return undefined;
    const wanted = stream.input?.['threadId'];
    if (typeof wanted !== 'string' || wanted === threadId) return undefined;
    return `The request is for thread '${wanted}', and the run is one of thread '${threadId}'.`;
  },
};
