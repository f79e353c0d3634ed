import { excerpt } from '@/lib/core/agui/quoted';
import { isJsonObject } from '@/lib/core/json/json';
import { quotedIds } from '@/lib/core/lint/continuing-request';
import { declaredTool } from '@/lib/core/lint/rules/arguments-not-in-schema';
import type { Diagnostic, Rule } from '@/lib/core/lint/types';
import type { Stream } from '@/lib/core/log/types';
import { callsOfRun, runIn } from '@/lib/core/model/queries/lookup';
import type { Model } from '@/lib/core/model/types';

function lost(model: Model, stream: Stream): Diagnostic {
  const run = runIn(model, stream);
  const asked = new Set(run?.offeredCallIds);
  const left = [...callsOfRun(model, run?.index ?? -1)].filter(
    (call) => call.status !== 'answered' && !asked.has(call.id) && declaredTool(model, call) !== undefined,
  );
  if (left.length === 0) return undefined;
  const calls = left.length === 1 ? 'Call' : 'Calls';
  const tools = [...new Set(left.map(({ name }) => excerpt(name, 60)))];
  return {
    message: `${calls} ${quotedIds(left.map(({ id }) => excerpt(id, 60)))} of ${quotedIds(tools)} never runs: TanStack AI runs a client tool only if the run ends with an interrupt for it.`,
    related: left.map(({ startSeq }) => startSeq),
  };
}

export const clientToolNotRun: Rule = {
  id: 'client-tool-not-run',
  severity: 'warning',
  needsHistory: true,
  profiles: ['tanstack'],
  summary: 'A client tool never runs: the run ends without the interrupt that TanStack AI needs.',
  spec: 'https://docs.ag-ui.com/concepts/tools#frontend-defined-tools',
  impact: 'The call never gets a result, and the conversation stops there.',
  fix: 'Finish the run with an outcome of type interrupt that names the call, with the reason client_tool_input.',
  isReportedOnce: true,
  types: ['RUN_FINISHED'],
  before({ event, stream }, model) {
    const outcome = event?.['outcome'];
    // Without an outcome, the server may run the tool itself and continue in the same stream.
    return isJsonObject(outcome) && outcome['type'] === 'success' ? lost(model, stream) : undefined;
  },
  boundary(boundary, model) {
    if (boundary.kind !== 'close') return undefined;
    const { stream } = boundary;
    const run = runIn(model, stream);
    return run?.status === 'success' && run.interrupts.length === 0 ? lost(model, stream) : undefined;
  },
};
