import { objectsIn } from '@/lib/core/json/json';
import { memberOf } from '@/lib/core/json/pointer';
import { quotedIds } from '@/lib/core/lint/continuing-request';
import type { Rule } from '@/lib/core/lint/types';
import { answersIn } from '@/lib/core/model/queries/interrupts';
import { runIn, threadIn } from '@/lib/core/model/queries/lookup';

export const interruptCleared: Rule = {
  id: 'interrupt-cleared',
  severity: 'warning',
  needsHistory: true,
  isOfClient: 'effect',
  summary: 'A later run of the same response ends, which clears the open interrupts of an earlier one.',
  spec: 'https://docs.ag-ui.com/concepts/interrupts#resuming-a-run',
  impact: 'The app has no open interrupt, so the user is never asked.',
  fix: 'End the response with the run that has the interrupts, or repeat them in the outcome of its last run.',
  types: ['RUN_FINISHED'],
  before({ event, stream }, model) {
    // On sockets and in feeds, the answer may be sent elsewhere.
    if (stream.transport !== 'fetch' && stream.transport !== 'file') return undefined;
    const run = runIn(model, stream);
    const thread = threadIn(model, stream);
    // A request that is missing may have the answer: concatenated responses, replayed threads.
    if (run?.status !== 'running' || run.input === undefined || thread === undefined) return undefined;
    if (answersIn(run.input).length > 0) return undefined;
    const raised = model.runs.at(thread.runs.at(thread.runs.length - 2) ?? -1);
    // A request between two responses is checked by another rule.
    if (raised === undefined || raised === run || raised.stream.index !== stream.index) return undefined;
    const repeated = new Set(objectsIn(memberOf(event?.['outcome'], 'interrupts')).map(({ id }) => id));
    const cleared = thread.interrupts.map(({ id }) => id).filter((id) => !repeated.has(id));
    if (cleared.length === 0) return undefined;
    const what = cleared.length === 1 ? 'interrupt' : 'interrupts';
    return {
      message: `This end of run '${run.runId}' clears ${what} ${quotedIds(cleared)} of run '${raised.runId}' before any answer: the app does not ask the user.`,
      related: [raised.endSeq],
    };
  },
};
