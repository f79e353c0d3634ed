// The panel as people use it: filter, menus, dialogs, scrubber, overview, watched paths.
import { signal } from '@preact/signals';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { importText } from '@/components/files/open';
import { contextMenu, one, setValue, textsOf } from '../support/dom';
import { answer, started } from '../support/exchanges';
import { openRecord, sseRecords } from '../support/logs';
import { mountPanel, showPanel, type TestPanel } from '../support/panel';
import { batchOf, sampleRun } from '../support/sessions';
import { waitUntil } from '../support/wait-until';
import { createTestHost } from '../support/workspace';

let panel: TestPanel;

const cursor = () => panel.workspace.current.value.session.cursor.at.value;
const filter = () => panel.workspace.current.value.session.filter.text.value;

test('the filter box completes fields and values by the keyboard, and goes from match to match', async () => {
  panel = await showPanel();
  const box = await panel.type('searchbox', 'Filter', 'ty');
  expect(panel.names('option')[0]).toContain('type:');
  await panel.press(box, 'ArrowDown');
  await panel.press(box, 'Tab');
  expect(filter()).toBe('type:');
  await panel.type('searchbox', 'Filter', 'type:TOOL_CALL_A');
  await panel.press(box, 'ArrowDown');
  await panel.press(box, 'Enter');
  expect(filter().trim()).toBe('type:"TOOL_CALL_ARGS"');
  await panel.press(box, 'Escape');
  await panel.press(box, 'Enter');
  expect(cursor()).toBe(7);
  await panel.press(box, 'Enter');
  expect(cursor()).toBe(8);
  await panel.press(box, 'Enter', { shiftKey: true });
  expect(cursor()).toBe(7);
  await panel.press(box, 'Escape');
  expect(filter()).toBe('');
});

test('Down goes from a word without suggestions to the rows', async () => {
  panel = await showPanel();
  const box = await panel.type('searchbox', 'Filter', 'xyz');
  await panel.press(box, 'ArrowDown');
  expect(document.activeElement?.getAttribute('data-focus')).toBe('list');
});

test('Tab leaves the filter box where no suggestion is chosen', async () => {
  panel = await showPanel();
  const box = await panel.type('searchbox', 'Filter', 'ty');
  const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true });
  await act(() => void box.dispatchEvent(tab));
  expect([tab.defaultPrevented, filter()]).toEqual([false, 'ty']);
});

test('a filter is saved, offered in the empty box, and removed again', async () => {
  panel = await showPanel();
  await panel.type('searchbox', 'Filter', 'tool:search');
  await panel.click('button', 'Save this filter');
  expect(panel.workspace.settings.values.value.filters).toEqual(['tool:search']);
  await panel.type('searchbox', 'Filter', '');
  expect(panel.names('option')[0]).toBe('tool:searchsaved');
  await panel.type('searchbox', 'Filter', 'tool:search');
  await panel.click('button', 'Save this filter');
  expect(panel.workspace.settings.values.value.filters).toEqual([]);
});

test('the menu of a row is about the row of the cursor by keyboard, and about the row under the pointer', async () => {
  panel = await showPanel();
  await act(() => panel.workspace.current.value.session.cursor.goTo(1));
  const grid = panel.find('grid', 'Events');
  await contextMenu(grid, 0);
  expect(panel.names('menuitem')[0]).toBe('Show only STATE_SNAPSHOT');
  await panel.click('menuitem', /^Add bookmark/);
  expect([...panel.workspace.current.value.session.annotations.notes.value.keys()]).toEqual([1]);
  await contextMenu(one(panel.container, '[data-seq="12"]'));
  await panel.click('menuitem', 'Hide RUN_FINISHED');
  expect(filter()).toBe('-type:"RUN_FINISHED"');
  await panel.click('button', 'Undo');
  expect(filter()).toBe('');
  await contextMenu(grid, 0);
  await panel.click('menuitem', 'Hide STATE_SNAPSHOT');
  await panel.press(grid, 'z', { ctrlKey: true });
  expect([filter(), panel.names('button').includes('Undo')]).toEqual(['', false]);
  await contextMenu(grid, 0);
  await panel.click('menuitem', 'Copy raw frame');
  expect(panel.host.copied[0]).toContain('"STATE_SNAPSHOT"');
});

