// at(seq) equals a fresh fold for every seq, in any order of asking; what was handed out never changes.
import { expect, test } from 'vitest';
import { lintFold } from '@/lib/core/lint/lint';
import type { Linted } from '@/lib/core/lint/types';
import { createHistory, type SkippedStep } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import type { Fold } from '@/lib/core/log/types';
import type { Model } from '@/lib/core/model/types';
import type { CapturedRecord } from '@/lib/messages/records';
import { headOf, logOfRecords, sseRecords } from '../../support/logs';
import { sampleSize } from '../../support/sample-size';
import { events } from '../../support/stream-text';
import { createRandom } from '../model/random';
import { randomStream } from '../model/random-stream';

/** Everything that a view can see of a model, as text. */
function seen({ model, findings }: Linted): string {
  const { threads, runs, toolCalls, current }: Model = model;
  const text = {
    current,
    threads: [...threads].map(
      ({ messages, stateSeqs, runs: own, threadId, state, interrupts, statePatchFailure }) => ({
        threadId,
        state,
        interrupts,
        statePatchFailure,
        messages: [...messages].map(({ message, firstSeq, lastSeq, open, via }) => ({
          message,
          firstSeq,
          lastSeq,
          open,
          via,
        })),
        stateSeqs: [...stateSeqs],
        runs: [...own],
      }),
    ),
    runs: [...runs].map(
      ({ runId, status, events, startSeq, endSeq, endMs, firstTokenMs, steps, subagents }) => {
        return {
          runId,
          status,
          events,
          startSeq,
          endSeq,
          endMs,
          firstTokenMs,
          steps: [...steps],
          subagents: [...subagents],
        };
      },
    ),
    toolCalls: [...toolCalls].map(({ id, name, args, status, argSeqs, startSeq, endSeq, resultSeq }) => {
      return { id, name, args, status, argSeqs: [...argSeqs], startSeq, endSeq, resultSeq };
    }),
    findings,
  };
  return JSON.stringify(text);
}

function fresh(log: Log, seq: number): string {
  let state = lintFold.init();
  let boundary = 0;
  for (let at = 0; at <= seq; at++) {
    for (
      let fact = log.boundaries[boundary];
      fact !== undefined && fact.beforeSeq <= at;
      fact = log.boundaries[++boundary]
    )
      state = lintFold.boundary?.(state, fact) ?? state;
    const event = log.at(at);
    if (event !== undefined) state = lintFold.step(state, event);
  }
  return seen(state);
}

/** Two streams at once, with requests, cut into batches. */
function batches(seed: number): { doc: string; frameId: number; records: ReturnType<typeof sseRecords> }[] {
  const random = createRandom(seed);
  const request = {
    threadId: 't',
    runId: 'q',
    messages: [{ id: 'u1', role: 'user', content: 'hi' }],
    state: { a: 1 },
  };
  const one = sseRecords(randomStream(seed, 40), request);
  const two = sseRecords(randomStream(seed + 1000, 40), { ...request, threadId: 't2' });
  const mixed: { doc: string; frameId: number; records: ReturnType<typeof sseRecords> }[] = [];
  while (one.length > 0 || two.length > 0) {
    const fromOne = one.length > 0 && (two.length === 0 || random.chance(0.5));
    const records = (fromOne ? one : two).splice(0, 1 + random.below(9));
    mixed.push({ doc: fromOne ? 'a' : 'b', frameId: 0, records });
  }
  return mixed;
}

test('at(seq) equals a fresh fold, while the log grows and in any order', () => {
  for (let seed = 1; seed <= sampleSize(25); seed++) {
    const random = createRandom(seed);
    const log = createLog();
    const history = createHistory(lintFold, log, { interval: 1 + random.below(20), units: 2000 });
    const kept: { seq: number; state: Linted; text: string }[] = [];
    for (const batch of batches(seed)) {
      log.append(batch);
      const head = history.head();
      kept.push({ seq: -2, state: head, text: seen(head) });
      if (log.length === 0) continue;
      const seq = random.below(log.length);
      const state = history.at(seq);
      kept.push({ seq, state, text: seen(state) });
    }
    for (const { seq, state, text } of kept) {
      expect(seen(state), `seed ${seed}: a state that was handed out changed`).toBe(text);
      // The request or end of a stream is known only once it arrives: states are read again at the end.
      if (seq >= 0) expect(seen(history.at(seq)), `seed ${seed}, seq ${seq}`).toBe(text);
    }
    for (let seq = 0; seq < log.length; seq++) {
      expect(seen(history.at(seq)), `seed ${seed}, seq ${seq}`).toBe(fresh(log, seq));
    }
    for (let seq = log.length - 1; seq >= 0; seq -= 7) {
      expect(seen(history.at(seq)), `seed ${seed}, seq ${seq}, backwards`).toBe(fresh(log, seq));
    }
  }
});

test('the model is empty before the first event; the head includes boundaries after the last event', () => {
  const log = createLog();
  const history = createHistory(lintFold, log);
  const request = { threadId: 't', runId: 'r', messages: [] };
  log.append({ doc: 'd', frameId: 0, records: sseRecords(events('run'), request) });
  expect(history.at(-1).model.runs.length).toBe(0);
  expect(history.at(0).model.runs.at(0)?.status).toBe('running');
  expect(history.head().model.runs.at(0)?.status).toBe('truncated');
});

