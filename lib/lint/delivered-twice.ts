// A run that comes to the page twice: by two transports, or by a debug feed beside the answer itself.
import type { Rule } from '@/lib/lint/types';
import type { Model, Run } from '@/lib/model/types';

/** Runs before this one that are compared. */
const RUNS_BACK = 8;
/** Two deliveries of one run begin within this time, milliseconds; a resumed run comes later. */
const TOGETHER_MS = 5_000;

function twin(model: Model, isTwin: (run: Run) => boolean): Run | undefined {
  const from = model.runs.length - 1;
  for (let at = from; at >= 0 && at > from - RUNS_BACK; at--) {
    const run = model.runs.at(at);
    if (run !== undefined && isTwin(run)) return run;
  }
  return undefined;
}

/** RUN_STARTED of a run that is being delivered by another stream already. */
export const deliveredTwice: Rule = {
  id: 'delivered-twice',
  severity: 'info',
  needsHistory: true,
  summary: 'A run comes to the page twice, by two streams.',
  spec: 'https://docs.ag-ui.com/concepts/events#lifecycle-events',
  impact: 'Nothing, where one of them is a debug feed; else everything is shown twice.',
  fix: 'If both streams feed the app, let it take each event once.',
  types: ['RUN_STARTED'],
  before({ type, event, stream, timeMs }, model) {
    const runId = event?.['runId'];
    if (type !== 'RUN_STARTED' || typeof runId !== 'string') return undefined;
    const other = twin(
      model,
      (run) =>
        run.runId === runId &&
        run.startSeq !== undefined &&
        run.stream !== stream &&
        (run.stream.transport !== stream.transport || run.stream.dialect !== stream.dialect) &&
        timeMs - run.startMs <= TOGETHER_MS,
    );
    if (other === undefined) return undefined;
    const how = `${other.stream.transport} ${other.stream.url}`;
    return { message: `Run '${runId}' comes by ${how} as well.`, related: [other.startSeq] };
  },
};
