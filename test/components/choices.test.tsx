// Choices made in a view outlive it: they are there when it is shown again, and when the panel is opened again.
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { importText } from '@/components/files/open';
import { reducers } from '@/lib/core/model/reducers';
import { createSettings } from '@/lib/panel/settings';
import { textsOf } from '../support/dom';
import { showPanel, type TestPanel } from '../support/panel';
import { sampleRun } from '../support/sessions';
import { events } from '../support/stream-text';

const CALLS = events('run · tool c1 search · tool c2 save · end');

/** Goes to another view and back. */
async function leave({ workspace }: TestPanel): Promise<void> {
  const view = workspace.view.peek();
  await act(() => void (workspace.view.value = 'state'));
  await act(() => void (workspace.view.value = view));
}

const isChecked = (field: HTMLElement) => field instanceof HTMLInputElement && field.checked;

test('the chosen severities of Findings are kept for the next panel', async () => {
  const panel = await showPanel([...sampleRun(), { type: 'NOPE' }], { view: 'findings' });
  const info = () => panel.find('checkbox', /info/);
  expect(isChecked(info())).toBe(false);
  await panel.click('checkbox', /info/);
  await leave(panel);
  expect(isChecked(info())).toBe(true);
});

test('order and tool of the table of calls are kept for the next panel', async () => {
  const panel = await showPanel(CALLS, { view: 'tools' });
  const order = () => panel.find('columnheader', /^Tool/).getAttribute('aria-sort');
  await panel.click('button', 'Tool');
  await panel.choose('combobox', 'Show calls of', '1');
  await leave(panel);
  expect(order()).toBe('ascending');
  expect(panel.container.querySelectorAll('[data-call]')).toHaveLength(1);
});

test('the order of the table of runs is kept for the next panel', async () => {
  const panel = await showPanel([...sampleRun(), ...sampleRun('r2')], { view: 'run' });
  const order = () => panel.find('columnheader', /^Status/).getAttribute('aria-sort');
  await panel.click('button', /^Status/);
  await leave(panel);
  expect(order()).toBe('ascending');
  expect(panel.workspace.settings.values.value.sortings).toEqual({
    runs: { by: 'status', isDescending: false },
  });
});

test('the table is in natural order with its threads if the chosen column has no values', async () => {
  const panel = await showPanel([...sampleRun(), ...sampleRun('r2')], { view: 'run' });
  const rows = () => textsOf(panel.container, '.run-row');
  const natural = rows();
  await act(() =>
    panel.workspace.settings.change({ sortings: { runs: { by: 'cost', isDescending: true } } }),
  );
  expect(rows()).toEqual(natural);
  await act(() =>
    panel.workspace.settings.change({ sortings: { runs: { by: 'duration', isDescending: false } } }),
  );
  expect(rows()).toEqual(natural.toReversed());
});

test('a call opened from Messages is listed, whichever tool is filtered', async () => {
  const panel = await showPanel(CALLS, { view: 'messages' });
  await act(() => void (panel.workspace.current.value.session.choices.tool.value = 'search'));
  const call = [...panel.container.querySelectorAll<HTMLDetailsElement>('.inline-call')].at(-1);
  await act(() => call?.querySelector('summary')?.click());
  await panel.click('button', 'Show in Tools');
  expect(panel.container.querySelector('[data-call][aria-selected=true]')?.textContent).toContain('save');
});

test('a chosen step other than "event" is shown with its picker and name', async () => {
  const panel = await showPanel();
  expect(panel.names('combobox')).not.toContain('Step by');
  await act(() => panel.workspace.settings.change({ stepKind: 'run' }));
  expect(panel.names('combobox')).toContain('Step by');
  expect(panel.find('button', 'Next run')).toBeDefined();
  // Chosen in the picker, which has the focus.
  await act(() => panel.workspace.settings.change({ stepKind: 'event' }));
  expect(panel.find('combobox', 'Step by').className).not.toBe('wide');
});

test('the table is in natural order if the chosen column no longer exists', async () => {
  const panel = await showPanel(CALLS, { view: 'tools' });
  await act(() => panel.workspace.settings.change({ sortings: { calls: { by: 'x', isDescending: true } } }));
  expect(panel.find('columnheader', /^Tool/).getAttribute('aria-sort')).toBe('none');
});

test('speed and step are kept for the next file and the next panel', async () => {
  let stored: string | null = null;
  const store = { read: () => stored, write: (text: string) => void (stored = text) };
  const panel = await showPanel(sampleRun(), { host: { settings: store } });
  const { settings, current } = panel.workspace;
  await act(() => settings.change({ speed: 16, stepKind: 'run' }));
  expect(current.value.playback.speed.value).toBe(16);
  expect(createSettings(store).values.value).toMatchObject({ speed: 16, stepKind: 'run' });
});

test('a notice leaves by itself after a while, an error does not', async () => {
  const { workspace } = await showPanel();
  const { notice } = workspace;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const severity of ['info', 'error'] as const) {
    await act(() => void (notice.value = { severity: 'info', text: 'earlier' }));
    vi.advanceTimersByTime(9_000);
    await act(() => void (notice.value = { severity, text: 'shown' }));
    vi.advanceTimersByTime(9_000);
    expect(notice.value?.text).toBe('shown');
    vi.advanceTimersByTime(60_000);
    expect(notice.value?.text).toBe(severity === 'info' ? undefined : 'shown');
  }
  vi.useRealTimers();
});

test('an exception of the model is reported as a notice', async () => {
  const reduce = vi.spyOn(reducers, 'CUSTOM').mockImplementation(() => {
    throw new TypeError('no such thing');
  });
  const panel = await showPanel([...sampleRun(), { type: 'CUSTOM', name: 'n', value: 1 }]);
  await act(panel.turns.run);
  expect(panel.workspace.notice.value).toEqual({
    severity: 'error',
    text: 'Event 13 could not be processed for the panel: no such thing. Later failures are not listed.',
  });
  // Once: not when the live session is shown again.
  const { workspace } = panel;
  const { notice } = workspace;
  notice.value = undefined;
  await act(
    () => void importText(workspace, 'a.sse', 'data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n'),
  );
  await act(panel.turns.run);
  await expect.poll(() => workspace.current.value.name).toBe('a.sse');
  await act(() => workspace.close());
  expect(panel.container.querySelector('[role=alert]')).toBeNull();
  reduce.mockRestore();
});
