// Rules that are switched off: remembered for the project, carried by the file.
import { expect, test } from 'vitest';
import { exportText } from '@/components/export/save-file';
import { importText } from '@/components/files/open';
import type { StoredSession } from '@/lib/messages/messages';
import { switchRule } from '@/lib/panel/disabled-rules';
import { sseRecords } from '../support/logs';
import { whileRunning } from '../support/sessions';
import { events } from '../support/stream-text';
import { createTestHost, createTestWorkspace } from '../support/workspace';

const EVENTS = events('run · FROM_THE_FUTURE · end');

function storeOf(): { read(): string | null; write(text: string): void } {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: (text) => void (kept = text),
  };
}

function started(settings = storeOf()) {
  const made = createTestWorkspace(createTestHost({ settings }));
  made.channel.session({ session: 'a', streams: 1 } as StoredSession, true);
  const body = JSON.stringify(sseRecords(EVENTS));
  made.channel.batches('a', [{ id: 1, session: 'a', tab: 1, frameId: 0, doc: 'd', n: 0, body }], false);
  made.turns.run();
  const rules = () => made.workspace.current.value.session.findings.listed.value.map(({ rule }) => rule);
  const turn = (id: string, isOff: boolean) =>
    switchRule(made.workspace.current.value, made.workspace.settings, [id, isOff]);
  return { ...made, rules, turn, settings };
}

test('a rule that is off finds nothing, and is remembered for the project', () => {
  const first = started();
  expect(first.rules()).toEqual(['unknown-type']);
  first.turn('unknown-type', true);
  expect(first.rules()).toEqual([]);
  const second = started(first.settings);
  expect(second.rules()).toEqual([]);
  expect(second.workspace.settings.values.value.rulesOff).toEqual({ 'http://localhost': ['unknown-type'] });
  second.turn('unknown-type', false);
  expect(second.rules()).toEqual(['unknown-type']);
  expect(second.workspace.settings.values.value.rulesOff).toEqual({});
});

test('a file carries the rules that are off, and changes no setting', async () => {
  const made = started();
  made.turn('unknown-type', true);
  const text = await exportText(made.workspace, 'recording');
  expect(text.split('\n')[0]).toContain('"rulesOff":["unknown-type"]');
  const other = started();
  await whileRunning(other.turns, importText(other.workspace, 'other.agui.jsonl', text));
  expect(other.rules()).toEqual([]);
  other.turn('unknown-type', false);
  expect(other.rules()).toEqual(['unknown-type']);
  other.turn('crlf-framing', true);
  expect(other.workspace.settings.values.value.rulesOff).toEqual({});
  other.workspace.close();
  expect(other.rules()).toEqual(['unknown-type']);
});
