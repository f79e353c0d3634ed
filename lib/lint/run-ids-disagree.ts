// RUN_FINISHED that names another run or thread than RUN_STARTED did: the specification forbids it, no client looks.
import { isJsonObject } from '@/lib/agui/json';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';

/** The two ends of a run name different runs or threads. */
export const runIdsDisagree: Rule = {
  id: 'run-ids-disagree',
  severity: 'error',
  profiles: ['spec'],
  needsHistory: true,
  summary: 'RUN_FINISHED names another run or thread than its run has.',
  spec: 'https://docs.ag-ui.com/concepts/events#runfinished',
  impact: 'Nothing today: the stock clients do not look. Later versions are to refuse it.',
  fix: 'End a run with the threadId and runId that it was started with.',
  aliases: ['AGUI008'],
  types: ['RUN_FINISHED'],
  before({ type, event, stream }, model) {
    if (type !== 'RUN_FINISHED' || !isJsonObject(event)) return undefined;
    const { run: index, isStarted } = streamView(model, stream);
    const run = isStarted ? model.runs.at(index) : undefined;
    const { runId, threadId } = event;
    if (run === undefined) return undefined;
    const related = [run.startSeq];
    if (typeof runId === 'string' && runId !== run.runId) {
      return {
        message: `RUN_FINISHED names run '${runId}', but the run that is open is '${run.runId}'.`,
        related,
      };
    }
    if (typeof threadId === 'string' && threadId !== run.threadId) {
      return {
        message: `RUN_FINISHED names thread '${threadId}', but the run is one of '${run.threadId}'.`,
        related,
      };
    }
    return undefined;
  },
};
