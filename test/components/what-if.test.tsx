// The table of faults: what the apps would have, and the broken answer opened and served.
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import type { PageRules } from '@/lib/panel/page-rules';
import { textsOf } from '../support/dom';
import { requestOf } from '../support/exchanges';
import { createTestRules } from '../support/page-rules';
import { showPanel, type TestPanel } from '../support/panel';
import { sampleRun } from '../support/sessions';

let panel: TestPanel;
const request = requestOf('r', []);

async function openTable(pageRules?: PageRules): Promise<void> {
  panel = await showPanel(sampleRun(), { request, ...(pageRules && { host: { pageRules } }) });
  await showTable();
}

async function showTable(): Promise<void> {
  panel.workspace.dialog.value = 'what-if';
  await expect
    .poll(async () => {
      await act(() => panel.turns.run());
      return panel.names('button').filter((name) => /^http-500, client-0.0/.test(name)).length;
    })
    .toBe(1);
}

const details = () => panel.container.querySelector('.what-if-details')?.textContent ?? '';

test('each fault shows its effect on the app of each client', async () => {
  await openTable();
  expect(panel.find('button', /^cut, client-1.0: messages/)).toBeDefined();
  expect(panel.find('button', 'split, client-1.0: same')).toBeDefined();
  expect(panel.container.querySelector('dialog.what-if [role=status]')?.textContent).toBe('');
  await panel.click('button', /^network-error, client-1.0/);
  expect(details()).toContain('runAgent rejects: network error');
  // Without a page nothing can be served.
  expect(panel.names('button')).not.toContain('Serve it to the page…');
  await panel.click('button', /^network-error, client-1.0/);
  expect(details()).toBe('');
});

test('a fault that does not apply is marked', async () => {
  panel = await showPanel(sampleRun().slice(0, -1), { request });
  await showTable();
  expect(textsOf(panel.container, 'dialog.what-if tr')).toContain(
    'The end of the run is missing.This fault does not apply to this response.',
  );
});

test('the broken answer is opened as a recording, for the chosen client', async () => {
  await openTable();
  await panel.click('button', /^network-error, client-1.0/);
  await panel.click('button', 'Open the broken response');
  const { workspace, turns } = panel;
  await expect
    .poll(async () => {
      await act(() => turns.run());
      return workspace.current.value.name;
    })
    .toBe('network-error of run 1.agui.jsonl');
  expect(workspace.dialog.value).toBeUndefined();
  await expect
    .poll(async () => {
      await act(() => turns.run());
      return workspace.current.value.session.log.streams[0]?.close?.how;
    })
    .toBe('network-error');
  const { log, models } = workspace.current.value.session;
  expect(log.streams.map((stream) => models.readers(stream).consumer.id)).toEqual(['client-1.0']);
});

test('the broken answer is served to the page, and live answers can be broken the same way', async () => {
  const rules = createTestRules();
  const { list } = rules;
  await openTable(rules);
  await panel.click('button', /^cut, client-1.0/);
  await panel.click('button', 'Serve it to the page…');
  expect(list.value[0]?.action).toMatchObject({ kind: 'serve', source: 'cut of run 1' });
  await showTable();
  await panel.click('button', /^cut, client-1.0/);
  await panel.click('button', 'Apply this fault to live responses…');
  expect(list.value[0]?.action).toMatchObject({ kind: 'change', edit: { kind: 'end' } });
});
