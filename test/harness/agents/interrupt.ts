// A run that stops for an approval, and the run that carries on with the answer.
import type { ResumeEntry, RunAgentInput } from '@ag-ui/core';
import { type Agent, answer, call, type DemoEvent, finished, say, started } from './agent';

const TOOL_CALL = 'delete-report';

function isApproved(entry: ResumeEntry): boolean {
  const payload: unknown = entry.payload;
  return (
    typeof payload === 'object' && payload !== null && 'approved' in payload && payload.approved === true
  );
}

function* ask(input: RunAgentInput): Generator<DemoEvent> {
  const toolCallId = `${input.runId}-${TOOL_CALL}`;
  yield* say(`${input.runId}-text`, 'I can delete the report, but I need your approval.');
  yield* call({ toolCallId, toolCallName: 'delete_file' }, { path: '/tmp/report.txt' });
  yield {
    type: 'RUN_FINISHED',
    threadId: input.threadId,
    runId: input.runId,
    outcome: {
      type: 'interrupt',
      interrupts: [
        {
          id: `${input.runId}-approval`,
          reason: 'tool_approval',
          message: 'Delete /tmp/report.txt?',
          toolCallId,
          responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } } },
        },
      ],
    },
  };
}

function* carryOn(input: RunAgentInput, resume: readonly ResumeEntry[]): Generator<DemoEvent> {
  const approved = resume.every((entry) => entry.status === 'resolved' && isApproved(entry));
  const toolCallId = resume[0]?.interruptId.replace(/approval$/, TOOL_CALL) ?? TOOL_CALL;
  yield answer(toolCallId, approved ? { deleted: true } : { deleted: false, reason: 'not approved' });
  yield* say(
    `${input.runId}-text`,
    approved ? 'Done, the report is gone.' : 'I have left the report where it is.',
  );
  yield finished(input);
}

function* run(input: RunAgentInput): Generator<DemoEvent> {
  yield started(input);
  yield* input.resume?.length ? carryOn(input, input.resume) : ask(input);
}

/** Asks for approval; the next run resumes. */
export const interrupt: Agent = {
  name: 'interrupt',
  about: 'asks for approval, then resumes',
  paceMs: 20,
  run,
};
