// Questions and their answers: in every form, late, passed over, never.
import { expect, test } from 'vitest';
import type { Log } from '@/lib/core/log/log';
import { interruptsOf } from '@/lib/core/model/queries/interrupts';
import { createExchanges, finished, question, requestOf, started } from '../../support/exchanges';
import { modelOf } from '../../support/logs';
import { createRandom } from './random';

function tableOf(log: Log, nowMs = 1_000) {
  const model = modelOf(log);
  const thread = model.threads.at(0);
  return thread === undefined ? [] : interruptsOf(model, thread, nowMs);
}

const U1 = question('u1');

function ask(talk: ReturnType<typeof createExchanges>, ...interrupts: readonly object[]): void {
  const feed = talk.open({ request: requestOf('r1', [U1]) });
  feed.send(started('r1'), finished('r1', { type: 'interrupt', interrupts }));
}

function reply(talk: ReturnType<typeof createExchanges>, more: object): void {
  talk.open({ request: requestOf('r2', [U1], more) }).send(started('r2'), finished('r2'));
}

test('each question has its own answer and waiting time', () => {
  const talk = createExchanges();
  ask(
    talk,
    { id: 'i1', reason: 'approval', message: 'May I?', toolCallId: 'c1' },
    { id: 'i2', reason: 'other' },
    { id: 'i3', reason: 'other' },
  );
  expect(tableOf(talk.log).map(({ state }) => state)).toEqual(['open', 'open', 'open']);
  talk.pass(5_000);
  const resume = [
    { interruptId: 'i2', status: 'cancelled' },
    { interruptId: 'i1', status: 'resolved', payload: { ok: true } },
    { interruptId: 'nobody', status: 'resolved' },
  ];
  reply(talk, { resume });
  const table = tableOf(talk.log);
  expect(table[0]).toMatchObject({
    id: 'i1',
    run: 0,
    seq: 1,
    via: 'outcome',
    message: 'May I?',
    toolCallId: 'c1',
    state: 'answered',
    answer: { run: 1, status: 'resolved', payload: { ok: true }, afterMs: 5_001 },
  });
  expect(table[1]).toMatchObject({ state: 'answered', answer: { status: 'cancelled' } });
  expect(table[2]).toMatchObject({ id: 'i3', state: 'unanswered' });
  expect(table[2]).not.toHaveProperty('answer');
});

test('a question is unanswered once a request omits it', () => {
  const talk = createExchanges();
  ask(talk, { id: 'i1', reason: 'approval' });
  talk.open({ request: requestOf('r2', [U1]) }).send(started('r2'));
  expect(tableOf(talk.log)[0]?.state).toBe('unanswered');
});

test('a question expires at its time, even if it is answered later', () => {
  const talk = createExchanges();
  const expiresAt = new Date(1_000).toISOString();
  ask(talk, { id: 'i1', reason: 'approval', expiresAt });
  expect(tableOf(talk.log, 900)[0]?.state).toBe('open');
  expect(tableOf(talk.log, 1_100)[0]?.state).toBe('expired');
  talk.pass(2_000);
  reply(talk, { resume: [{ interruptId: 'i1', status: 'resolved' }] });
  expect(tableOf(talk.log)[0]).toMatchObject({ state: 'expired', answer: { run: 1 } });
});

test('a question of a CUSTOM event is answered by a command', () => {
  const talk = createExchanges();
  const value = JSON.stringify({ question: 'Go on?' });
  const feed = talk.open({ request: requestOf('r1', [U1]) });
  feed.send(started('r1'), { type: 'CUSTOM', name: 'on_interrupt', value }, finished('r1'));
  expect(tableOf(talk.log)[0]).toMatchObject({
    id: 'custom-1',
    value: { question: 'Go on?' },
    state: 'open',
  });
  reply(talk, { forwardedProps: { command: { resume: 'yes' } } });
  const [asked] = tableOf(talk.log);
  expect(asked).toMatchObject({ via: 'custom', state: 'answered', answer: { run: 1, payload: 'yes' } });
});

