import type { Rule } from '@/lib/core/lint/types';
import { streamView } from '@/lib/core/model/model';
import { requestedInput } from '@/lib/core/model/queries/lookup';
import { isConnect } from '@/lib/core/model/request';

export const requestRunDiffers: Rule = {
  id: 'request-run-differs',
  severity: 'info',
  severityIn: { spec: 'warning' },
  needsHistory: true,
  isReportedOnce: true,
  summary: 'RUN_STARTED has a different runId than the request.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'An app cannot find the run by the id of its request; the stock clients do not check.',
  fix: 'Start the run with the runId of the request.',
  aliases: ['AGUI008'],
  types: ['RUN_STARTED'],
  before({ event, stream }, model) {
    const runId = event?.['runId'];
    if (typeof runId !== 'string') return undefined;
    // A connect replays other runs; a run already started in this stream has answered the request.
    if (isConnect(stream) || streamView(model, stream).isStarted) return undefined;
    const wanted = requestedInput(model, stream)?.['runId'];
    if (typeof wanted !== 'string' || wanted === runId) return undefined;
    return `The request asked for run '${wanted}', but run '${runId}' is started.`;
  },
};
