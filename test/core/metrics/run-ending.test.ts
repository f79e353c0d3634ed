import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFile } from '@/lib/core/files/read-file';
import { createLog } from '@/lib/core/log/log';
import { endingOf, endingText, endMsOf, isBadEnding } from '@/lib/core/metrics/run-ending';
import type { CapturedRecord } from '@/lib/messages/records';
import { FINISHED as END, modelOf, STARTED as START, sseRecords } from '../../support/logs';
import { play } from '../../support/played';
import { startSession } from '../../support/sessions';
import { events } from '../../support/stream-text';

type Close = Partial<Extract<CapturedRecord, { kind: 'close' }>>;

function ending(list: readonly object[], close?: Close | null, origin?: string) {
  const records = sseRecords(list, {
    threadId: 't',
    runId: 'r',
    messages: [],
    tools: [{ name: 'look', description: '', parameters: {} }],
  }).map((record) => (record.kind === 'open' && origin !== undefined ? { ...record, origin } : record));
  const last = records.pop();
  if (close !== null && last?.kind === 'close') records.push({ ...last, ...close });
  return endingOfRecords(records);
}

function endingOfRecords(records: readonly CapturedRecord[]) {
  const { log, models } = startSession({ doc: 'd', frameId: 0, n: 0, records }).session;
  const model = models.current.value;
  const run = model.runs.at(0);
  if (run === undefined) throw new Error('A request is a run.');
  return endingOf(run, model, log);
}

test('the end of a run has its cause and the side that ended it', () => {
  expect(ending([START], null)).toEqual({ kind: 'running' });
  expect(ending([START, END])).toEqual({ kind: 'finished' });
  expect(ending([START, { ...END, finishReason: 'stop' }])).toEqual({ kind: 'finished' });
  expect(ending([START, { ...END, finishReason: 'length' }])).toEqual({ kind: 'limited', reason: 'length' });
  expect(ending([START, { type: 'RUN_ERROR', message: 'no key' }])).toEqual({
    kind: 'error',
    reason: 'no key',
  });
  expect(ending([START])).toEqual({ kind: 'cut', by: 'server' });
  expect(ending([START], { how: 'network-error', detail: 'reset' })).toEqual({
    kind: 'cut',
    by: 'network',
    reason: 'reset',
  });
  expect(ending([START], { how: 'aborted' })).toEqual({ kind: 'stopped', by: 'app' });
  expect(ending([START], { how: 'aborted' }, 'sent by you')).toEqual({ kind: 'stopped', by: 'you' });
  expect(ending([START], { how: 'page-gone' })).toEqual({ kind: 'stopped', by: 'page' });
  const interrupt = { type: 'interrupt', interrupts: [{ id: 'i', reason: 'ask' }] };
  expect(ending([START, { ...END, outcome: interrupt }])).toEqual({ kind: 'waiting' });
});

test('a response without events is not a cut; it is expected for a status of an empty response', () => {
  const empty = (status: number) => {
    const records = sseRecords([], { threadId: 't', runId: 'r', messages: [], tools: [] });
    return endingOfRecords(records.map((each) => (each.kind === 'open' ? { ...each, status } : each)));
  };
  expect(empty(202)).toEqual({ kind: 'empty', status: 202 });
  expect(isBadEnding(empty(202))).toBe(false);
  expect(endingText(empty(204))).toBe('no events in the response (HTTP 204)');
  expect(empty(200)).toEqual({ kind: 'empty' });
  expect(isBadEnding(empty(200))).toBe(true);
});

test('only an unwanted end is marked as bad', () => {
  expect([isBadEnding({ kind: 'cut', by: 'server' }), isBadEnding({ kind: 'error', reason: '' })]).toEqual([
    true,
    true,
  ]);
  expect([isBadEnding({ kind: 'stopped', by: 'app' }), isBadEnding({ kind: 'finished' })]).toEqual([
    false,
    false,
  ]);
});

test('a run that its agent ends more than once waits for no answer', () => {
  const once = 'run · tool c look · end';
  expect(ending(events(once))).toEqual({ kind: 'waiting' });
  expect(ending(events(`${once} · result c "1" · end`))).toEqual({ kind: 'finished' });
});

test('events that the CopilotKit runtime adds for a stopped run are recognized', () => {
  const url = 'http://localhost/api/copilotkit/agent/default/run';
  const endingAt = (at: string) => {
    const log = play({ url: at, sender: 'client-0.0', text: 'run · text m "Hel" · RUN_FINISHED {}' });
    const model = modelOf(log);
    const run = model.runs.at(0);
    return run && endingOf(run, model, log);
  };
  expect(endingAt(url)).toEqual({ kind: 'stopped', by: 'runtime' });
  expect(endingAt('http://localhost/agent')).toEqual({ kind: 'cut', by: 'server' });
});

test('an agent that goes on after its tools ends its run more than once: the last end counts', () => {
  const name = 'a5-tanstack.sse-servertool.agui.jsonl';
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/recordings', name), 'utf8');
  const read = readFile({ name, text });
  if ('error' in read) throw new Error(read.error);
  const log = createLog();
  for (const batch of read.batches) log.append(batch);
  const run = modelOf(log).runs.at(0);
  if (run === undefined) throw new Error('There is a run.');
  expect(log.typeOf(log.length - 1)).toBe('RUN_FINISHED');
  expect(run.endSeq).toBeLessThan(log.length - 1);
  expect(endMsOf(run, log)).toBe(log.timeMsOf(log.length - 1));
  // At an earlier event, the run has the end known by then.
  expect(endMsOf(run, log, log.length - 2)).toBe(run.endMs);
});
