// Rarely covered parts of a run and of its conversation: owners of activities, ends of subagents and steps, and reports
// of failed patches.
import { expect, test } from 'vitest';
import type { Model } from '@/lib/core/model/types';
import { logOf, modelOf as modelOfLog } from '../../support/logs';
import { events } from '../../support/stream-text';

const modelOf = (text: string): Model => modelOfLog(logOf(events(text)));

function activityOf(model: Model): object {
  const entry = model.threads.at(0)?.messages.at(0);
  return { ...entry?.message, of: entry?.subagentRunId };
}

const SNAPSHOT = (more: string): string =>
  `ACTIVITY_SNAPSHOT {"messageId":"a","activityType":"P","content":{"n":1}${more}}`;

test('an activity belongs to the agent that replaced it last, or to the parent', () => {
  const given = modelOf(`run · ${SNAPSHOT('')} · ${SNAPSHOT(',"subagentRunId":"s"')} · end`);
  expect(activityOf(given)).toMatchObject({ subagentRunId: 's', of: 's' });
  const back = modelOf(`run · ${SNAPSHOT(',"subagentRunId":"s"')} · ${SNAPSHOT('')} · end`);
  expect(activityOf(back)).not.toHaveProperty('subagentRunId');
  expect(activityOf(back)).toMatchObject({ of: undefined });
});

test('a snapshot without replace changes only the metadata of an activity', () => {
  const model = modelOf(
    `run · ${SNAPSHOT(',"subagentRunId":"s"')} · ACTIVITY_SNAPSHOT {"messageId":"a","activityType":"Q","content":{},"replace":false,"metadata":{"k":1}} · end`,
  );
  expect(activityOf(model)).toMatchObject({
    activityType: 'P',
    content: { n: 1 },
    subagentRunId: 's',
    metadata: { k: 1 },
  });
  const text = modelOf(
    `run · text a "x" · ACTIVITY_SNAPSHOT {"messageId":"a","activityType":"Q","content":{},"replace":false} · end`,
  );
  expect(activityOf(text)).toMatchObject({ role: 'assistant', content: 'x' });
});

test('a subagent is described by its own events and its end', () => {
  const model = modelOf(`
    run
    SUBAGENT_STARTED {"subagentRunId":"a","name":"A","description":"does it","parentToolCallId":"c"}
    SUBAGENT_STARTED {"subagentRunId":"b","name":"B","parentSubagentRunId":"a"}
    SUBAGENT_STARTED {"subagentRunId":"c","name":"C"}
    SUBAGENT_STARTED {"subagentRunId":"d","name":"D"}
    SUBAGENT_FINISHED {"subagentRunId":"a","result":{"n":1}}
    SUBAGENT_FINISHED {"subagentRunId":"b","outcome":{"type":"suspended"}}
    SUBAGENT_ERROR {"subagentRunId":"c","message":"no"}
    SUBAGENT_FINISHED {"subagentRunId":"nobody"}
  `);
  expect([...(model.runs.at(0)?.subagents ?? [])].map(({ startMs: _s, endMs: _e, ...rest }) => rest)).toEqual(
    [
      {
        subagentRunId: 'a',
        name: 'A',
        description: 'does it',
        parentToolCallId: 'c',
        status: 'success',
        result: { n: 1 },
        startSeq: 1,
        endSeq: 5,
      },
      {
        subagentRunId: 'b',
        name: 'B',
        parentSubagentRunId: 'a',
        status: 'suspended',
        startSeq: 2,
        endSeq: 6,
      },
      { subagentRunId: 'c', name: 'C', status: 'error', error: 'no', startSeq: 3, endSeq: 7 },
      { subagentRunId: 'd', name: 'D', status: 'running', startSeq: 4 },
    ],
  );
});

test('a step ends once, and only by the agent that started it', () => {
  const model = modelOf(`
    run · step a · STEP_STARTED {"stepName":"a","subagentRunId":"s"} · STEP_FINISHED {"stepName":"a","subagentRunId":"s"}
    done b · STEP_FINISHED {"stepName":"a","subagentRunId":"s"} · done a · done a · end
  `);
  expect([...(model.runs.at(0)?.steps ?? [])]).toMatchObject([
    { name: 'a', startSeq: 1, endSeq: 6 },
    { name: 'a', subagentRunId: 's', startSeq: 2, endSeq: 3 },
  ]);
});

test('the error of a failed patch is cleared by the next valid one, or by a snapshot', () => {
  const failed = 'run · state {"a":1} · patch /gone = 1';
  expect(modelOf(failed).threads.at(0)?.statePatchFailure).toMatchObject({ seq: 2, operation: 0 });
  expect(modelOf(`${failed} · patch /a = 2`).threads.at(0)).not.toHaveProperty('statePatchFailure');
  expect(modelOf(`${failed} · state {}`).threads.at(0)).not.toHaveProperty('statePatchFailure');
  expect(modelOf(`${failed} · text m "x" · end`).threads.at(0)?.statePatchFailure).toMatchObject({ seq: 2 });
});

test('a call that starts again continues the known call', () => {
  const model = modelOf('run · tool c f "{" · tool c g "}" · end');
  expect([...model.toolCalls].map(({ id, name, args }) => [id, name, args])).toEqual([['c', 'g', '{}']]);
});
