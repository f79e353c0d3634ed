import { isJsonObject } from '@/lib/core/json/json';
import type { Rule } from '@/lib/core/lint/types';
import { streamView } from '@/lib/core/model/model';

export const runIdsDisagree: Rule = {
  id: 'run-ids-disagree',
  severity: 'error',
  profiles: ['spec'],
  needsHistory: true,
  summary: 'RUN_FINISHED has a different runId or threadId than its RUN_STARTED.',
  spec: 'https://docs.ag-ui.com/concepts/events#runfinished',
  impact: 'None today: the stock clients do not check. Later versions will reject it.',
  fix: 'Finish a run with the threadId and runId it was started with.',
  aliases: ['AGUI008'],
  types: ['RUN_FINISHED'],
  before({ event, stream }, model) {
    if (!isJsonObject(event)) return undefined;
    const { run: index, isStarted } = streamView(model, stream);
    const run = isStarted ? model.runs.at(index) : undefined;
    const { runId, threadId } = event;
    if (run === undefined) return undefined;
    const related = [run.startSeq];
    if (typeof runId === 'string' && runId !== run.runId) {
      return {
        message: `RUN_FINISHED names run '${runId}', but the open run is '${run.runId}'.`,
        related,
      };
    }
    if (typeof threadId === 'string' && threadId !== run.threadId) {
      return {
        message: `RUN_FINISHED names thread '${threadId}', but the run belongs to thread '${run.threadId}'.`,
        related,
      };
    }
    return undefined;
  },
};
