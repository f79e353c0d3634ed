// The response of a request: joined as it grows, also back in time.
import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { sseRecords } from '../support/logs';
import { showPanel } from '../support/panel';
import { sampleRun } from '../support/sessions';

test('new events of a live response are appended without reading the earlier ones again', async () => {
  const panel = await showPanel([], { view: 'event' });
  const { session } = panel;
  panel.workspace.settings.change({ requestTab: 'response' });
  const records = sseRecords(sampleRun());
  const append = (n: number, some: typeof records) =>
    panel.feed({ doc: 'grows', frameId: 0, n, records: some });
  const text = () => panel.container.querySelector('#request .raw')?.textContent ?? '';
  await append(0, records.slice(0, -4));
  expect(text()).toContain('RUN_STARTED');
  const read = vi.spyOn(session.log, 'rawOf');
  await append(1, records.slice(-4));
  expect(text()).toContain('RUN_FINISHED');
  expect(read.mock.calls.length).toBeLessThanOrEqual(4);
  await act(() => session.cursor.goTo(2));
  expect(text()).not.toContain('TOOL_CALL');
  await act(() => session.cursor.goLive());
  expect(text()).toContain('RUN_FINISHED');
});

test('the row of a request leads to its end, which may have no row of its own', async () => {
  const panel = await showPanel(sampleRun(), { view: 'event' });
  const { cursor, log } = panel.session;
  panel.workspace.settings.change({ requestTab: 'response' });
  const text = () => panel.container.querySelector('#request')?.textContent ?? '';
  await act(() => cursor.goToBoundary(log.boundaries.findIndex(({ kind }) => kind === 'open')));
  expect(text()).not.toContain('RUN_FINISHED');
  await panel.click('button', 'Go to its end');
  expect(text()).toContain('RUN_FINISHED');
  expect(text()).not.toContain('Go to its end');
  expect(panel.container.querySelector('.event-list [aria-selected=true]')).not.toBeNull();
});
