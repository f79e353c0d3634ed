// A run that is started under another id than the request gave it.
import { isConnect } from '@/lib/lint/requests';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** RUN_STARTED.runId that is not the request's. */
export const requestRunDiffers: Rule = {
  id: 'request-run-differs',
  severity: 'info',
  severityIn: { spec: 'warning' },
  needsHistory: true,
  isSaidOnce: true,
  summary: 'RUN_STARTED names another run than the request.',
  spec: 'https://docs.ag-ui.com/concepts/events#runstarted',
  impact: 'Nothing: the stock clients do not look; an app that finds runs by the id of its request does not.',
  fix: 'Start the run with the runId of the request.',
  aliases: ['AGUI008'],
  types: ['RUN_STARTED'],
  before({ type, event, stream }, model) {
    const runId = event?.['runId'];
    if (type !== 'RUN_STARTED' || typeof runId !== 'string') return undefined;
    // A connect has runs of others replayed; a run that began before this one had the request's id.
    if (isConnect(stream) || streamView(model, stream).isStarted) return undefined;
    const wanted = stream.input?.['runId'];
    if (typeof wanted !== 'string' || wanted === runId) return undefined;
    return `The request asked for run '${wanted}', and run '${runId}' is started.`;
  },
};
