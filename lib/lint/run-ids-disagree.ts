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
  summary: 'RUN_FINISHED names another run than the RUN_STARTED before it.',
  spec: 'https://docs.ag-ui.com/concepts/events#runfinished',
  experience: 'Nothing today: the stock clients do not look. Later versions are to refuse it.',
  advice: 'End a run with the threadId and runId that it was started with.',
  aliases: ['AGUI008'],
  types: ['RUN_FINISHED'],
  before({ type, event, stream }, model) {
    if (type !== 'RUN_FINISHED' || !isJsonObject(event)) return undefined;
    const { run: index, isStarted } = streamView(model, stream);
    const run = isStarted ? model.runs.at(index) : undefined;
    const { runId } = event;
    if (run === undefined || typeof runId !== 'string' || runId === run.runId) return undefined;
    const message = `RUN_FINISHED names run '${runId}', but the run that is open is '${run.runId}'.`;
    return { message, related: [run.startSeq] };
  },
};
