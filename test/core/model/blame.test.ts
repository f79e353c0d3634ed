import { expect, test } from 'vitest';
import { appFold } from '@/lib/core/clients/app-fold';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { escapeToken, valueAt } from '@/lib/core/json/pointer';
import { mayTouch } from '@/lib/core/json/touches';
import { createHistory } from '@/lib/core/log/history';
import { createLog, type Log } from '@/lib/core/log/log';
import { modelFold } from '@/lib/core/model/model';
import {
  type BlameSource,
  type BlameTarget,
  type StateWriter,
  searchWriters,
  threadIn,
} from '@/lib/core/model/queries/blame';
import type { Thread } from '@/lib/core/model/types';
import { sseRecords } from '../../support/logs';
import { createRandom, type Random } from './random';
import { randomJson, randomPatch } from './random-stream';

/** The newest writers of a path, at most `limit`. */
function writersOf(source: BlameSource, target: BlameTarget, limit: number): readonly StateWriter[] {
  const search = searchWriters(source, target);
  while (!search.isDone && search.found.length < limit) search.step();
  return search.found.slice(0, limit);
}

function sourceOf(log: Log, isApp = false): BlameSource {
  const model = createHistory(modelFold, log, { interval: 16 });
  const app = createHistory(appFold(), log, { interval: 16 });
  return { log, modelAt: (seq) => (isApp ? app.at(seq).model : model.at(seq)) };
}

function runs(...all: { events: object[]; state?: Json }[]): Log {
  const log = createLog();
  all.forEach(({ events, state }, index) => {
    const ids = { threadId: 't', runId: `r${index}` };
    const whole = [{ type: 'RUN_STARTED', ...ids }, ...events, { type: 'RUN_FINISHED', ...ids }];
    const request = { ...ids, messages: [], ...(state === undefined ? {} : { state }) };
    log.append({ doc: 'd', frameId: 0, records: sseRecords(whole, request, index + 1) });
  });
  return log;
}

const delta = (...ops: object[]) => ({ type: 'STATE_DELTA', delta: ops });
const snapshot = (state: Json) => ({ type: 'STATE_SNAPSHOT', snapshot: state });

function seqsOf(log: Log, pointer: string): (readonly [number, string])[] {
  const place = { threadId: 't', pointer, seq: log.length - 1 };
  return writersOf(sourceOf(log), place, 100).map(({ seq, via }) => [seq, via] as const);
}

test('the writers of a value are the snapshots and deltas that change it', () => {
  const log = runs({
    events: [
      snapshot({ cart: { total: 1 }, other: 1 }), // 1
      delta({ op: 'replace', path: '/other', value: 2 }), // 2
      delta({ op: 'replace', path: '/cart/total', value: 2 }), // 3
      delta({ op: 'replace', path: '/cart/total', value: 2 }), // 4: the same again
      snapshot({ cart: { total: 2 }, other: 9 }), // 5: nothing new here
      delta({ op: 'replace', path: '/cart', value: { total: 3 } }), // 6
      delta({ op: 'remove', path: '/cart' }), // 7
    ],
  });
  expect(seqsOf(log, '/cart/total')).toEqual([
    [7, 'delta'],
    [6, 'delta'],
    [3, 'delta'],
    [1, 'snapshot'],
  ]);
  expect(seqsOf(log, '/other').map(([seq]) => seq)).toEqual([5, 2, 1]);
  const source = sourceOf(log);
  expect(writersOf(source, { threadId: 't', pointer: '/cart/total', seq: 6 }, 1)[0]).toEqual({
    seq: 6,
    via: 'delta',
    before: 2,
    after: 3,
  });
  expect(writersOf(source, { threadId: 't', pointer: '/never', seq: 9 }, 1)[0]).toBeUndefined();
});

test('an item inserted or removed before an array index is a writer of its value', () => {
  const log = runs({
    events: [
      snapshot({ list: [{ n: 1 }, { n: 2 }, { n: 3 }] }), // 1
      delta({ op: 'remove', path: '/list/0' }), // 2: what was at 1 is at 0
      delta({ op: 'add', path: '/list/2', value: { n: 4 } }), // 3: behind it
      delta({ op: 'add', path: '/list/0', value: { n: 9 } }), // 4
      delta({ op: 'move', from: '/list/3', path: '/x' }), // 5
    ],
  });
  expect(seqsOf(log, '/list/0/n').map(([seq]) => seq)).toEqual([4, 2, 1]);
  expect(seqsOf(log, '/list/1/n').map(([seq]) => seq)).toEqual([4, 2, 1]);
  expect(seqsOf(log, '/list/3').map(([seq]) => seq)).toEqual([5, 4]);
  expect(seqsOf(log, '/x/n').map(([seq]) => seq)).toEqual([5]);
});

test('the state of a request is a writer if it differs', () => {
  const log = runs(
    { events: [snapshot({ a: 1, b: 1 })] }, // 0–2
    { events: [delta({ op: 'replace', path: '/b', value: 3 })], state: { a: 2, b: 1 } }, // 3–5
    { events: [], state: { a: 2, b: 3 } }, // 6–7
  );
  expect(seqsOf(log, '/a')).toEqual([
    [3, 'request'],
    [1, 'snapshot'],
  ]);
  expect(seqsOf(log, '/b')).toEqual([
    [4, 'delta'],
    [1, 'snapshot'],
  ]);
});