test('the first problem of a filter is shown above the list, and belongs to the filter', async () => {
  panel = await showPanel();
  const box = await panel.type('searchbox', 'Filter', 'is:foo gap:>abc');
  const problem = () => panel.container.querySelector('.no-match #filter-problem')?.textContent;
  await expect.poll(problem, { timeout: 2000 }).toMatch(/^is: /);
  expect(problem()).not.toContain('gap:');
  expect([box.getAttribute('aria-invalid'), box.getAttribute('aria-describedby')]).toEqual([
    'true',
    'filter-problem',
  ]);
  await panel.click('button', 'Clear the filter');
  expect([problem(), box.getAttribute('aria-invalid')]).toEqual([undefined, 'false']);
});

test('suggestions do not open for a filter that changes without focus, as by undo', async () => {
  panel = await showPanel();
  const box = one<HTMLInputElement>(panel.container, '[data-focus="filter"]');
  await setValue(box, 'ty', 'input');
  expect([filter(), panel.names('option')]).toEqual(['ty', []]);
});

test('settings are changed in their dialog, and reset', async () => {
  panel = await showPanel();
  const values = () => panel.workspace.settings.values.value;
  await panel.click('button', 'Settings');
  await panel.click('checkbox', 'Show the overview above the list');
  expect(values().hasOverview).toBe(false);
  await panel.click('checkbox', 'Subagent');
  expect(values().columns['lane']?.shown).toBe(true);
  await panel.choose('combobox', /^Theme/, 'dark');
  expect(values().theme).toBe('dark');
  const before = values();
  await panel.click('button', 'Reset to defaults');
  expect([values().hasOverview, values().theme, values().columns]).toEqual([true, 'auto', {}]);
  await act(() => one(panel.container, 'dialog.settings .bar-info button').click());
  expect(values()).toEqual(before);
  await panel.click('button', 'Close');
  expect(panel.workspace.dialog.value).toBeUndefined();
});

test('the keys of its border make a column wider and narrower', async () => {
  panel = await showPanel();
  const width = () => panel.workspace.settings.values.value.columns['type']?.width;
  const border = panel.find('separator', 'Width of Type');
  const at = panel.workspace.current.value.session.cursor.at.value;
  await panel.press(border, 'ArrowLeft');
  const narrow = width() ?? 0;
  await panel.press(border, 'ArrowRight');
  expect(width()).toBe(narrow + 8);
  expect(panel.workspace.current.value.session.cursor.at.value).toBe(at);
});

test('the palette changes settings by their name', async () => {
  panel = await showPanel();
  await panel.press(panel.container.querySelector('.app') ?? panel.container, 'k', { ctrlKey: true });
  const box = await panel.type('combobox', 'Commands', 'settings: dark');
  expect(panel.names('option')[0]).toBe('Settings: Theme: Dark');
  await panel.press(box, 'Enter');
  await expect.poll(() => panel.workspace.settings.values.value.theme).toBe('dark');
});

test('a reset of the settings offers the tour again', async () => {
  let isOver = false;
  const tour = {
    isWanted: () => Promise.resolve(!isOver),
    end: () => void (isOver = true),
    restart: () => void (isOver = false),
  };
  panel = await showPanel(undefined, { host: { tour } });
  const shown = () => panel.container.querySelector('.tour') !== null;
  await expect.poll(shown).toBe(true);
  await panel.click('button', 'Skip the tour');
  expect(shown()).toBe(false);
  await panel.click('button', 'Settings');
  await panel.click('button', 'Reset to defaults');
  await panel.click('button', 'Close');
  await expect.poll(shown).toBe(true);
});

