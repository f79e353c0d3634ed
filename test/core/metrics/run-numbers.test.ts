import { expect, test, vi } from 'vitest';
import { createHistory } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import { Quantiles, RunCounter } from '@/lib/core/metrics/run-metrics';
import { modelFold } from '@/lib/core/model/model';
import type { CapturedRecord } from '@/lib/messages/records';
import { FINISHED, logOfRecords, modelOf, openOf, STARTED, sse } from '../../support/logs';
import { createRandom } from '../model/random';

/** A run whose events come at the given times. */
function logOf(events: readonly (readonly [t: number, event: object])[]): Log {
  return logOfRecords([
    { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1_000, top: true },
    { ...openOf({ threadId: 't', runId: 'r', messages: [] }), t: 0 },
    ...events.map(([t, event]): CapturedRecord => ({ kind: 'chunk', t, stream: 1, text: sse(event) })),
  ]);
}

const text = (part: string, more = {}) => ({ type: `TEXT_MESSAGE_${part}`, messageId: 'm', ...more });
const call = (part: string, more = {}) => ({ type: `TOOL_CALL_${part}`, toolCallId: 'c', ...more });

const RUN = [
  [100, STARTED],
  [120, text('START')],
  [200, text('CONTENT', { delta: 'Hello ' })],
  [210, text('CONTENT', { delta: 'there' })],
  [3_210, text('END')],
  [3_220, { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } }],
  [3_230, { type: 'STATE_DELTA', delta: ['/a', '/b'].map((path) => ({ op: 'add', path, value: 2 })) }],
  [3_240, call('START', { toolCallName: 'f' })],
  [3_250, call('ARGS', { delta: '{}' })],
  [3_260, call('END')],
  [4_000, call('RESULT', { messageId: 'x', content: 'ok' })],
  [4_010, FINISHED],
] as const;

const numbersOf = (log: Log) => new RunCounter(log, 0).read(modelOf(log));

test('times, text, state and calls of a run are counted', () => {
  const numbers = numbersOf(logOf(RUN));
  expect(numbers).toMatchObject({
    events: 12,
    firstEventMs: 100,
    firstTokenMs: 200,
    gaps: { p50: 10, max: 3_000 },
    stalls: [{ seq: 4, gapMs: 3_000 }],
    characters: 13,
    state: { snapshots: 1, deltas: 1, operations: 2 },
    tools: { calls: 1, argumentsMs: 10, waitingMs: 740 },
  });
  const { stepMs = 0, characters = [] } = numbers?.rate ?? {};
  expect(characters.reduce((a, b) => a + b, 0)).toBe(13);
  // From the request on, as the time to the first token.
  expect(characters.findIndex((count) => count > 0) * stepMs).toBe(200);
});

test('all parts of a run that ends more than once are counted', () => {
  const log = logOf([...RUN, [5_000, text('CONTENT', { delta: 'more' })], [5_010, FINISHED]]);
  expect(numbersOf(log)).toMatchObject({ events: 14, characters: 17, durationMs: 5_010 });
});

test('counting an open run in steps gives the same result', () => {
  const log = logOf([]);
  const history = createHistory(modelFold, log);
  const counter = new RunCounter(log, 0);
  const whole = logOf(RUN);
  for (const [t, event] of RUN) {
    const chunk = { kind: 'chunk', t, stream: 1, text: sse(event) } as const;
    log.append({ doc: 'd', frameId: 0, records: [chunk] });
    counter.read(history.head());
  }
  expect(counter.read(history.head())).toEqual(numbersOf(whole));
});

test('the number of parts of a long run is limited, and their sums are complete', () => {
  const events = Array.from({ length: 3_000 }, (_, n) => {
    return [200 + n * 40, text('CONTENT', { delta: 'ab' })] as const;
  });
  const numbers = numbersOf(logOf([[100, STARTED], [110, text('START')], ...events]));
  expect(numbers?.rate.characters.length).toBeLessThanOrEqual(240);
  expect(numbers?.rate.characters.reduce((a, b) => a + b, 0)).toBe(6_000);
});

test('a long run is counted in turns, and the first numbers are available early', () => {
  const events = Array.from(
    { length: 1_000 },
    (_, n) => [200 + n, text('CONTENT', { delta: 'ab' })] as const,
  );
  const log = logOf([[100, STARTED], [110, text('START')], ...events]);
  const model = modelOf(log);
  const looks = vi.spyOn(log, 'typeOf');
  let most = 0;
  const steps = new RunCounter(log, 0).steps(model);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    most = Math.max(most, looks.mock.calls.length);
    looks.mockClear();
  }
  expect(step.value).toEqual(numbersOf(log));
  expect(most).toBe(64);
});

test('a request without an event has no numbers', () => expect(numbersOf(logOf([]))).toBeUndefined());

test('quantiles equal those of the sorted times', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = createRandom(seed);
    const quantiles = new Quantiles();
    const times = Array.from({ length: 1 + random.below(400) }, () => {
      return random.chance(0.05) ? 4_000 + random.below(90_000) : random.below(3_000) / 2;
    });
    for (const time of times) quantiles.add(time);
    const sorted = times.toSorted((a, b) => a - b);
    for (const share of [0.01, 0.5, 0.95, 1]) {
      const exact = sorted[Math.max(1, Math.ceil(times.length * share)) - 1] ?? 0;
      expect(Math.abs(quantiles.at(share) - exact), `seed ${seed}, ${share}`).toBeLessThanOrEqual(0.5);
    }
  }
  expect(new Quantiles().at(0.5)).toBe(0);
});
