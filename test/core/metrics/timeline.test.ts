import { expect, test } from 'vitest';
import type { Log } from '@/lib/core/log/log';
import { LANES, SILENCE_MAX_MS, Timeline } from '@/lib/core/metrics/timeline';
import { createRandom } from '../model/random';

interface Made {
  readonly timeMs: number;
  readonly type: string;
  readonly agent: string;
}

function timelineOf(
  events: readonly Made[],
  transport = 'fetch',
  requestMs?: number,
  nameOf?: (agent: string) => string,
): Timeline {
  const log = {
    boundaries:
      requestMs === undefined
        ? []
        : [{ kind: 'open', beforeSeq: 0, timeMs: requestMs, stream: { input: {} } }],
    get length() {
      return events.length;
    },
    timeMsOf: (seq: number) => events[seq]?.timeMs ?? 0,
    typeOf: (seq: number) => events[seq]?.type ?? '',
    subagentOf: (seq: number) => events[seq]?.agent ?? '',
    streamOf: () => ({ transport }),
  } as unknown as Log;
  const timeline = new Timeline(log, nameOf);
  timeline.advance();
  return timeline;
}

const at = (timeMs: number, type = 'CUSTOM', agent = ''): Made => ({ timeMs, type, agent });

test('silences are shortened and marked', () => {
  const timeline = timelineOf([at(1_000), at(1_500), at(61_500), at(61_600)]);
  expect([0, 1, 2, 3].map((seq) => timeline.shownOf(seq))).toEqual([
    0,
    500,
    500 + SILENCE_MAX_MS,
    600 + SILENCE_MAX_MS,
  ]);
  expect(timeline.breaks).toEqual([{ seq: 2, gapMs: 60_000 }]);
  expect(timeline.totalMs).toBe(600 + SILENCE_MAX_MS);
});

test('the waits for the first event of a run take room', () => {
  const timeline = timelineOf([at(1_640), at(2_730), at(62_730), at(62_800)], 'fetch', 1_000);
  expect(timeline.totalMs).toBe(1_730 + SILENCE_MAX_MS + 70);
  expect([0, 640, 1_730].map((shown) => timeline.elapsedAt(shown))).toEqual([0, 640, 1_730]);
  // Requests: of the first run, of one that was sent before the second event, and of one within a long silence.
  expect(timeline.shownBefore(0, 1_000)).toBe(0);
  expect(timeline.shownBefore(1, 2_000)).toBe(1_000);
  expect(timeline.shownBefore(2, 62_230)).toBe(1_730 + SILENCE_MAX_MS - 500);
  expect(timeline.shownBefore(2, 10_000)).toBe(1_730);
  expect(timelineOf([at(61_000)], 'fetch', 1_000).breaks).toEqual([{ seq: 0, gapMs: 60_000 }]);
});

test('events without times are evenly spaced', () => {
  const timeline = timelineOf([at(0), at(0), at(0)], 'file');
  expect([0, 1, 2].map((seq) => timeline.shownOf(seq))).toEqual([0, 1, 2]);
});

test('the timeline does not go back with the clock', () => {
  const timeline = timelineOf([at(1_000), at(900), at(1_100)]);
  expect([0, 1, 2].map((seq) => timeline.shownOf(seq))).toEqual([0, 0, 100]);
});

test('an event is found by its time; an earlier time gives the first event', () => {
  const timeline = timelineOf([at(0), at(10), at(10), at(30)]);
  expect([-5, 0, 9, 10, 29, 30, 99].map((shown) => timeline.seqAt(shown))).toEqual([0, 0, 0, 2, 2, 3, 3]);
  expect(timelineOf([]).seqAt(3)).toBe(0);
});

test('counts of any part add up to the events in it', () => {
  const types = ['TEXT_MESSAGE_CONTENT', 'STATE_DELTA', 'TOOL_CALL_ARGS', 'REASONING_START', 'RAW'];
  for (const length of [0, 1, 500]) {
    const random = createRandom(length + 1);
    let timeMs = 0;
    const events = Array.from({ length }, () => {
      timeMs += random.below(20);
      return at(timeMs, random.pick(types), random.chance(0.1) ? `s${random.below(9)}` : '');
    });
    const timeline = timelineOf(events);
    const lanes = timeline.counts(0, timeline.totalMs, 300);
    const sums = lanes.map(({ counts }) => counts.reduce((a, b) => a + b, 0));
    expect(sums.slice(0, LANES.length).reduce((a, b) => a + b, 0)).toBe(length);
    expect(lanes.length).toBeLessThanOrEqual(LANES.length + 6);
    const half = timeline.counts(0, timeline.totalMs / 2, 150);
    for (let part = 0; part < 140 && length === 500; part++)
      expect(half[0]?.counts[part]).toBe(lanes[0]?.counts[part]);
  }
});

test('subagents of one name share a lane, however many runs start them', () => {
  const events = Array.from({ length: 30 }, (_, run) => at(run * 100, 'CUSTOM', `${run} critic`));
  const timeline = timelineOf([...events, at(3_000, 'CUSTOM', '30 writer')], 'fetch', undefined, (id) =>
    id.replace(/^\d+ /, ''),
  );
  const lanes = timeline.counts(0, timeline.totalMs, 1).filter(({ isSubagent }) => isSubagent);
  expect(lanes.map(({ lane, counts }) => [lane, counts[0]])).toEqual([
    ['critic', 30],
    ['writer', 1],
  ]);
});
