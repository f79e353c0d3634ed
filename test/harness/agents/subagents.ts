// Two subagents at the same time, one of which starts a third.
import type { RunAgentInput } from '@ag-ui/core';
import { type Agent, answer, call, type DemoEvent, finished, say, started } from './agent';

/** Takes one event of each source in turn until all are used up. */
function* interleave(...sources: Generator<DemoEvent>[]): Generator<DemoEvent> {
  let open = sources;
  while (open.length > 0) {
    const next: Generator<DemoEvent>[] = [];
    for (const source of open) {
      const { done, value } = source.next();
      if (done) continue;
      yield value;
      next.push(source);
    }
    open = next;
  }
}

function* researcher(run: string, parentToolCallId: string): Generator<DemoEvent> {
  const subagentRunId = `${run}-researcher`;
  const inner = `${run}-reader`;
  yield { type: 'SUBAGENT_STARTED', subagentRunId, name: 'researcher', parentToolCallId };
  yield { type: 'STEP_STARTED', stepName: 'search', subagentRunId };
  yield* say(`${subagentRunId}-1`, 'I look for sources.', subagentRunId);
  yield {
    type: 'SUBAGENT_STARTED',
    subagentRunId: inner,
    name: 'reader',
    parentSubagentRunId: subagentRunId,
  };
  yield* say(`${inner}-1`, 'I read the first source.', inner);
  yield {
    type: 'SUBAGENT_FINISHED',
    subagentRunId: inner,
    result: { pages: 3 },
    outcome: { type: 'success' },
  };
  yield* call({ toolCallId: `${subagentRunId}-cite`, toolCallName: 'cite', subagentRunId }, { source: 1 });
  yield answer(`${subagentRunId}-cite`, '[1]', subagentRunId);
  yield { type: 'STEP_FINISHED', stepName: 'search', subagentRunId };
  yield { type: 'SUBAGENT_FINISHED', subagentRunId, outcome: { type: 'success' } };
}

function* critic(run: string): Generator<DemoEvent> {
  const subagentRunId = `${run}-critic`;
  yield { type: 'SUBAGENT_STARTED', subagentRunId, name: 'critic', description: 'looks for mistakes' };
  yield* say(`${subagentRunId}-1`, 'I would not believe the first source so quickly.', subagentRunId);
  yield { type: 'SUBAGENT_FINISHED', subagentRunId, outcome: { type: 'success' } };
}

function* run(input: RunAgentInput): Generator<DemoEvent> {
  const toolCallId = `${input.runId}-delegate`;
  yield started(input);
  yield* call({ toolCallId, toolCallName: 'delegate' }, { agents: ['researcher', 'critic'] });
  yield* interleave(researcher(input.runId, toolCallId), critic(input.runId));
  yield answer(toolCallId, 'both done');
  yield* say(`${input.runId}-text`, 'The two of them agree, more or less.');
  yield finished(input);
}

export const subagents: Agent = { name: 'subagents', about: 'two in parallel, one nested', paceMs: 20, run };
