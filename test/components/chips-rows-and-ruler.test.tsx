// Chips and counters that filter, the head of the time, rows of requests, the ruler.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { ticksOf } from '@/components/overview/ticks';
import { formatGap } from '@/lib/core/json/format';
import { createLog } from '@/lib/core/log/log';
import { Timeline } from '@/lib/core/metrics/timeline';
import type { CapturedRecord } from '@/lib/messages/records';
import { contextMenu, one } from '../support/dom';
import { logOf, openOf, sseRecords } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';
import { batchOf, sampleRun } from '../support/sessions';

let panel: TestPanel;
const filter = () => panel.session.filter.text.value;
const list = () => [...panel.container.querySelectorAll('.event-list [role=row]')];
const texts = () => list().map(({ textContent }) => textContent ?? '');

test('chips show their counts, and add their term to the filter or remove it', async () => {
  panel = await showPanel();
  expect(
    panel.names('button').filter((name) => /^(Messages|Tools|State|Runs|Requests) \d/.test(name)),
  ).toEqual(['Messages 4', 'Tools 5', 'State 2', 'Runs 2', 'Requests 1']);
  await panel.click('button', 'Tools 5');
  await act(() => panel.turns.run());
  expect(filter()).toBe('kind:tools');
  expect(panel.find('button', 'Tools 5').getAttribute('aria-pressed')).toBe('true');
  expect(texts().join()).not.toContain('STATE_SNAPSHOT');
  await panel.click('button', 'State 2');
  expect(filter()).toBe('kind:tools kind:state');
  await panel.click('button', 'Tools 5');
  expect(filter()).toBe('kind:state');
});

test('the counter of errors filters for errors, and clears that filter again', async () => {
  const [start = {}, ...rest] = sampleRun();
  panel = await showPanel([start, ...rest.slice(0, -1), { type: 'RUN_ERROR', message: 'no key' }]);
  await panel.click('button', /1 error/);
  await act(() => panel.turns.run());
  expect([filter(), panel.workspace.view.value]).toEqual(['is:error', 'findings']);
  expect(texts().filter((text) => text.includes('RUN_ERROR'))).toHaveLength(1);
  await panel.click('button', /1 error/);
  expect(filter()).toBe('');
});

test('the time column’s header changes its reference with each press', async () => {
  panel = await showPanel();
  const head = () => panel.container.querySelector<HTMLElement>('.event-head .c-gap');
  const shown = () => panel.container.querySelector('[data-seq="1"] .c-gap')?.textContent;
  const seen = [shown()];
  for (let turn = 0; turn < 4; turn++) {
    await act(() => head()?.querySelector('button')?.click());
    seen.push(shown());
  }
  // Since the event before, the request of the run, and the first event.
  expect(seen).toEqual(['+1', '+2', '+1', expect.stringMatching(/^\d\d:\d\d:\d\d\.003$/), '+1']);
  expect(head()?.getAttribute('role')).toBe('columnheader');
});

test('a long time fits a narrow column', () => {
  const shown = [12, 1_240, 59_000, 420_000, 7_200_000, 400_000_000].map(formatGap);
  expect(shown.join()).toBe('+12,+1.2 s,+59 s,+7 min,+2 h,+5 d');
});

test('Escape closes no pane, whatever has the focus', async () => {
  panel = await showPanel();
  const { container } = panel;
  const views = () => container.querySelectorAll('[role=tabpanel], [role=grid], [role=separator]').length;
  const before = views();
  const places = [...container.querySelectorAll<HTMLElement>('[tabindex="0"], button, input, select')];
  for (const place of places.filter(({ isConnected }) => isConnected)) await panel.press(place, 'Escape');
  expect(places.length).toBeGreaterThan(10);
  expect(views()).toBe(before);
});

test('the row of an open menu is marked', async () => {
  panel = await showPanel();
  const row = () => panel.container.querySelector('[data-seq="1"]');
  await contextMenu(one(panel.container, '[data-seq="1"]'));
  expect(row()?.hasAttribute('data-has-menu')).toBe(true);
  await panel.click('menuitem', /^Add bookmark/);
  expect(row()?.hasAttribute('data-has-menu')).toBe(false);
});

