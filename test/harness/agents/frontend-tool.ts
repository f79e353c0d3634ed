// A tool that the page executes: the run ends with the call open, the page answers in the next request.
import type { RunAgentInput } from '@ag-ui/core';
import { type Agent, call, contentOf, type DemoEvent, finished, say, started } from './agent';

function* run(input: RunAgentInput): Generator<DemoEvent> {
  const newest = input.messages.at(-1);
  yield started(input);
  if (newest?.role === 'tool') {
    yield* say(`${input.runId}-text`, `The page answered ${contentOf(newest)}; the colour suits it.`);
    yield finished(input);
    return;
  }
  const toolCallId = `${input.runId}-paint`;
  yield* say(`${input.runId}-text`, 'I ask the page to change its colour.');
  yield* call(
    { toolCallId, toolCallName: 'set_color', parentMessageId: `${input.runId}-text` },
    { color: 'teal' },
  );
  yield {
    type: 'RUN_FINISHED',
    threadId: input.threadId,
    runId: input.runId,
    outcome: { type: 'success', pendingToolCallIds: [toolCallId] },
  };
}

export const frontendTool: Agent = {
  name: 'frontend-tool',
  about: 'calls a tool that the page executes',
  paceMs: 20,
  run,
};
