// The list of events and what is around it: cut texts, the menu of a row, a filter that is no filter.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { eventMenu } from '@/components/menus/event-menu';
import { Menu } from '@/components/ui/menu';
import type { StoredBatch, StoredSession } from '@/lib/messages/messages';
import { actAndLoad, one as oneIn, pressKey, setValue, textsOf } from '../support/dom';
import { sse, sseRecords } from '../support/logs';
import { mountPanel, showPanel, testContainer } from '../support/panel';
import { batchOf, bodyBatchOf, sampleRun, whileRunning } from '../support/sessions';
import { waitUntil } from '../support/wait-until';

const LONG = 'no narrow list has room for it, '.repeat(4).trim();
const EVENTS = [
  { type: 'RUN_STARTED', threadId: 't1', runId: 'r1' },
  { type: 'RUN_ERROR', message: LONG },
];

const container = testContainer();

const shown = () => mountPanel(container, [batchOf(EVENTS)]);

const one = (selector: string) => oneIn(container, selector);

test('a row that may be truncated has its text as tooltip', async () => {
  await shown();
  expect(one('[data-seq="1"] .c-summary').title).toBe(`#1 r1 · ${LONG}`);
  const mark = one('.boundary-row [role=gridcell]');
  expect(mark.title).toContain(mark.textContent?.slice(2) ?? 'nothing');
  expect(mark.title).toContain('http://localhost/');
});

const records = sseRecords(EVENTS);
const storedBatch = (n: number, from: number, to?: number): StoredBatch => {
  const body = JSON.stringify(records.slice(from, to));
  return { id: n, session: 'a', tab: 1, frameId: 0, doc: 'd', n, body };
};

/** A panel whose long session has only its newest batch so far; before, the batches of a backlog come. */
async function shownEarly(backlog: readonly StoredBatch[] = []) {
  const { workspace, channel, turns } = await mountPanel(container, []);
  await act(() => {
    channel.session({ session: 'a', streams: 1 } as StoredSession, true);
    if (backlog.length > 0) channel.batches('a', backlog, true);
    // The page, its request and RUN_STARTED come before.
    channel.newest([storedBatch(1, 3)]);
    turns.run();
  });
  return { channel, turns, workspace };
}

test('the newest rows of a long session are shown while it is read: busy, without numbers, not selectable', async () => {
  const { channel, turns } = await shownEarly();
  const cells = (selector: string) => textsOf(container, `[role=grid] .event-row ${selector}`);
  expect(cells('.type-name')).toEqual(['RUN_ERROR']);
  expect(cells('.c-seq')).toEqual(['']);
  // No row reports missing earlier records.
  expect(container.querySelector('.boundary-row')).toBeNull();
  expect(one('.event-list').getAttribute('aria-busy')).toBe('true');
  expect(one('.event-list').hasAttribute('inert')).toBe(true);
  expect(one('.position').textContent).toBe('Loading…');
  await act(() => {
    channel.batches('a', [storedBatch(0, 0, 3), storedBatch(1, 3)], false);
    turns.run();
  });
  expect(cells('.c-seq')).toEqual(['0', '1']);
  expect(one('.position').textContent).toMatch(/^2 of 2 /);
  expect(one('.event-list').hasAttribute('inert')).toBe(false);
});

test('the newest rows stay inert while the log has events that are not shown yet', async () => {
  const { workspace } = await shownEarly([storedBatch(0, 0, 3)]);
  expect(workspace.current.value.session.log.length).toBe(1);
  expect(one('.event-list').hasAttribute('inert')).toBe(true);
});

test('the menu of a row makes the text of a run only when it is asked for', async () => {
  const { workspace, session, host } = await shown();
  const read = vi.spyOn(session.log, 'at');
  const entry = eventMenu(workspace, 1).items.find(({ id }) => id === 'event-copy-fixture');
  // The event, and the first one of its call.
  expect(read.mock.calls.length).toBeLessThan(4);
  await act(() => entry?.onSelect());
  expect(JSON.parse(host.copied[0] ?? '')).toEqual(EVENTS);
});

test('the text of a long run is made in turns, and cancelled between them', async () => {
  const { workspace, session, host, turns, feed } = await shown();
  const long = Array.from({ length: 100 }, (_none, at) => ({ type: 'CUSTOM', name: `n${at}`, value: at }));
  await feed(batchOf([...EVENTS.slice(0, 1), ...long], 1));
  const read = vi.spyOn(session.log, 'at');
  const copy = async () => {
    const entry = eventMenu(workspace, EVENTS.length).items.find(({ id }) => id === 'event-copy-fixture');
    read.mockClear();
    await act(() => entry?.onSelect());
  };
  await copy();
  expect(read.mock.calls.length).toBeLessThan(20);
  await act(() => workspace.job.value?.cancel());
  await act(() => whileRunning(turns, new Promise((resolve) => setTimeout(resolve))));
  expect([host.copied, workspace.job.value, workspace.notice.value]).toEqual([[], undefined, undefined]);
  await copy();
  await act(() =>
    whileRunning(
      turns,
      waitUntil(() => expect(host.copied).toHaveLength(1)),
    ),
  );
  expect(JSON.parse(host.copied[0] ?? '')).toEqual([...EVENTS.slice(0, 1), ...long]);
  expect(workspace.job.value).toBeUndefined();
});

