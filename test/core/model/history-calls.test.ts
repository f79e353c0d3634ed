// Calls that a request or a snapshot brings from before: they are part of the conversation, and of none of the runs seen.
import { expect, test } from 'vitest';
import { compare } from '@/lib/core/compare/compare';
import { runSpansOf } from '@/lib/core/files/spans';
import { RunCounter } from '@/lib/core/metrics/run-metrics';
import { callState } from '@/lib/core/model/queries/call-state';
import { answerOf, waitingMs } from '@/lib/core/model/queries/call-times';
import type { CapturedRecord } from '@/lib/messages/records';
import { at } from '@/lib/package/library';
import { batchOf, logOfBatches, recordingText } from '../../support/exported';
import { logOfRecords, modelOf, STARTED, sseRecords } from '../../support/logs';

const turn = (at: number) => [
  { id: `u${at}`, role: 'user', content: `Question ${at}?` },
  {
    id: `a${at}`,
    role: 'assistant',
    toolCalls: [{ id: `c${at}`, type: 'function', function: { name: 'look', arguments: '{}' } }],
  },
  { id: `t${at}`, role: 'tool', toolCallId: `c${at}`, content: 'found' },
];
const HISTORY = [turn(1), turn(2), turn(3)].flat();
const ASKED = { id: 'u4', role: 'user', content: 'Question 4?' };
const ids = { threadId: 't', runId: 'r4' };
const OWN = [
  { type: 'TOOL_CALL_START', toolCallId: 'c4', toolCallName: 'look', parentMessageId: 'a4' },
  { type: 'TOOL_CALL_ARGS', toolCallId: 'c4', delta: '{}' },
  { type: 'TOOL_CALL_END', toolCallId: 'c4' },
  { type: 'TOOL_CALL_RESULT', toolCallId: 'c4', messageId: 't4', content: 'found' },
];
const SNAPSHOT = { type: 'MESSAGES_SNAPSHOT', messages: [...HISTORY, ASKED, ...turn(4).slice(1)] };

const run = (...events: readonly object[]) => [
  { type: 'RUN_STARTED', ...ids },
  ...events,
  { type: 'RUN_FINISHED', ...ids },
];
const request = (messages: readonly object[]) => ({ ...ids, messages, state: {}, tools: [], context: [] });

/** The first run that is seen: after Clear, with capture on again, or because it began before. */
const FIRST_SEEN = {
  'in the request': sseRecords(run(...OWN), request([...HISTORY, ASKED])),
  'in the request, and again in a snapshot': sseRecords(run(...OWN, SNAPSHOT), request([...HISTORY, ASKED])),
  'in a snapshot, of a server that keeps the thread': sseRecords(run(SNAPSHOT), request([ASKED])),
  'in a snapshot, without a request': sseRecords(run(SNAPSHOT)),
};

const logOf = (records: readonly CapturedRecord[]) => logOfBatches([batchOf(records)]);

test.each(Object.entries(FIRST_SEEN))('calls of the history %s are not made by the run', (_name, records) => {
  const log = logOf(records);
  const model = modelOf(log);
  const calls = [...model.toolCalls];
  expect(calls.map(({ id, run: made }) => [id, made])).toEqual([
    ['c1', -1],
    ['c2', -1],
    ['c3', -1],
    ['c4', 0],
  ]);
  for (const call of calls.slice(0, 3)) {
    expect(waitingMs(call)).toBeUndefined();
    expect(answerOf(call)).toMatchObject({ by: 'unknown', run: -1 });
    expect(callState(call, model, model)).toEqual({ kind: 'answered' });
  }
  expect(new RunCounter(log, 0).read(model)?.tools.calls).toBe(1);
  expect(runSpansOf(log)[0]?.spans.filter(({ key }) => /c\d/.test(JSON.stringify(key))).length).toBeLessThan(
    2,
  );
});

test('calls of the history are no difference in a comparison', () => {
  // The same run, as the first that is seen and as the fourth of its thread.
  const log = logOf(sseRecords(run(...OWN, SNAPSHOT), request([...HISTORY, ASKED])));
  const other = logOf(sseRecords(run(...OWN), request([ASKED])));
  const found = compare({ log, run: 0 }, { log: other, run: 0 });
  expect(found.figures.a.tools).toBe(1);
  expect(found.figures.b.tools).toBe(1);
  expect(found.calls.filter(({ kind }) => kind !== 'same')).toEqual([]);
  expect(found.messages.filter(({ kind }) => kind !== 'same')).toEqual([]);
});

test('package: calls of the history are distinguished from those of the run', () => {
  const records = sseRecords(run(...OWN), request([...HISTORY, ASKED]));
  const { toolCalls } = at(recordingText(records), { name: 'a.agui.jsonl' });
  expect(toolCalls.map(({ run: made, via, waitingMs: waited }) => [made, via, waited === undefined])).toEqual(
    [
      [-1, 'request', true],
      [-1, 'request', true],
      [-1, 'request', true],
      [0, 'stream', false],
    ],
  );
});

test('a result in a later request for such a call is from the app', () => {
  const pending = [...HISTORY.slice(0, 5), ASKED];
  const log = logOfRecords(sseRecords(run(), request(pending)));
  const next = { ...request([...HISTORY.slice(0, 6), ASKED]), runId: 'r5' };
  const second = sseRecords([{ ...STARTED, runId: 'r5' }], next, 2);
  log.append({ doc: 'd', frameId: 0, records: second.slice(1) });
  const model = modelOf(log);
  const call = model.toolCalls.at(1);
  expect(call && answerOf(call)).toMatchObject({ by: 'frontend', run: 1 });
});