test('reading a large file shows progress and can be cancelled', async () => {
  let hasEnded = false;
  const startWorker = () => ({ post: () => {}, listen: () => {}, end: () => void (hasEnded = true) });
  panel = await showPanel(undefined, { host: { startWorker } });
  void importText(panel.workspace, 'slow.json', '[]');
  await expect.poll(() => panel.names('status')).toContain('Loading…Cancel');
  const bar = () => panel.container.querySelector('progress');
  expect(bar()?.hasAttribute('value')).toBe(false);
  await panel.click('button', 'Cancel');
  await expect.poll(() => hasEnded).toBe(true);
  expect([bar(), panel.workspace.notice.value]).toEqual([null, undefined]);
});

test('a job of known size shows its progress', async () => {
  panel = await showPanel();
  const share = signal<number | undefined>(undefined);
  await act(() => void (panel.workspace.job.value = { text: 'Writing…', share, cancel: () => {} }));
  await act(() => void (share.value = 0.4));
  expect(panel.container.querySelector('progress')?.getAttribute('value')).toBe('0.4');
});

test('the palette finds a command by its letters and runs it once the dialog has gone', async () => {
  panel = await showPanel();
  await panel.press(panel.container.querySelector('.app') ?? panel.container, 'k', { ctrlKey: true });
  expect(panel.names('option').length).toBeGreaterThan(40);
  const box = await panel.type('combobox', 'Commands', 'show tools');
  expect(panel.names('option')[0]).toContain('Show Tools');
  await panel.press(box, 'Enter');
  await waitUntil(() => expect(panel.workspace.view.value).toBe('tools'));
  expect(panel.workspace.dialog.value).toBeUndefined();
});

test('a closing dialog returns the focus, but takes it from no other element', async () => {
  panel = await showPanel();
  const grid = panel.find('grid', 'Events');
  const box = panel.find('searchbox', 'Filter');
  for (const next of [undefined, box]) {
    await act(() => grid.focus());
    await panel.press(grid, '?');
    await act(() => panel.find('dialog', 'Keyboard shortcuts').focus());
    await act(() => next?.focus());
    await act(() => void (panel.workspace.dialog.value = undefined));
    expect(document.activeElement).toBe(next ?? grid);
  }
});

test('a focused element that is removed or disabled leaves the focus to its surroundings', async () => {
  panel = await showPanel();
  const { cursor: position, log } = panel.workspace.current.value.session;
  for (const [at, name, next] of [
    [1, 'Back to latest', panel.find('grid', 'Events')],
    [log.length - 2, 'Next event', panel.find('button', 'Previous event')],
  ] as const) {
    await act(() => position.goTo(at));
    await act(() => panel.find('button', name).focus());
    await panel.click('button', name);
    await act(() => Promise.resolve());
    expect(document.activeElement).toBe(next);
  }
});

test('a button of the empty panel that is removed leaves the focus to the next control', async () => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const host = createTestHost({ sample: async () => '' });
  const { workspace } = await mountPanel(container, [], { host });
  await act(() => {
    workspace.recording.value = false;
    workspace.page.value = { kind: 'ready' };
  });
  const start = one(container, '.empty .primary');
  await act(() => start.focus());
  await act(() => void (workspace.recording.value = true));
  await act(() => Promise.resolve());
  expect(start.isConnected).toBe(false);
  expect(document.activeElement).toBe(one(container, '.empty .link'));
  await act(() => render(null, container));
});

test('the cheat sheet names every key of the panel', async () => {
  panel = await showPanel();
  await panel.press(panel.container.querySelector('.app') ?? panel.container, '?');
  const text = panel.find('dialog', 'Keyboard shortcuts').textContent ?? '';
  for (const words of [
    'Next event',
    'Expand the row',
    'Zoom in',
    'Collapse, or go to the parent',
    'Next segment',
  ])
    expect(text).toContain(words);
});

