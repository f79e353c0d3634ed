import type { Rule } from '@/lib/core/lint/types';
import { isConnect } from '@/lib/core/model/request';
import type { Model, Run } from '@/lib/core/model/types';

/** Number of previous runs that are compared. */
const RUNS_BACK = 8;
/** Two deliveries of one run start within this time, in milliseconds; a resumed run starts later. */
const TOGETHER_MS = 5_000;

function twin(model: Model, isTwin: (run: Run) => boolean): Run | undefined {
  const from = model.runs.length - 1;
  for (let at = from; at >= 0 && at > from - RUNS_BACK; at--) {
    const run = model.runs.at(at);
    if (run !== undefined && isTwin(run)) return run;
  }
  return undefined;
}

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
    // A connect asks for what there was.
    if (typeof runId !== 'string' || isConnect(stream)) return undefined;
    const other = twin(
      model,
      (run) =>
        run.runId === runId &&
        run.startSeq !== undefined &&
        run.stream !== stream &&
        // A page that was loaded anew has nothing of what came before.
        run.stream.doc === stream.doc &&
        (run.stream.transport !== stream.transport || run.stream.url !== stream.url) &&
        timeMs - run.startMs <= TOGETHER_MS,
    );
    if (other === undefined) return undefined;
    const how = `${other.stream.transport} ${other.stream.url}`;
    return { message: `Run '${runId}' is also delivered by ${how}.`, related: [other.startSeq] };
  },
};
