import type { Rule } from '@/lib/core/lint/types';
import { streamView } from '@/lib/core/model/model';
import { requestedInput } from '@/lib/core/model/queries/lookup';
import { isConnect } from '@/lib/core/model/request';

export const requestThreadDiffers: Rule = {
  id: 'request-thread-differs',
  severity: 'info',
  severityIn: { spec: 'error' },
  needsHistory: true,
  isReportedOnce: true,
  summary: 'The run has a different threadId than its request.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'None today: the stock clients do not check. Later versions will reject it.',
  fix: 'Start and finish the run with the threadId of the request.',
  aliases: ['AGUI008'],
  types: ['RUN_STARTED'],
  before({ event, stream }, model) {
    const threadId = event?.['threadId'];
    if (typeof threadId !== 'string' || isConnect(stream)) return undefined;
    if (streamView(model, stream).isStarted) return undefined;
    const wanted = requestedInput(model, stream)?.['threadId'];
    if (typeof wanted !== 'string' || wanted === threadId) return undefined;
    return `The request is for thread '${wanted}', but the run belongs to thread '${threadId}'.`;
  },
};
