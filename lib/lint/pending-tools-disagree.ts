// RUN_FINISHED that waits for other tool calls than those without an answer.

import { isJsonObject } from '@/lib/agui/json';
import { declaredTool } from '@/lib/lint/arguments-not-in-schema';
import type { Rule } from '@/lib/lint/types';
import { streamView } from '@/lib/model/model';
import { callIn, callsOfRun } from '@/lib/model/queries/lookup';

/** pendingToolCallIds that disagree with the stream. */
export const pendingToolsDisagree: Rule = {
  id: 'pending-tools-disagree',
  severity: 'warning',
  needsHistory: true,
  summary: 'The calls that a run says it waits for are not those that have no answer.',
  spec: 'https://docs.ag-ui.com/concepts/events#runfinished',
  impact: 'The app runs or waits for other frontend tools than the agent does.',
  fix: 'Name in pendingToolCallIds exactly the calls of this run that have no result.',
  types: ['RUN_FINISHED'],
  before({ type, event, stream }, model) {
    const outcome = event?.['outcome'];
    if (type !== 'RUN_FINISHED' || !isJsonObject(outcome)) return undefined;
    const named = outcome['pendingToolCallIds'];
    if (!Array.isArray(named) || named.length === 0) return undefined;
    for (const id of named) {
      const call = typeof id === 'string' ? callIn(model, stream, id) : undefined;
      if (call === undefined) return `The run waits for call '${String(id)}', which nobody has made.`;
      if (call.status === 'answered')
        return {
          message: `The run waits for call '${call.id}', which was answered by event ${call.resultSeq ?? 'before'}.`,
          related: [call.resultSeq],
        };
    }
    // Tools of the agent are not waited for, whether it tells their results or not.
    const { run, isStarted } = streamView(model, stream);
    const forgotten = (isStarted ? callsOfRun(model, run) : []).find(
      (call) =>
        call.status !== 'answered' && !named.includes(call.id) && declaredTool(model, call) !== undefined,
    );
    if (forgotten === undefined) return undefined;
    return {
      message: `Call '${forgotten.id}' of '${forgotten.name}' has no answer, and the run does not say that it waits for it.`,
      related: [forgotten.startSeq],
    };
  },
};
