// @vitest-environment happy-dom
// Buttons and marks match the data: counters find what they count, Live is lit while following, columns are sorted by
// what they show, settings show what is set, and the view that was open is open again.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { actAndLoad, textsOf } from '../support/dom';
import { sseRecords } from '../support/logs';
import { showPanel, type TestPanel } from '../support/panel';
import { batchOf, sampleRun } from '../support/sessions';
import { events } from '../support/stream-text';

let panel: TestPanel;
const session = () => panel.session;

const BROKEN = events('run · say none "x" · patch [{"op":"remove","path":"/none"}] · end');

test.each(['✕', '⚠'])('the counter %s shows its events, whatever the filter was', async (sign) => {
  panel = await showPanel(BROKEN, {
    request: { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] },
  });
  await act(() => panel.turns.run());
  const { filter, list } = session();
  const button = [...panel.container.querySelectorAll<HTMLButtonElement>('.counters button')].find((each) =>
    each.textContent?.includes(sign),
  );
  if (button === undefined) return expect(sign).toBe('⚠');
  await act(() => {
    filter.text.value = 'type:RUN_STARTED kind:text';
    panel.turns.run();
  });
  await act(() => {
    button.click();
    panel.turns.run();
  });
  expect(filter.text.value).toBe(sign === '✕' ? 'is:error' : 'is:warning');
  expect(list.counts.value.matches).toBeGreaterThan(0);
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await act(() => button.click());
  expect(filter.text.value).toBe('');
});

test('Live is lit only while the list follows', async () => {
  panel = await showPanel(sampleRun());
  const live = panel.find('button', 'Live');
  expect(live.getAttribute('aria-pressed')).toBe('true');
  await act(() => void (session().list.range.value = { from: 2, to: session().log.length - 1 }));
  expect(live.getAttribute('aria-pressed')).toBe('true');
  await panel.feed(batchOf(sampleRun(), 1));
  expect(live.getAttribute('aria-pressed')).toBe('false');
  await panel.click('button', 'Live');
  expect(session().list.range.value).toBeUndefined();
  expect(live.getAttribute('aria-pressed')).toBe('true');
});

test('calls are sorted by the names that the column shows', async () => {
  panel = await showPanel(events('run · tool c1 search · tool c2 add · tool c3 move'), { view: 'tools' });
  const names = () =>
    textsOf(panel.container, '.call-row > :first-child').map((text) => text.replace('⚠', '').trim());
  expect(names()).toEqual(['search', 'add', 'move']);
  await panel.click('button', /^Tool ?[↑↓]?$/);
  expect(names()).toEqual(['add', 'move', 'search']);
  await panel.click('button', /^Tool ?[↑↓]?$/);
  expect(names()).toEqual(['search', 'move', 'add']);
  await panel.click('button', /^Tool ?[↑↓]?$/);
  expect(names()).toEqual(['search', 'add', 'move']);
});

test('the settings tick the visible columns of the list', async () => {
  const request = { threadId: 't', runId: 'r', messages: [] };
  panel = await showPanel(sampleRun(), { request });
  const records = sseRecords(sampleRun(), request, 2)
    .slice(1)
    .map((record) => ({ ...record, ...(record.kind === 'open' && { url: 'http://localhost/other' }) }));
  await panel.feed({ doc: 'd0', frameId: 0, n: 1, body: JSON.stringify(records) });
  expect(session().agents.all().length).toBe(2);
  await actAndLoad(() => void (panel.workspace.dialog.value = 'settings'));
  expect(panel.find('checkbox', /^Agent/)).toHaveProperty('checked', true);
});

test('the view that was open is open again in the next panel', async () => {
  let stored: string | null = null;
  const settings = {
    read: () => stored,
    write: (text: string) => void (stored = text),
  };
  panel = await showPanel(sampleRun(), { host: { settings } });
  await act(() => void (panel.workspace.view.value = 'tools'));
  panel.remove();
  panel = await showPanel(sampleRun(), { host: { settings } });
  expect(panel.workspace.view.value).toBe('tools');
});
