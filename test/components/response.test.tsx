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
