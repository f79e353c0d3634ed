// The time before the first event of a run is part of it: in the list, on the overview and at its ruler.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { barsOf, findingMs } from '@/components/overview/bars';
import { placeTicks, type Tick } from '@/components/overview/ticks';
import { formatMs } from '@/lib/core/json/format';
import { SILENCE_MAX_MS, Timeline } from '@/lib/core/metrics/timeline';
import type { CapturedRecord } from '@/lib/messages/records';
import { createRandom } from '../core/model/random';
import { textsOf } from '../support/dom';
import { findingsOf, logOfRecords, modelOf, openOf, sse } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';

let panel: TestPanel | undefined;
/** A run that is asked for at a time, and whose events come some time after. */
function runOf(stream: number, askedMs: number, waits: readonly number[]): CapturedRecord[] {
  const runId = `r${stream}`;
  const types = ['RUN_STARTED', ...waits.slice(2).map(() => 'CUSTOM'), 'RUN_FINISHED'];
  const open = openOf({ threadId: 't', runId, messages: [], protocolVersion: '1.0' });
  return [
    { ...open, stream, t: askedMs } as CapturedRecord,
    ...waits.map((wait, at): CapturedRecord => {
      const event = { type: types[at], threadId: 't', runId, name: 'n', value: 1 };
      return { kind: 'chunk', stream, t: askedMs + wait, text: sse(event) };
    }),
    { kind: 'close', t: askedMs + (waits.at(-1) ?? 0), stream, how: 'complete' },
  ];
}

test('rows and bars of runs begin at their request', async () => {
  panel = await showPanel([]);
  const { workspace, container } = panel;
  const records = [...runOf(1, 100, [640, 700, 1_730]), ...runOf(2, 60_000, [500, 900])];
  await panel.feed({ doc: 'e', frameId: 0, n: 0, body: JSON.stringify(records) });
  expect(textsOf(container, '[data-seq] > :nth-child(2)')).toEqual(['+640', '+60', '+1.0 s', '+500', '+400']);
  await act(() => workspace.current.value.session.cursor.goTo(2));
  expect(container.querySelector('.position')?.textContent).toContain(formatMs(1_730));

  const { log, models } = workspace.current.value.session;
  const timeline = new Timeline(log);
  timeline.advance();
  const { runs } = barsOf(models.newest(), timeline, {
    name: ({ runId }) => runId,
    end: ({ endSeq }) => endSeq,
    agent: () => undefined,
  });
  const second = 1_730 + SILENCE_MAX_MS - 500;
  expect(runs.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [0, 1_730],
    [second, second + 900],
  ]);
});

/** A request that fails without an event. */
function failedRun(stream: number, askedMs: number, tookMs: number): CapturedRecord[] {
  const open = openOf({ threadId: 't', runId: `r${stream}`, messages: [] });
  return [
    { ...open, status: 500, stream, t: askedMs } as CapturedRecord,
    { kind: 'close', t: askedMs + tookMs, stream, how: 'complete' },
  ];
}

test('failed requests have bars and findings, also without any event and after the last one', () => {
  const overviewOf = (records: readonly CapturedRecord[]) => {
    const log = logOfRecords(records);
    const timeline = new Timeline(log);
    timeline.advance();
    const { runs } = barsOf(modelOf(log), timeline, {
      name: ({ runId }) => runId,
      end: ({ endSeq }) => endSeq,
      agent: () => undefined,
    });
    return {
      bars: runs.map(({ fromMs, toMs }) => [fromMs, toMs]),
      findings: findingsOf(log)
        .filter(({ rule }) => rule === 'http-error')
        .map((finding) => findingMs(finding, timeline, log)),
      totalMs: timeline.totalMs,
      lastMs: timeline.elapsedAt(timeline.totalMs),
    };
  };
  const first = failedRun(1, 100, 40);
  expect(overviewOf(first)).toEqual({ bars: [[0, 40]], findings: [40], totalMs: 40, lastMs: 40 });
  expect(overviewOf([...first, ...runOf(2, 200, [10, 50]), ...failedRun(3, 300, 70)])).toEqual({
    bars: [
      [0, 40],
      [100, 150],
      [200, 270],
    ],
    findings: [40, 270],
    totalMs: 270,
    lastMs: 270,
  });
  const retries = [60_000, 600_000].flatMap((askedMs, index) => failedRun(4 + index, askedMs, 40));
  expect(overviewOf([...runOf(2, 0, [10, 50]), ...failedRun(3, 1000, 40), ...retries])).toEqual({
    bars: [
      [0, 50],
      [1000, 1040],
      [3040, 3080],
      [5080, 5120],
    ],
    findings: [1040, 3080, 5120],
    totalMs: 5120,
    lastMs: 600_040,
  });
});

test('labels of the ruler do not overlap, whatever their positions', () => {
  const { below } = createRandom(7);
  const widthOf = (label: string) => label.length * 5;
  for (let round = 0; round < 300; round++) {
    const width = 100 + below(1_300);
    const ticks: Tick[] = Array.from({ length: 1 + below(20) }, () => ({
      atMs: below(width),
      label: ['0 ms', '+6.9 s', '', '1,234 ms', '+7 min'][below(5)] ?? '',
      ...(below(3) === 0 && { isSilence: true as const }),
    }));
    const placed = placeTicks(ticks, width, { x: (atMs) => atMs, width: widthOf })
      .filter(({ label }) => label !== '')
      .map(({ left, label }) => [left, left + widthOf(label)] as const)
      .sort(([a], [b]) => a - b);
    for (const [at, [, right]] of placed.entries()) {
      expect(right).toBeLessThanOrEqual(width);
      expect(placed[at + 1]?.[0] ?? width).toBeGreaterThanOrEqual(right);
    }
  }
  const both: Tick[] = [
    { atMs: 0, label: '0 ms' },
    { atMs: 20, label: '+6.9 s', isSilence: true },
  ];
  const shown = placeTicks(both, 400, { x: (atMs) => atMs, width: widthOf });
  expect(shown.filter(({ label }) => label !== '').map(({ label }) => label)).toEqual(['+6.9 s']);
});