test('after(boundary) equals a fresh fold up to that boundary, in any order', () => {
  for (let seed = 1; seed <= sampleSize(25); seed++) {
    const random = createRandom(seed);
    const log = createLog();
    const history = createHistory(lintFold, log, { interval: 16 });
    for (const batch of batches(seed)) log.append(batch);
    for (let times = 0; times < 12; times++) {
      const wanted = random.below(log.boundaries.length);
      let state = lintFold.init();
      let seq = 0;
      for (const boundary of log.boundaries.slice(0, wanted + 1)) {
        for (; seq < boundary.beforeSeq; seq++) {
          const event = log.at(seq);
          if (event !== undefined) state = lintFold.step(state, event);
        }
        state = lintFold.boundary?.(state, boundary) ?? state;
      }
      expect(seen(history.after(wanted)), `seed ${seed}, boundary ${wanted}`).toBe(seen(state));
      if (random.chance(0.5)) history.at(random.below(log.length));
      expect(seen(history.head())).toBe(seen(headOf(log, lintFold)));
    }
  }
});

test('many requests without events keep states near a checkpoint, and can be folded later', () => {
  const [requests, interval] = [5_000, 50];
  const log = createLog();
  const opens = Array.from({ length: requests }, (_none, at): CapturedRecord => {
    return { kind: 'open', t: at, stream: at + 1, transport: 'fetch', url: 'http://x/', method: 'POST' };
  });
  const started = 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n';
  log.append({
    doc: 'd',
    frameId: 0,
    records: [...opens, { kind: 'chunk', t: 1, stream: 1, text: started }],
  });
  let work = 0;
  const counting: Fold<number> = {
    name: 'counting',
    init: () => 0,
    step: (count) => count + ++work * 0,
    boundary: (count) => count + ++work / work,
    fork: (count) => count,
  };
  const history = createHistory(counting, log, { interval });
  let asked = 0;
  while (!history.advance(() => ++asked % 100 === 0)) expect(work).toBeLessThanOrEqual(asked);
  expect(work).toBe(requests + 1);
  work = 0;
  expect(history.at(0)).toBe(requests);
  expect(history.after(4_321)).toBe(4_322);
  expect(history.after(17)).toBe(18);
  expect(work).toBeLessThan(4 * interval);
});

/** The fold of all rules, which changes its state and then throws at some facts; or leaves those out from the start. */
function breaking(isBad: (at: number) => boolean, how: 'throws' | 'skips'): Fold<Linted> {
  const broken = (state: Linted, isBoundary: boolean, next: () => Linted): Linted => {
    if (how === 'skips') return state;
    next();
    throw new Error(isBoundary ? 'a boundary' : 'an event');
  };
  return {
    ...lintFold,
    step: (state, event) =>
      isBad(event.seq)
        ? broken(state, false, () => lintFold.step(state, event))
        : lintFold.step(state, event),
    boundary: (state, fact) => {
      const next = () => lintFold.boundary?.(state, fact) ?? state;
      return fact.kind === 'close' && isBad(fact.beforeSeq) ? broken(state, true, next) : next();
    },
  };
}

test('events on which a fold throws are skipped, reported once, and all later ones are folded', () => {
  for (let seed = 1; seed <= sampleSize(25); seed++) {
    const random = createRandom(seed);
    const every = 1 + random.below(9);
    const isBad = (at: number): boolean => at % every === 0;
    const log = createLog();
    const reported: SkippedStep[] = [];
    const history = createHistory(breaking(isBad, 'throws'), log, {
      interval: 1 + random.below(20),
      units: 2000,
      onSkip: (what) => reported.push(what),
    });
    const other = createHistory(breaking(isBad, 'skips'), log);
    for (const batch of batches(seed)) {
      log.append(batch);
      expect(seen(history.head()), `seed ${seed}`).toBe(seen(other.head()));
      if (log.length > 0) history.at(random.below(log.length));
    }
    for (let seq = log.length - 1; seq >= -1; seq--)
      expect(seen(history.at(seq)), `seed ${seed}, seq ${seq}`).toBe(seen(other.at(seq)));
    for (let at = 0; at < log.boundaries.length; at++)
      expect(seen(history.after(at)), `seed ${seed}, boundary ${at}`).toBe(seen(other.after(at)));
    const reportedSeqs = reported.filter(({ boundary }) => boundary === undefined).map(({ seq }) => seq);
    expect(reportedSeqs).toEqual(Array.from({ length: log.length }, (_none, at) => at).filter(isBad));
    const closes = log.boundaries.filter(({ kind, beforeSeq }) => kind === 'close' && isBad(beforeSeq));
    expect(reported.flatMap(({ boundary }) => boundary ?? [])).toEqual(closes);
  }
});

test('a fold that throws on every event takes time in proportion; an unhandled one throws', () => {
  const count = 3_000;
  const log = logOfRecords(sseRecords(Array(count).fill({ type: 'CUSTOM', name: 'a' })));
  let work = 0;
  const fold: Fold<number> = {
    name: 'broken',
    init: () => 0,
    step() {
      work++;
      throw new Error('always');
    },
    fork: (state) => state,
  };
  let reported = 0;
  const onSkip = (): void => void reported++;
  expect(createHistory(fold, log, { onSkip }).head()).toBe(0);
  expect([work, reported]).toEqual([count, count]);
  expect(() => createHistory(fold, log).head()).toThrow('always');
});

test('reading an event folds no later event', () => {
  const log = createLog();
  for (const batch of batches(1)) log.append(batch);
  const history = createHistory(lintFold, log);
  expect(seen(history.at(9))).toBe(fresh(log, 9));
  expect(history.length).toBe(10);
  expect(seen(history.soFar())).toBe(fresh(log, 9));
  history.advance();
  expect(history.length).toBe(log.length);
});