test('the scrubber steps by the chosen kind, goes to both ends and leaves the newest event', async () => {
  panel = await showPanel();
  expect(cursor()).toBe('live');
  await panel.type('slider', 'Position in the recording', '0');
  expect(cursor()).toBe(0);
  await panel.click('button', 'Play');
  await panel.click('button', 'Pause');
  await panel.type('slider', 'Position in the recording', '0');
  await panel.choose('combobox', 'Step by', 'state');
  await panel.click('button', 'Next state change');
  await panel.click('button', 'Next state change');
  expect(cursor()).toBe(11);
  await panel.click('button', 'Previous state change');
  expect(cursor()).toBe(1);
  await panel.type('slider', 'Position in the recording', '5');
  expect(cursor()).toBe(5);
  expect(panel.container.querySelector('.position')?.textContent).toContain('6 of 13');
  await panel.type('slider', 'Position in the recording', '12');
  expect(cursor()).toBe(12);
  await panel.click('button', 'Live');
  expect(cursor()).toBe('live');
  await panel.click('button', 'Live');
  expect(cursor()).toBe(12);
});

test('a range dragged in the overview limits the list until everything is shown again', async () => {
  const rect = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  rect.mockReturnValue(new DOMRect(0, 0, 1000, 50));
  panel = await showPanel([...sampleRun('r1'), ...sampleRun('r2')]);
  const { list, cursor: here } = panel.workspace.current.value.session;
  const overview = panel.find('slider', 'Overview');
  const pointer = (type: string, clientX: number) =>
    act(() => {
      overview.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientX, pointerId: 1 }));
    });
  overview.setPointerCapture = () => {};
  await pointer('pointerdown', 200);
  await pointer('pointermove', 700);
  await pointer('pointerup', 700);
  const range = list.range.value;
  expect(range).toBeDefined();
  expect(range?.from).toBeGreaterThan(0);
  expect(range?.to).toBeLessThan(25);
  expect(overview.getAttribute('aria-valuetext')).toMatch(/^Events \d+ to \d+/);
  await panel.press(overview, 'w');
  expect((list.range.value?.to ?? 0) - (list.range.value?.from ?? 0)).toBeLessThan(
    (range?.to ?? 0) - (range?.from ?? 0),
  );
  await panel.click('button', 'Show all');
  expect(list.range.value).toBeUndefined();
  await pointer('pointerdown', 0);
  await pointer('pointerup', 0);
  expect(here.at.value).toBe(0);
  rect.mockRestore();
});

test('a path is watched from the menu of its value', async () => {
  panel = await showPanel(sampleRun(), { view: 'state' });
  await panel.click('button', 'Actions for this value');
  await panel.click('menuitem', 'Watch this path');
  expect(panel.workspace.settings.values.value.watched).toEqual(['']);
  expect(panel.container.querySelector('.watches')?.textContent).toContain('(root)');
  await panel.click('button', /^Stop watching/);
  expect(panel.container.querySelector('.watches')).toBeNull();
});

test('a recent session that cannot be deleted stays, and the notice shows the cause', async () => {
  const facts = {
    tab: 1,
    startedMs: 0,
    lastMs: 0,
    url: '',
    length: 9,
    batches: 1,
    streams: 1,
    private: false,
  };
  panel = await showPanel(undefined, {
    host: {
      recent: () => Promise.resolve([{ session: 'old', ...facts }]),
      forgetRecent: () => Promise.reject(new Error('The store is closed.')),
    },
  });
  await act(() => {
    panel.channel.session({ session: 'cleared', ...facts }, true);
    panel.channel.session(undefined, true);
  });
  const page = () => panel.container.querySelector('.recent-name')?.textContent?.trim();
  await waitUntil(() => expect(page()).toBe('(no page)'));
  await panel.click('button', 'Delete');
  const text = 'Could not delete the session. The store is closed.';
  await waitUntil(() => expect(panel.workspace.notice.value).toEqual({ severity: 'error', text }));
  expect(page()).toBe('(no page)');
});