test('a patch of another path is inspected once', () => {
  expect(mayTouch([{ op: 'replace', path: '/a/b', value: 1 }], '/a/c')).toBe(false);
  expect(mayTouch([{ op: 'replace', path: '/a', value: 1 }], '/a/c')).toBe(true);
  expect(mayTouch([{ op: 'replace', path: '/a/c/d', value: 1 }], '/a/c')).toBe(true);
  expect(mayTouch([{ op: 'remove', path: '/a/0' }], '/a/1/x')).toBe(true);
  expect(mayTouch([{ op: 'remove', path: '/a/2' }], '/a/1/x')).toBe(false);
  expect(mayTouch([{ op: 'replace', path: '/a/0', value: 1 }], '/a/1/x')).toBe(false);
  expect(mayTouch([{ op: 'test', path: '/a/1', value: 1 }], '/a/1/x')).toBe(false);
  expect(mayTouch([{ op: 'move', from: '/a/0', path: '/b' }], '/a/1')).toBe(true);
  expect(mayTouch([{ op: 'copy', from: '/a/1', path: '/b' }], '/a/1')).toBe(false);
  // One of several is enough, wherever it stands.
  const far = { op: 'replace', path: '/b', value: 1 };
  const near = { op: 'replace', path: '/a/1', value: 1 };
  expect(mayTouch([far, near], '/a/1')).toBe(true);
  expect(mayTouch([near, far], '/a/1')).toBe(true);
  expect(mayTouch([far, far], '/a/1')).toBe(false);
  expect(mayTouch([], '/a/1')).toBe(false);
  expect(mayTouch([far, null], '/a/1')).toBe(true);
  expect(mayTouch([{ op: 'replace', path: '/a/length', value: 0 }], '/a/1')).toBe(true);
  expect(mayTouch('none', '/a')).toBe(true);
});

function pointersIn(value: Json | undefined, pointer = '', into: string[] = []): string[] {
  into.push(pointer);
  if (!Array.isArray(value) && !isJsonObject(value)) return into;
  for (const [key, item] of Object.entries(value as JsonObject)) {
    pointersIn(item, `${pointer}/${escapeToken(key)}`, into);
  }
  return into;
}

function randomRuns(random: Random): Log {
  return runs(
    ...Array.from({ length: 3 }, () => ({
      events: Array.from({ length: 12 }, () =>
        random.chance(0.1)
          ? snapshot(randomJson(random) as Json)
          : random.chance(0.1)
            ? { type: 'CUSTOM', name: 'x', value: 1 }
            : { type: 'STATE_DELTA', delta: randomPatch(random) },
      ),
      ...(random.chance(0.5) ? { state: randomJson(random) as Json } : {}),
    })),
  );
}

test('writers equal those found by comparing the state before and after every event', () => {
  let checked = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = createRandom(seed);
    const log = randomRuns(random);
    const source = sourceOf(log, seed % 3 === 0);
    const states = Array.from(
      { length: log.length + 1 },
      (_, at) => threadIn(source.modelAt(at - 1), 't')?.state,
    );
    const pointers = new Set(states.flatMap((state) => pointersIn(state)));
    for (const pointer of [...pointers].slice(0, 60)) {
      const seq = log.length - 1 - random.below(8);
      const naive: number[] = [];
      for (let at = seq; at >= 0; at--) {
        if (!isEqualJson(valueAt(states[at], pointer), valueAt(states[at + 1], pointer))) naive.push(at);
      }
      const writers = writersOf(source, { threadId: 't', pointer, seq }, 1_000);
      expect(
        writers.map((writer) => writer.seq),
        `seed ${seed}, ${pointer}`,
      ).toEqual(naive);
      for (const { seq: at, before, after } of writers) {
        expect(before).toEqual(valueAt(states[at], pointer));
        expect(after).toEqual(valueAt(states[at + 1], pointer));
      }
      checked += naive.length;
    }
  }
  expect(checked).toBeGreaterThan(1_000);
});

test('a search through many deltas yields in small steps', () => {
  const log = runs({
    events: [
      snapshot({ rare: 1, n: 0 }),
      ...Array.from({ length: 5_000 }, (_, n) => delta({ op: 'replace', path: '/n', value: n })),
    ],
  });
  const search = searchWriters(sourceOf(log), { threadId: 't', pointer: '/rare', seq: log.length - 1 });
  let steps = 0;
  while (!search.isDone) {
    search.step();
    steps++;
  }
  expect(search.found.map(({ seq }) => seq)).toEqual([1]);
  expect(steps).toBeGreaterThan(20);
});

test('a search skips other threads and their requests', () => {
  const log = createLog();
  for (let n = 0; n < 500; n++) {
    const ids = { threadId: `t${n}`, runId: `r${n}` };
    const events = [{ type: 'RUN_STARTED', ...ids }, snapshot(n), { type: 'RUN_FINISHED', ...ids }];
    log.append({ doc: 'd', frameId: 0, records: sseRecords(events, { ...ids, messages: [] }, n + 1) });
  }
  const source = sourceOf(log);
  let models = 0;
  let threads = 0;
  const counted: BlameSource = {
    log,
    modelAt(seq) {
      models++;
      const model = source.modelAt(seq);
      const at = (index: number) => {
        threads++;
        return model.threads.at(index);
      };
      function* each() {
        for (let index = 0; index < model.threads.length; index++) yield at(index) as Thread;
      }
      return { ...model, threads: { length: model.threads.length, at, [Symbol.iterator]: each } };
    },
  };
  const search = searchWriters(counted, { threadId: 't1', pointer: '', seq: log.length - 1 });
  while (!search.isDone) search.step();
  expect(search.found.map(({ seq }) => seq)).toEqual([4, 3]);
  expect(models).toBeLessThan(20);
  expect(threads).toBeLessThan(20);
});