test('a question that is asked both ways is one', () => {
  const talk = createExchanges();
  const custom = { type: 'CUSTOM', name: 'on_interrupt', value: 'Go on?' };
  const interrupts = [{ id: 'i1', reason: 'approval' }];
  const feed = talk.open({ request: requestOf('r1', [U1]) });
  feed.send(started('r1'), custom, finished('r1', { type: 'interrupt', interrupts }));
  expect(tableOf(talk.log).map(({ id }) => id)).toEqual(['i1']);
});

test.each([{ interruptId: 'i1' }, {}])("the draft's single answer: %j", (id) => {
  const talk = createExchanges();
  ask(talk, { id: 'i1', reason: 'approval' });
  reply(talk, { resume: { ...id, payload: 7 } });
  expect(tableOf(talk.log)[0]).toMatchObject({ state: 'answered', answer: { payload: 7 } });
});

test('a replayed run neither repeats nor skips questions', () => {
  const talk = createExchanges();
  ask(talk, { id: 'i1', reason: 'approval' });
  const url = 'http://localhost/agent?offset=-1&runId=r1';
  const again = talk.open({ url, method: 'GET' });
  again.send(
    started('r1'),
    finished('r1', { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'approval' }] }),
  );
  expect(tableOf(talk.log).map(({ id, state, run }) => [id, state, run])).toEqual([['i1', 'open', 0]]);
  reply(talk, { resume: [{ interruptId: 'i1', status: 'resolved' }] });
  expect(tableOf(talk.log)).toMatchObject([{ id: 'i1', run: 0, state: 'answered', answer: { run: 2 } }]);
});

/** A conversation of runs that ask, answer, pass over, fail, go on, are seen again and end well. */
function longTalk(seed: number, runs: number): Log {
  const random = createRandom(seed);
  const talk = createExchanges();
  for (let at = 0; at < runs; at++) {
    const resume = Array.from({ length: random.below(3) }, () => ({
      interruptId: `i${random.below(at + 1)}-${random.below(2)}`,
      status: random.chance(0.5) ? 'resolved' : 'cancelled',
    }));
    const feed = talk.open({ request: requestOf(`r${at}`, [U1], random.chance(0.7) ? { resume } : {}) });
    feed.send(started(`r${at}`));
    talk.pass(random.below(2_000));
    const interrupts = [0, 1].map((each) => ({ id: `i${at}-${each}`, reason: 'approval' }));
    const ends = [
      finished(`r${at}`, { type: 'interrupt', interrupts }),
      finished(`r${at}`),
      { type: 'RUN_ERROR', message: 'no' },
      { type: 'CUSTOM', name: 'on_interrupt', value: 'Go on?' },
    ];
    const end = ends[random.below(random.chance(0.5) ? 1 : ends.length)];
    if (end !== undefined) feed.send(end);
    if (random.chance(0.2)) {
      const again = talk.open({ url: `http://localhost/agent?offset=-1&runId=r${at}`, method: 'GET' });
      again.send(started(`r${at}`), finished(`r${at}`));
    }
  }
  return talk.log;
}

test('a run’s interrupts and answers are the same, from all runs or only the deciding ones', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const model = modelOf(longTalk(seed, 12));
    const thread = model.threads.at(0);
    if (thread === undefined) throw new Error('Expected a thread.');
    const all = interruptsOf(model, thread, 10_000);
    for (const run of model.runs) {
      const isAbout = (entry: (typeof all)[number]) =>
        entry.run === run.index || entry.answer?.run === run.index;
      const about = interruptsOf(model, thread, 10_000, run);
      expect(about.filter(isAbout), `seed ${seed}, run ${run.index}`).toEqual(all.filter(isAbout));
    }
  }
});

test('only deciding runs are searched for the questions of a run', () => {
  const talk = createExchanges();
  for (let at = 0; at < 50; at++) {
    const feed = talk.open({ request: requestOf(`r${at}`, [U1]) });
    const interrupts = [{ id: `i${at}`, reason: 'approval' }];
    feed.send(started(`r${at}`), finished(`r${at}`, { type: 'interrupt', interrupts }));
  }
  const model = modelOf(talk.log);
  const [thread, run] = [model.threads.at(0), model.runs.at(25)];
  const runs = thread === undefined || run === undefined ? [] : interruptsOf(model, thread, 0, run);
  expect(runs.map((entry) => entry.run)).toEqual([24, 25, 26]);
});
