// What is loaded late: once, again after a failure, and to the same end as if it had been there from the start.
import { expect, test } from 'vitest';
import { readerOf } from '@/lib/core/consumers/consumers';
import { createLintFold } from '@/lib/core/lint/lint';
import type { LintFold } from '@/lib/core/lint/types';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import type { CapturedRecord } from '@/lib/messages/records';
import { createJudged } from '@/lib/panel/judged';
import { late, there } from '@/lib/panel/late';
import { needsOf } from '@/lib/panel/needs';
import { createReading } from '@/lib/panel/reading';
import { NO_SOURCE } from '@/lib/panel/source';
import { plain, sseRecords } from '../support/logs';
import { batchOf, createTurns, sampleRun, whileRunning } from '../support/sessions';

/** A promise that the test keeps. */
function promised<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** What a log appends. */
const read = (events: readonly object[], n: number) => ({
  doc: `d${n}`,
  frameId: 0,
  n: 0,
  from: 0,
  records: sseRecords(events),
});

const broken = [
  { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'never started' },
  { type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' },
  { type: 'CUSTOM', name: 'late', value: 1 },
];

test('it is loaded once, and again where that failed', async () => {
  let asked = 0;
  const file = late(() => (++asked === 1 ? Promise.reject(new Error('gone')) : Promise.resolve('here')));
  await expect(file.load()).rejects.toThrow('gone');
  expect(file.now.value).toBeUndefined();
  await expect(Promise.all([file.load(), file.load()])).resolves.toEqual(['here', 'here']);
  expect(file.now.value).toBe('here');
  expect(asked).toBe(2);
  await expect(there(3).load()).resolves.toBe(3);
});

test('before what judges is loaded the model is there, and after it the findings of everything', async () => {
  const log = createLog();
  const turns = createTurns();
  const loading = promised<{ createLintFold(): LintFold }>();
  const judged = createJudged(
    log,
    { readers: readerOf, scheduler: turns },
    late(() => loading.promise),
  );
  log.append(read(broken, 0));
  for (let n = 1; n < 40; n++) log.append(read([...sampleRun(`r${n + 1}`), ...broken], n));
  const early = judged.head();
  expect(early.findings).toEqual([]);
  expect(early.model.runs.length).toBeGreaterThan(40);
  let isJudged = false;
  void judged.judged().then(() => {
    isJudged = true;
  });
  loading.resolve({ createLintFold: () => createLintFold(readerOf) });
  await loading.promise;
  await Promise.resolve();
  turns.once();
  // In turns: one is not enough for all of it.
  expect(judged.isJudged.value).toBe(false);
  log.append(read(broken, 40));
  await whileRunning(turns, judged.judged());
  expect(isJudged).toBe(true);
  const whole = createHistory(createLintFold(readerOf), log);
  expect(judged.head().findings.length).toBeGreaterThan(40);
  expect(plain(judged.head().findings)).toEqual(plain(whole.head().findings));
  for (const seq of [0, 3, 200, log.length - 1])
    expect(plain(judged.at(seq).findings), String(seq)).toEqual(plain(whole.at(seq).findings));
});

test('where what judges cannot be loaded, it is said why, and can be tried again', async () => {
  const log = createLog();
  log.append(read(broken, 0));
  const turns = createTurns();
  let tries = 0;
  const judges = late(() =>
    ++tries === 1
      ? Promise.reject(new Error('The file is gone.'))
      : Promise.resolve({ createLintFold: () => createLintFold(readerOf) }),
  );
  const judged = createJudged(log, { readers: readerOf, scheduler: turns }, judges);
  await expect(judged.judged()).rejects.toThrow('gone');
  expect([judged.failure.value, judged.isJudged.value]).toEqual(['The file is gone.', false]);
  judged.tryAgain();
  expect(judged.failure.value).toBeUndefined();
  await whileRunning(turns, judged.judged());
  expect([judged.failure.value, judged.isJudged.value]).toEqual([undefined, true]);
  expect(judged.head().findings.length).toBeGreaterThan(0);
});

test('nothing is read before what it needs is there, and whoever waits for all of it waits for its judges too', async () => {
  const turns = createTurns();
  const [needed, judged] = [promised<void>(), promised<void>()];
  const read: number[] = [];
  let [isNeeded, isUnjudged] = [true, true];
  const reader = {
    length: 0,
    read: ({ records }: { records: readonly unknown[] }) => [read.push(records.length)],
    finish() {},
    needs: () => (isNeeded ? needed.promise : undefined),
    judged: () => (isUnjudged ? judged.promise : undefined),
  };
  const reading = createReading(reader, turns, NO_SOURCE);
  reading.append([batchOf(sampleRun())]);
  let isSettled = false;
  void reading.settled().then(() => {
    isSettled = true;
  });
  turns.run();
  reading.append([batchOf(sampleRun('r2'), 1)]);
  turns.run();
  expect(read).toEqual([]);
  isNeeded = false;
  needed.resolve();
  await needed.promise;
  await Promise.resolve();
  turns.run();
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(2 * sseRecords(sampleRun()).length);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSettled).toBe(false);
  isUnjudged = false;
  judged.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSettled).toBe(true);
});

test('what cannot be loaded is tried again: nothing that came is dropped', async () => {
  const turns = createTurns();
  let tries = 0;
  const read: unknown[] = [];
  const reader = {
    length: 0,
    read: (step: unknown) => [read.push(step)],
    finish() {},
    needs: () => (++tries < 3 ? Promise.reject(new Error('gone')) : undefined),
    judged: () => undefined,
  };
  const reading = createReading(reader, turns, NO_SOURCE);
  reading.append([batchOf([sampleRun()[0] ?? {}])]);
  await whileRunning(turns, reading.settled());
  expect(tries).toBe(3);
  expect(read).toHaveLength(1);
});

const text: CapturedRecord = { kind: 'chunk', t: 0, stream: 1, text: 'data: {}\n\n' };

test.each([
  ['text', text, false],
  ['an answer of text', { ...open({ 'content-type': 'text/event-stream' }) }, false],
  ['an answer of protobuf', { ...open({ 'content-type': 'application/vnd.ag-ui.event+proto;v=1' }) }, true],
  ['protobuf in capitals', { ...open({ 'content-type': 'Application/vnd.AG-UI.event+proto' }) }, true],
  ['bytes', { kind: 'chunk', t: 0, stream: 1, b64: 'AAAA' }, true],
  ['bytes that happen to be text', { kind: 'chunk', t: 0, stream: 1, text: '\0\0\0\u0002\b\u0001' }, true],
  ['a binary message', { kind: 'frame', t: 0, stream: 1, dir: 'in', b64: 'CAE=' }, true],
] as const)('%s: what has to be there before it is read', async (_name, record, isBinary) => {
  const asked: string[] = [];
  const file = (name: string) => late(() => Promise.resolve(asked.push(name)));
  const from = { schemas: file('schemas'), protobuf: file('protobuf') };
  await needsOf([text, record], from);
  expect(asked).toEqual(isBinary ? ['schemas', 'protobuf'] : ['schemas']);
  expect(needsOf([text, record], from)).toBeUndefined();
});

function open(headers: Readonly<Record<string, string>>): CapturedRecord {
  return { kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'http://x/', method: 'POST', headers };
}