test('a request is one row that shows how it ended; selecting it selects the end of its run', async () => {
  panel = await showPanel([], { view: 'run' });
  const records: CapturedRecord[] = [
    {
      ...openOf({ threadId: 't', runId: 'r', messages: [{ id: '1', role: 'user', content: 'Hello?' }] }),
      status: 500,
    } as CapturedRecord,
    { kind: 'close', t: 24, stream: 1, how: 'complete' },
  ];
  await panel.feed({ doc: 'e', frameId: 0, n: 0, body: JSON.stringify(records) });
  const rows = () => list().filter((row) => row.textContent?.includes('Hello?'));
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/→ POST \/agent “Hello\?” · 500 · 23 ms · 0 events · request failed/),
  ]);
  await act(() => (rows()[0] as HTMLElement).click());
  expect(panel.view()).toContain('✕ failed');
  expect(panel.view()).not.toContain('running');
});

test('connects without events are one row that opens', async () => {
  panel = await showPanel();
  const connect = (stream: number): CapturedRecord[] => [
    { ...openOf(undefined, 'http://localhost/connect'), stream, t: stream },
    { kind: 'close', t: stream, stream, how: 'complete' },
  ];
  const body = JSON.stringify([...connect(11), ...connect(12), ...connect(13)]);
  await panel.feed({ doc: 'c', frameId: 0, n: 0, body });
  expect(texts().at(-1)).toContain('3 × connect, no events');
  const count = list().length;
  await act(() => (list().at(-1)?.querySelector('.twisty') as HTMLElement | null)?.click());
  expect(list()).toHaveLength(count + 3);
});

test('the ruler shows original times beside shortened silences', () => {
  const log = logOf(sampleRun());
  const timeline = new Timeline(log);
  timeline.advance();
  const ticks = ticksOf(timeline, { fromMs: 0, toMs: 12 }, 600);
  expect(ticks.map(({ atMs, label }) => [atMs, label])).toEqual(
    [0, 2, 4, 6, 8, 10].map((ms) => [ms, `${ms} ms`]),
  );
});

test('the ruler labels simultaneous events once, and none where a file has no times', () => {
  const labelsOf = (times: readonly number[], width: number) => {
    const log = createLog();
    const chunks = times.map((t, id) => ({
      kind: 'chunk' as const,
      t,
      stream: 1,
      text: `data: {"type":"CUSTOM","name":"${id}"}\n\n`,
    }));
    log.append({
      doc: 'd',
      frameId: 0,
      records: [{ ...sseRecords([])[0], t: 0 }, { ...openOf(), t: 0, transport: 'file' }, ...chunks] as never,
    });
    const timeline = new Timeline(log);
    timeline.advance();
    return ticksOf(timeline, { fromMs: 0, toMs: timeline.totalMs }, width).map(({ label }) => label);
  };
  expect(labelsOf([0, 0, 0, 0, 0], 400)).toEqual(['', '', '', '']);
  expect(labelsOf([0, 0, 0, 7], 1000)).toEqual([
    '0 ms',
    '',
    '',
    ...[1, 2, 3, 4, 5, 6].map((ms) => `${ms} ms`),
  ]);
});

test('the ruler continues with original times after a shortened silence', async () => {
  panel = await showPanel();
  const late = JSON.stringify(batchOf(sampleRun('r2'), 1));
  await panel.feed(JSON.parse(late.replace('1700000000000', '1700000420000')));
  const { log } = panel.session;
  const timeline = new Timeline(log);
  timeline.advance();
  const silences = ticksOf(timeline, { fromMs: 0, toMs: timeline.totalMs }, 800).filter(
    ({ isSilence }) => isSilence,
  );
  expect(silences.map(({ label }) => label)).toEqual(['+7 min']);
  expect(timeline.elapsedAt(timeline.totalMs)).toBeGreaterThan(419_000);
});
