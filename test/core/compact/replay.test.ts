// Comparison of a compacted log with its original: the check finds and locates each kind of difference,
// and reports no false one.
import { expect, test } from 'vitest';
import { firstDifference, replay } from '@/lib/core/compact/replay';
import type { JsonObject } from '@/lib/core/json/json';
import { events } from '../../support/stream-text';

const SUB = 'SUBAGENT_STARTED {"subagentRunId":"s","name":"n"}';
const ASK = (id: string): string =>
  `RUN_FINISHED {"threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"${id}","reason":"x"}]}}`;
const FINISHED = (more: string): string => `RUN_FINISHED {"threadId":"t","runId":"r",${more}}`;

test.each([
  [
    'the text of a message',
    'run · text m "a" "b" · end',
    'run · text m "a" · end',
    "message 'm' of thread 't'",
  ],
  [
    'a message that is missing',
    'run · text m "a" · text n "b" · end',
    'run · text m "a" · end',
    "message 'n' of thread 't'",
  ],
  [
    'a message too many',
    'run · text m "a" · end',
    'run · text m "a" · text n "b" · end',
    "the number of messages of thread 't'",
  ],
  ['the order of messages', 'run · text m · text n · end', 'run · text n · text m · end', "message 'm'"],
  [
    'the state',
    'run · state {"a":{"b":1}} · end',
    'run · state {"a":{"b":2}} · end',
    "the state of thread 't' at '/a/b'",
  ],
  ['the thread', 'run on t · text m · end', 'run on u · text m · end', "thread 't'"],
  ['a second thread', 'run · end · run on u · end', 'run · end', "thread 'u'"],
  ['what is asked', `run · ${ASK('i')}`, `run · ${ASK('j')}`, "the open interrupts of thread 't'"],
  ['the arguments of a call', 'run · tool c f {"a":1} · end', 'run · tool c f {"a":2} · end', 'message'],
  ['the tool of a call', 'run · tool c f {} · end', 'run · tool c g {} · end', 'message'],
  [
    'whether a call ended',
    'run · tool c f {} · end',
    'run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"f"} · TOOL_CALL_ARGS {"toolCallId":"c","delta":"{}"} · end',
    "tool call 'c' (from event 1 on)",
  ],
  ['how a run ended', 'run · end', 'run · error "x"', "run 'r' (from event 0 on)"],
  ['which run it was', 'run r · end', 'run q · end', "run 'r' (from event 0 on)"],
  [
    'the result of a run',
    `run · ${FINISHED('"result":1')}`,
    `run · ${FINISHED('"result":2')}`,
    "run 'r' (from event 0 on)",
  ],
  [
    'the outcome of a run',
    `run · ${FINISHED('"outcome":{"type":"success"}')}`,
    'run · end',
    "run 'r' (from event 0 on)",
  ],
  ['the usage', `run · ${FINISHED('"usage":[{"inputTokens":1}]')}`, 'run · end', "run 'r' (from event 0 on)"],
  ['the error', 'run · error "x"', 'run · error "y"', "run 'r' (from event 0 on)"],
  [
    'the parent of a run',
    'RUN_STARTED {"threadId":"t","runId":"r","parentRunId":"p"} · end',
    'run · end',
    "run 'r' (from event 0 on)",
  ],
  [
    'the name of a step',
    'run · step a · done a · end',
    'run · step b · done b · end',
    "run 'r' (from event 0 on)",
  ],
  ['whether a step ended', 'run · step a · done a · end', 'run · step a · end', "run 'r' (from event 0 on)"],
  ['a subagent', `run · ${SUB} · end`, 'run · end', "run 'r' (from event 0 on)"],
  [
    'how a subagent ended',
    `run · ${SUB} · SUBAGENT_FINISHED {"subagentRunId":"s"} · end`,
    `run · ${SUB} · SUBAGENT_ERROR {"subagentRunId":"s","message":"x"} · end`,
    "run 'r' (from event 0 on)",
  ],
])('%s is a difference', (_name, first, second, sentence) => {
  const [wanted, there] = [replay(events(first)), replay(events(second))];
  expect(firstDifference(wanted, there)).toContain(sentence);
  expect(firstDifference(there, wanted)).toBeDefined();
  expect(firstDifference(wanted, wanted)).toBeUndefined();
  expect(firstDifference(replay(events(first)), wanted)).toBeUndefined();
});

test('a call without a message of its own is identified by its first event', () => {
  const call = (args: string): JsonObject[] => events(`run · tool c f ${args} · messages [] · end`);
  expect(firstDifference(replay(call('{"a":1}')), replay(call('{"a":2}')))).toBe(
    "tool call 'c' (from event 1 on)",
  );
});

test.each([
  [
    'the order of keys',
    'run · state {"a":1,"b":{"c":1,"d":2}} · end',
    'run · state {"b":{"d":2,"c":1},"a":1} · end',
  ],
  ['in how many deltas a text came', 'run · text m "a" "b" · end', 'run · text m "ab" · end'],
  [
    'where thinking without an id began',
    'run · custom n · THINKING_START · THINKING_TEXT_MESSAGE_START · THINKING_TEXT_MESSAGE_END · THINKING_END · end',
    'run · THINKING_START · THINKING_TEXT_MESSAGE_START · THINKING_TEXT_MESSAGE_END · THINKING_END · end',
  ],
])('%s is no difference', (_name, first, second) => {
  expect(firstDifference(replay(events(first)), replay(events(second)))).toBeUndefined();
});
