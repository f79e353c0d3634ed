import { expect, test } from 'vitest';
import { exportAs, exportText, importText } from '@/components/files';
import { setNote, toggleBookmark } from '@/lib/session/navigate';
import type { StoredBatch, StoredSession } from '@/lib/wire/messages';
import { sseRecords } from '../support/logs';
import { sampleRun } from '../support/sessions';
import { createTestHost, createTestWorkspace } from '../support/workspace';

const stored = (session: string) => ({ session, streams: 1 }) as StoredSession;
const batch = (id: number, session: string, run: string): StoredBatch => ({
  id,
  session,
  tab: 1,
  frameId: 0,
  doc: `d${id}`,
  n: 0,
  body: JSON.stringify(sseRecords(sampleRun(run))),
});

function started() {
  const host = createTestHost();
  const made = createTestWorkspace(host);
  made.channel.connection('connected');
  made.channel.session(stored('a'), true);
  made.channel.batches('a', [batch(1, 'a', 'r1')], false);
  made.turns.run();
  return { host, ...made, length: () => made.workspace.shown.value.session.log.length };
}

/** Imports while the turns run, as they do in a panel. */
async function importing(made: ReturnType<typeof started>, name: string, text: string): Promise<void> {
  const done = importText(made.workspace, name, text);
  made.turns.run();
  await done;
}

test('batches of the channel are shown; another session starts anew; the same one goes on', () => {
  const { workspace, channel, turns, length } = started();
  expect(length()).toBe(13);
  channel.connection('lost');
  expect(workspace.connection.value).toBe('lost');
  channel.connection('connected');
  channel.session(stored('a'), true);
  channel.batches('a', [batch(2, 'a', 'r2')], false);
  turns.run();
  expect(length()).toBe(26);
  channel.session(undefined, true);
  turns.run();
  expect(length()).toBe(0);
});

test('what was exported and is imported again is the same, and the live session is still there', async () => {
  const made = started();
  const text = await exportText(made.workspace, 'recording');
  await importing(made, 'again.agui.jsonl', text);
  expect(made.workspace.shown.value.name).toBe('again.agui.jsonl');
  expect(made.length()).toBe(13);
  expect(await exportText(made.workspace, 'recording')).toBe(text);
  made.workspace.close();
  expect(made.workspace.shown.value.name).toBeUndefined();
  expect(made.length()).toBe(13);
});

test('a file that cannot be read is one sentence with its line, and nothing that was there is lost', async () => {
  const made = started();
  const text = await exportText(made.workspace, 'recording');
  const lines = text.trimEnd().split('\n');
  const notice = () => made.workspace.notice.value?.text ?? '';
  await importing(made, 'x.agui.jsonl', [...lines, '{"doc": oops'].join('\n'));
  expect(notice()).toMatch(/^x\.agui\.jsonl was not opened\. Line 3 is invalid JSON/);
  await importing(made, 'x.agui.jsonl', lines.slice(1).join('\n'));
  expect(notice()).toMatch(/Line 1 is not a recording header/);
  await importing(made, 'x.json', '[{"type":"RUN_STARTED"},\n{"type":\n');
  expect(notice()).toMatch(/x\.json is invalid JSON/);
  await importing(made, 'empty.json', '');
  expect(notice()).toBe('Not opened: empty.json is empty.');
  expect(made.workspace.shown.value.name).toBeUndefined();
  expect(made.length()).toBe(13);
});

test('an export is handed to the host with a name and a size, a refusal is a sentence', async () => {
  const { workspace, host } = started();
  await exportAs(workspace, 'recording');
  expect(host.saved[0]?.name).toMatch(/^agui-2023-11-14T22-13-20\.agui\.jsonl$/);
  expect(host.saved[0]?.text.split('\n')[0]).toContain('"format":"ag-ui-lens"');
  expect(workspace.notice.value?.text).toMatch(/^Saved agui-.* \(\d+(\.\d)? k?B\)\.$/);
  await exportAs(workspace, 'no-such-format');
  expect(workspace.notice.value).toMatchObject({ severity: 'error' });
  expect(host.saved).toHaveLength(1);
});

test('the page is looked at when something may have changed', async () => {
  let asked = 0;
  const host = createTestHost({
    page: async (captured) => {
      asked++;
      return captured ? { kind: 'ready' } : { kind: 'needs-reload' };
    },
  });
  const { workspace, channel } = createTestWorkspace(host);
  await Promise.resolve();
  await Promise.resolve();
  expect(workspace.page.value.kind).toBe('needs-reload');
  channel.session(stored('a'), true);
  await Promise.resolve();
  await Promise.resolve();
  expect([workspace.page.value.kind, asked]).toEqual(['ready', 2]);
});

test('a stream is read as another dialect, and again by what it looks like; what comes later is read so too', async () => {
  const { workspace, channel, turns, length } = started();
  const { log } = workspace.shown.value.session;
  const key = log.streams[0]?.key ?? '';
  const reading = async (dialect: string | undefined) => {
    const done = workspace.readAs(key, dialect);
    turns.run();
    await done;
    return workspace.shown.value.session.log;
  };
  workspace.shown.value.session.cursor.value = 4;
  const read = await reading('hector');
  expect(read.at(1)?.problems[0]?.message).toContain('does not match the chosen dialect');
  expect(workspace.shown.value.session.cursor.value).toBe(4);
  const again = await reading(undefined);
  expect(again.streams[0]?.dialect).toBe('ag-ui-1.0');
  channel.batches('a', [batch(2, 'a', 'r2')], false);
  turns.run();
  expect(length()).toBe(26);
});

test('notes and chosen dialects are saved with a recording and are there again', async () => {
  const made = started();
  const { workspace } = made;
  const { session } = workspace.shown.value;
  setNote(session, 3, 'why?');
  toggleBookmark(session, 1);
  const key = session.log.streams[0]?.key ?? '';
  const done = workspace.readAs(key, 'ag-ui-draft');
  made.turns.run();
  await done;
  const text = await exportText(workspace, 'recording');
  const header = JSON.parse(text.split('\n')[0] ?? '');
  expect(header).toMatchObject({
    notes: [
      [1, ''],
      [3, 'why?'],
    ],
    dialects: { [key]: 'ag-ui-draft' },
  });
  await importing(made, 'again.agui.jsonl', text);
  const again = workspace.shown.value.session;
  expect([...again.notes.value]).toEqual([
    [1, ''],
    [3, 'why?'],
  ]);
  expect(again.log.streams[0]?.dialect).toBe('ag-ui-draft');
  const broken = text.replace(/"notes":\[.*?\]\]/, '"notes":[3,["a","b"],[1,2],[-1,""],[2,"kept"]]');
  await importing(made, 'broken.agui.jsonl', broken);
  expect([...workspace.shown.value.session.notes.value]).toEqual([[2, 'kept']]);
});