/** Shows a file of these events in place of the live session. */
const openEvents = (name: string, events: readonly object[]) =>
  act(async () => {
    const reading = importText(panel.workspace, name, JSON.stringify(events));
    for (let times = 0; times < 20; times++) {
      await Promise.resolve();
      panel.turns.run();
    }
    await reading;
  });

test.each([
  { shown: 'a page', host: {}, live: ['Capture', 'Clear', 'Live'], file: ['Back to live'] },
  { shown: 'no page', host: { hasPage: false }, live: [], file: ['Close'] },
  {
    shown: 'a file that is followed',
    host: { hasPage: false, isFollowing: true as const },
    live: ['Clear', 'Live'],
    file: ['Back to live'],
  },
])(
  'in the panel of $shown, a file shows nothing of the live session but the way back',
  async ({ shown, host, live, file }) => {
    panel = await showPanel(sampleRun(), { host });
    const offered = () =>
      [...panel.names('button'), ...panel.names('checkbox')].filter((name) =>
        ['Capture', 'Clear', 'Preserve log', 'Live', 'Back to live', 'Close'].includes(name),
      );
    const preserve = shown === 'a page' ? ['Preserve log'] : [];
    expect(offered()).toEqual([...live, ...preserve]);
    await openEvents('other.json', sampleRun('r2'));
    expect(offered()).toEqual(file);
    await panel.press(panel.container.querySelector('.app') ?? panel.container, 'p');
    expect(panel.workspace.settings.values.value.isPreserved).toBe(true);
    await panel.click('button', file[0] ?? '');
    expect(offered()).toEqual([...live, ...preserve]);
  },
);

test('a closed file leaves nothing in the list of the live session', async () => {
  panel = await showPanel([started('r'), ...answer('a', 'live ', 'words ', 'here')]);
  const rows = () => textsOf(panel.container, '.event-row');
  expect(rows().join('\n')).toContain('live words here');
  const { workspace, turns } = panel;
  await openEvents('other.json', [started('r'), ...answer('b', 'text ', 'of a ', 'file')]);
  expect(rows().join('\n')).toContain('text of a file');
  await act(() => {
    workspace.close();
    turns.run();
  });
  expect(rows().join('\n')).toContain('live words here');
  await panel.feed(batchOf(answer('c', 'and ', 'more'), 1));
  expect(rows().join('\n')).toContain('live words here');
  expect(rows().join('\n')).not.toContain('of a file');
});

test('a list that is resized and scrolled by the browser still follows new events', async () => {
  panel = await showPanel(['r1', 'r2', 'r3', 'r4', 'r5', 'r6'].flatMap((run) => sampleRun(run)));
  const grid = panel.find('grid', 'Events');
  const scrollHeight = Number(grid.getAttribute('aria-rowcount')) * 22;
  expect(scrollHeight).toBeGreaterThan(600);
  const scrolled = async (size: { clientHeight: number; scrollHeight: number; scrollTop: number }) => {
    for (const [name, value] of Object.entries(size))
      Object.defineProperty(grid, name, { value, configurable: true, writable: true });
    await act(() => void grid.dispatchEvent(new Event('scroll')));
  };
  // The first one is of the list itself, which was rendered with room for 400 pixels.
  await scrolled({ clientHeight: 400, scrollHeight, scrollTop: scrollHeight - 400 });
  await scrolled({ clientHeight: 500, scrollHeight, scrollTop: scrollHeight - 500 });
  expect(cursor()).toBe('live');
  await scrolled({ clientHeight: 500, scrollHeight, scrollTop: scrollHeight - 600 });
  expect(cursor()).not.toBe('live');
});