test('a filter without a match in the selected time shows that, and can be cleared', async () => {
  const { session, turns } = await shown();
  await act(() => {
    const late = { type: 'CUSTOM', name: 'late', value: 1 };
    session.reading.append([batchOf([late, late], 1)]);
    session.list.range.value = { from: 2, to: 3 };
    session.filter.text.value = 'type:RUN_STARTED';
    turns.run();
  });
  expect(one('.no-match').textContent).toContain('None of 2 events match the filter.');
  await act(() => one('.no-match button').click());
  expect(session.filter.text.value).toBe('');
});

test('an invalid filter shows its error', async () => {
  const { session, turns } = await shown();
  await act(() => {
    session.filter.text.value = '/[/';
    turns.run();
  });
  const { problems } = session.filter.compiled.value;
  expect(problems).toHaveLength(1);
  expect(one('.matches').title).toBe(problems[0]);
  expect(one('.matches .spoken').textContent).toContain(problems[0]);
});

test('a menu stays within the window', async () => {
  const box = (left: number, top: number) => ({ left, top, width: 400, height: 900, bottom: top + 900 });
  const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  const item = { id: 'a', label: 'A', onSelect: () => {} };
  rect.mockReturnValue(box(innerWidth - 10, 50) as DOMRect);
  await act(() =>
    render(<Menu label="at" items={[item]} at={{ x: 5000, y: 5000 }} onClose={() => {}} />, container),
  );
  expect([one('.menu').style.left, one('.menu').style.top]).toEqual([`${innerWidth - 404}px`, '4px']);
  render(null, container);
  rect.mockReturnValue(box(-30, 50) as DOMRect);
  await act(() => render(<Menu label="below" items={[item]} onClose={() => {}} />, container));
  expect([one('.menu').style.maxHeight, one('.menu').style.right]).toEqual([
    `${innerHeight - 54}px`,
    '-34px',
  ]);
  rect.mockRestore();
});

test('the palette finds actions by other words, too', async () => {
  const { workspace } = await shown();
  await actAndLoad(() => void (workspace.dialog.value = 'palette'));
  await setValue(one('.palette input'), 'Compare', 'input');
  expect(textsOf(container, '.palette [role=option]')[0]).toBe('Show Run5');
});

test('a palette without a match stays open on Enter', async () => {
  const { workspace } = await shown();
  await actAndLoad(() => void (workspace.dialog.value = 'palette'));
  await setValue(one('.palette input'), 'zzzqqq', 'input');
  await pressKey(one('.palette input'), 'Enter');
  expect(workspace.dialog.value).toBe('palette');
});

test('the overview keeps the focus when its range is removed', async () => {
  const { session } = await shown();
  await act(() => void (session.list.range.value = { from: 0, to: 1 }));
  await act(() => one('.overview-part button').click());
  expect(session.list.range.value).toBeUndefined();
  expect(document.activeElement?.getAttribute('role')).toBe('slider');
});

test('text that no client reads is a row at its place and shown completely', async () => {
  const frame = (event: object): string => sse(event);
  const lines = '<html>\u001b[2J\n\n<p>504 Gateway Time-out</p>\n\n';
  const text = `${frame({ type: 'RUN_STARTED', threadId: 't1', runId: 'r1' })}${lines}${frame({ type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' })}`;
  await mountPanel(container, [bodyBatchOf([text])]);
  const row = one('.boundary-unread');
  expect(row.textContent).toContain(
    'ignored by clients: "<html>\\u{1b}[2J <p>504 Gateway Time-out</p>" · 2 lines',
  );
  const rows = [...container.querySelectorAll('[role=row][data-seq], .boundary-unread')];
  expect(rows.map((each) => each.getAttribute('data-seq') ?? 'unread')).toEqual(['0', 'unread', '1']);
  await act(() => row.click());
  const tabs = [...container.querySelectorAll<HTMLElement>('[role=tab]')];
  await act(() => tabs.find(({ textContent }) => textContent === 'Event')?.click());
  expect(container.textContent).toContain('Text ignored by clients');
  expect(container.textContent).toContain('504 Gateway Time-out</p>');
});

test('the list and the view above it count the same newer events and offer the same way back', async () => {
  const panel = await showPanel();
  await panel.press(panel.find('grid', 'Events'), 'Home');
  await panel.feed(batchOf(sampleRun('r2'), 1));
  const newer = panel.session.reading.length.value - 1;
  expect(panel.container.textContent).toContain(`Viewing event #0, ${newer} newer`);
  expect(panel.names('button').filter((name) => name.startsWith('Back to latest'))).toEqual([
    `Back to latest (${newer} newer)`,
    'Back to latest',
  ]);
  await panel.press(panel.find('grid', 'Events'), 'End');
  expect(panel.names('button').filter((name) => name.startsWith('Back to latest'))).toEqual([]);
});

test('Escape clears a filter, and no suggestions open over the list', async () => {
  const panel = await showPanel();
  const field = await panel.type('searchbox', 'Filter', 'tool:get_weather');
  await panel.press(field, 'Escape');
  expect(field.value).toBe('');
  expect(panel.container.querySelector('.suggestions')).toBeNull();
});
