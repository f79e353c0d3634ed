// More of everything than a function takes arguments, of which engines have some 120,000.
import { expect, test } from 'vitest';
import { aimockFixture } from '@/lib/core/files/aimock-fixture';
import { perfetto } from '@/lib/core/files/perfetto';
import { createHistory } from '@/lib/core/log/history';
import { modelFold } from '@/lib/core/model/model';
import { changesBetween } from '@/lib/core/model/queries/changes';
import { interruptsOf } from '@/lib/core/model/queries/interrupts';
import { batchOf, exported, logOfBatches } from '../../support/exported';
import { STARTED, sseRecords } from '../../support/logs';

const MANY = 150_000;
const listOf = <T>(make: (at: number) => T): T[] => Array.from({ length: MANY }, (_none, at) => make(at));
const historyOf = (events: readonly object[]) =>
  createHistory(modelFold, logOfBatches([batchOf(sseRecords([STARTED, ...events]))]));

test('changes of one event with more items than a call may have arguments', () => {
  const stateOf = (by: number) => Object.fromEntries(listOf((at) => [`k${at}`, at + by]));
  const messages = listOf((at) => ({ id: `m${at}`, role: 'user', content: 'x' }));
  const history = historyOf([
    { type: 'STATE_SNAPSHOT', snapshot: stateOf(0) },
    { type: 'STATE_SNAPSHOT', snapshot: stateOf(1) },
    { type: 'MESSAGES_SNAPSHOT', messages },
  ]);
  expect(changesBetween(history.at(1), history.at(2)).state.length).toBeGreaterThan(0);
  expect(changesBetween(history.at(2), history.at(3)).messages).toHaveLength(MANY);
});

test('more interrupts of one run than a call may have arguments', () => {
  const interrupts = listOf((at) => ({ id: `i${at}`, reason: 'x' }));
  const model = historyOf([
    { type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome: { type: 'interrupt', interrupts } },
  ]).head();
  const thread = model.threads.at(0);
  expect(thread === undefined ? [] : interruptsOf(model, thread, 0)).toHaveLength(MANY);
});

test('more steps of one run than a call may have arguments, as slices', () => {
  const steps = listOf((at) => ({ type: 'STEP_STARTED', stepName: `s${at}` }));
  const text = exported(perfetto, [batchOf(sseRecords([STARTED, ...steps]))]);
  expect(text.split('"cat": "step"')).toHaveLength(MANY + 1);
});

test('more events of one fixture than a call may have arguments', () => {
  const events = [STARTED, ...listOf(() => ({ type: 'CUSTOM', name: 'x', value: 1 }))];
  const read = aimockFixture.read?.({ name: 'x.json', text: JSON.stringify({ fixtures: [{ events }] }) });
  const batches = read !== undefined && 'batches' in read ? [...read.batches] : [];
  expect(batches[0]?.records.length).toBeGreaterThan(MANY);
});