test('the newest event is followed from a selected range, too, with the counts of the list', async () => {
  panel = await showPanel(['r1', 'r2', 'r3'].flatMap((run) => sampleRun(run)));
  const { workspace, turns } = panel;
  const { list, cursor: place } = workspace.current.value.session;
  await act(() => {
    list.range.value = { from: 13, to: 25 };
    place.goTo(20);
    turns.run();
  });
  await panel.type('searchbox', 'Filter', 'type:STATE_*');
  await act(() => turns.run());
  expect(panel.container.querySelector('.matches')?.textContent).toBe('2 of 13');
  await panel.type('searchbox', 'Filter', '');
  await panel.press(panel.find('grid', 'Events'), 'l');
  expect(cursor()).toBe('live');
  expect(list.range.value).toBeUndefined();
  expect(workspace.notice.value?.text).toContain('Range cleared');
  expect(panel.container.querySelector('[aria-selected=true][data-seq="38"]')).not.toBeNull();
});

test('a request that fails is marked as soon as it has failed', async () => {
  panel = await showPanel();
  const { workspace, turns } = panel;
  const open = openRecord({ t: 5, stream: 9, requestBody: '{"threadId":"t","runId":"x","messages":[]}' });
  const arrive = (n: number, record: object) =>
    panel.feed({ doc: 'd0', frameId: 0, n, body: JSON.stringify([record]) });
  const marks = () =>
    [...panel.container.querySelectorAll('.boundary-row')].map(
      ({ className, textContent }) => `${className} ${textContent}`,
    );
  await arrive(1, open);
  const before = marks();
  await arrive(2, { kind: 'close', t: 6, stream: 9, how: 'network-error', detail: 'refused' });
  const after = marks();
  workspace.settings.change({ isFolded: false });
  await act(() => turns.run());
  workspace.settings.change({ isFolded: true });
  await act(() => turns.run());
  expect(after).not.toEqual(before);
  expect(after).toEqual(marks());
});

test('after a page load, a log that is not preserved is empty until its first event', async () => {
  panel = await showPanel();
  const loads = (n: number) => ({ doc: `d${n}`, frameId: 0, n, records: sseRecords([]).slice(0, 1) });
  const { cursor: place } = panel.workspace.current.value.session;
  await act(() => panel.workspace.settings.change({ isPreserved: false }));
  await act(() => place.goTo(3));
  await panel.feed(loads(1));
  expect(panel.names('tab')).toEqual([]);
  await act(() => place.goTo(3));
  expect(panel.names('tab')).toContain('Messages');
  await act(() => place.goLive());
  expect(panel.names('heading')).toContain('No AG-UI events yet');
  await act(() => panel.workspace.settings.change({ isPreserved: true }));
  expect(panel.names('tab')).toContain('Messages');
  await act(() => panel.workspace.settings.change({ isPreserved: false }));
  await panel.feed({ ...batchOf(sampleRun('r2'), 2), doc: 'd1' });
  expect(panel.names('tab')).toContain('Messages');
});

test('the end of an old stream leaves an unpreserved log empty, and a failed request does not', async () => {
  panel = await showPanel([]);
  const [load = {}, open = {}, close = {}] = sseRecords([]);
  const late = { kind: 'gap', t: 0, reason: 'late', detail: 'capture began late' };
  const records = (doc: string, n: number, ...all: readonly object[]) => ({
    doc,
    frameId: 0,
    n,
    body: JSON.stringify(all),
  });
  await act(() => panel.workspace.settings.change({ isPreserved: false }));
  await panel.feed(records('a', 0, late, load, open), records('b', 0, load), records('a', 1, close));
  expect(panel.names('tab')).toEqual([]);
  await act(() => void (panel.workspace.page.value = { kind: 'ready' }));
  expect(panel.container.textContent).toContain('Capturing this page.');
  const failed = { kind: 'close', t: 1, stream: 1, how: 'network-error', detail: 'refused' };
  await panel.feed(records('b', 1, open, failed));
  expect(panel.names('tab')).toContain('Messages');
  await panel.feed(records('c', 0, load));
  expect(panel.names('tab')).toEqual([]);
});
