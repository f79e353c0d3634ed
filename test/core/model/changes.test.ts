import { expect, test, vi } from 'vitest';
import { assertExists } from '@/lib/core/json/assert';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import { modelFold } from '@/lib/core/model/model';
import { type Changes, changesBetween } from '@/lib/core/model/queries/changes';
import { logOf, sseRecords } from '../../support/logs';
import { events } from '../../support/stream-text';

function lastChange(text: string): Changes {
  const log = logOf(events(text));
  const history = createHistory(modelFold, log);
  // In this order: the later model is replayed from the earlier one, and shares what did not change.
  const before = history.at(log.length - 2);
  const after = history.at(log.length - 1);
  return changesBetween(before, after);
}

const messagesOf = ({ messages }: Changes) =>
  messages.map(({ kind, entry, differences }) => [
    kind,
    entry.message.id,
    differences.map(({ pointer }) => pointer),
  ]);

test('the first event may already add messages', () => {
  const input =
    '{"threadId":"t","runId":"r","messages":[{"id":"u","role":"user","content":"x"}],"tools":[],"context":[]}';
  expect(messagesOf(lastChange(`RUN_STARTED {"threadId":"t","runId":"r","input":${input}}`))).toEqual([
    ['added', 'u', []],
  ]);
});

test('a delta changes one message, at a path', () => {
  expect(
    messagesOf(lastChange('run · text m "a" · text n "b" · TEXT_MESSAGE_START {"messageId":"o"}')),
  ).toEqual([['added', 'o', []]]);
  expect(
    messagesOf(lastChange('run · text n "b" · TEXT_MESSAGE_START {"messageId":"m"} · say m "a"')),
  ).toEqual([['changed', 'm', ['/content']]]);
});

test('a snapshot lists the removed, changed and added messages', () => {
  const now = '[{"id":"m","role":"assistant","content":"A"},{"id":"o","role":"user","content":"c"}]';
  expect(messagesOf(lastChange(`run · text m "a" · text n "b" · messages ${now}`))).toEqual([
    ['changed', 'm', ['/content']],
    ['added', 'o', []],
    ['removed', 'n', []],
  ]);
});

test('an event without a change has no changes', () => {
  expect(messagesOf(lastChange('run · text m "a" · custom n'))).toEqual([]);
  expect(lastChange('run · tool c f {} · custom n').toolCalls).toEqual([]);
});

test('an equal call of a separately folded model counts as unchanged', () => {
  const log = logOf(events('run · tool c f {"q":1} · custom n'));
  const replayed = (seq: number) => createHistory(modelFold, log).at(seq);
  const { toolCalls } = changesBetween(replayed(log.length - 2), replayed(log.length - 1));
  expect(toolCalls).toEqual([]);
});

test('a changed call has its previous value', () => {
  const { toolCalls } = lastChange(
    'run · tool b f {} · TOOL_CALL_START {"toolCallId":"c","toolCallName":"g"}',
  );
  expect(toolCalls.map(({ call, was }) => [call.id, was?.id])).toEqual([['c', undefined]]);
  const more = lastChange(
    'run · TOOL_CALL_START {"toolCallId":"c","toolCallName":"g"} · TOOL_CALL_ARGS {"toolCallId":"c","delta":"{}"}',
  );
  expect(more.toolCalls.map(({ call, was }) => [call.args, was?.args])).toEqual([['{}', '']]);
});

test('only messages, calls and threads near the change are compared', () => {
  const log = createLog();
  for (let n = 0; n < 5000; n++) {
    const ids = { threadId: `t${n}`, runId: `r${n}` };
    log.append({ doc: `d${n}`, frameId: 0, records: sseRecords([{ type: 'RUN_STARTED', ...ids }]) });
  }
  const many = Array.from({ length: 5000 }, (_none, n) => [
    { type: 'TEXT_MESSAGE_START', messageId: `m${n}`, role: 'assistant' },
    { type: 'TEXT_MESSAGE_END', messageId: `m${n}` },
    { type: 'TOOL_CALL_START', toolCallId: `c${n}`, toolCallName: 'f', parentMessageId: `m${n}` },
    { type: 'TOOL_CALL_END', toolCallId: `c${n}` },
  ]);
  const run = { threadId: 't', runId: 'r' };
  log.append({
    doc: 'd',
    frameId: 0,
    records: sseRecords([{ type: 'RUN_STARTED', ...run }, ...many.flat()]),
  });
  const history = createHistory(modelFold, log);
  const before = history.at(log.length - 2);
  const after = history.at(log.length - 1);
  const was = assertExists(before.threads.at(5000), 'There is the last thread');
  const now = assertExists(after.threads.at(5000), 'It is there afterwards');
  const looks = [before.threads, before.runs, before.toolCalls].map((list) => vi.spyOn(list, 'at'));
  const walks = [was.messages, now.messages, after.threads, after.runs, after.toolCalls].map((list) =>
    vi.spyOn(list, Symbol.iterator),
  );
  expect(changesBetween(before, after).toolCalls.map(({ call }) => call.id)).toEqual(['c4999']);
  for (const walk of walks) expect(walk).not.toHaveBeenCalled();
  for (const look of looks) expect(look.mock.calls.length).toBeLessThan(600);
});
