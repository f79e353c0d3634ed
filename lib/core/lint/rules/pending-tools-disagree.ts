import { isJsonObject } from '@/lib/core/json/json';
import { declaredTool } from '@/lib/core/lint/rules/arguments-not-in-schema';
import type { Rule } from '@/lib/core/lint/types';
import { streamView } from '@/lib/core/model/model';
import { callIn, callsOfRun } from '@/lib/core/model/queries/lookup';

export const pendingToolsDisagree: Rule = {
  id: 'pending-tools-disagree',
  severity: 'warning',
  needsHistory: true,
  summary: 'The tool calls that a run names as pending are not the ones without a result.',
  spec: 'https://docs.ag-ui.com/concepts/events#runfinished',
  impact: 'The app runs or waits for other frontend tools than the agent expects.',
  fix: 'List exactly the calls of this run without a result in pendingToolCallIds.',
  types: ['RUN_FINISHED'],
  before({ event, stream }, model) {
    const outcome = event?.['outcome'];
    if (!isJsonObject(outcome)) return undefined;
    const named = outcome['pendingToolCallIds'];
    if (!Array.isArray(named) || named.length === 0) return undefined;
    for (const id of named) {
      const call = typeof id === 'string' ? callIn(model, stream, id) : undefined;
      if (call === undefined)
        return `The run names call '${String(id)}' as pending, but there is no such call.`;
      if (call.status === 'answered')
        return {
          message: `The run names call '${call.id}' as pending, but it already has a result${call.resultSeq === undefined ? '' : ` (event ${call.resultSeq})`}.`,
          related: [call.resultSeq],
        };
    }
    // The agent's own tools are not pending, whether or not it streams their results.
    const { run, isStarted } = streamView(model, stream);
    // A second end of a run is ignored.
    if (model.runs.at(run)?.status !== 'running') return undefined;
    const names = new Set<unknown>(named);
    const forgotten = (isStarted ? [...callsOfRun(model, run)] : []).find(
      (call) => call.status !== 'answered' && !names.has(call.id) && declaredTool(model, call) !== undefined,
    );
    if (forgotten === undefined) return undefined;
    return {
      message: `Call '${forgotten.id}' of '${forgotten.name}' has no result, but the run does not name it as pending.`,
      related: [forgotten.startSeq],
    };
  },
};
