import { newestFirst } from '@/lib/core/json/list';
import type { Rule } from '@/lib/core/lint/types';
import { isConnect } from '@/lib/core/model/request';

const RUNS_BACK = 8;
/** Maximum time between the starts of two deliveries of one run, in milliseconds; a resumed run starts later. */
const TOGETHER_MS = 5_000;

export const deliveredTwice: Rule = {
  id: 'delivered-twice',
  severity: 'info',
  needsHistory: true,
  summary: 'A run is delivered to the page twice, by two streams.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'None if one of them is a debug feed; otherwise the app shows everything twice.',
  fix: 'If both streams feed the app, make it process each event only once.',
  types: ['RUN_STARTED'],
  before({ event, stream, timeMs }, model) {
    const runId = event?.['runId'];
    // A connect requests existing events.
    if (typeof runId !== 'string' || isConnect(stream)) return undefined;
    const other = [...newestFirst(model.runs, RUNS_BACK)].find(
      (run) =>
        run.runId === runId &&
        run.startSeq !== undefined &&
        run.stream !== stream &&
        // A reloaded page has nothing of earlier events.
        run.stream.doc === stream.doc &&
        (run.stream.transport !== stream.transport || run.stream.url !== stream.url) &&
        timeMs - run.startMs <= TOGETHER_MS,
    );
    if (other === undefined) return undefined;
    const how = `${other.stream.transport} ${other.stream.url}`;
    return { message: `Run '${runId}' is also delivered by ${how}.`, related: [other.startSeq] };
  },
};
