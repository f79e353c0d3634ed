import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { exportFile } from '@/components/export/export-file';
import { exportText } from '@/components/export/save-file';
import { importText } from '@/components/files/open';
import type { StoredBatch, StoredSession } from '@/lib/messages/messages';
import { startHere } from '@/lib/panel/file-worker/without-worker';
import { sourceFrom } from '@/lib/panel/source';
import { sse, sseRecords } from '../support/logs';
import { batchOf, sampleRun, whileRunning } from '../support/sessions';
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
  return { host, ...made, length: () => made.workspace.current.value.session.log.length };
}

/** Imports while the turns run, as they do in a panel. */
async function importing(made: ReturnType<typeof started>, name: string, text: string): Promise<void> {
  await whileRunning(made.turns, importText(made.workspace, name, text));
}

test('batches of the channel are shown; another session starts empty, the same one continues', () => {
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

test('the newest events of a long session are shown alone until its first events are read', () => {
  const { workspace, channel, turns } = createTestWorkspace();
  channel.session(stored('a'), true);
  channel.newest([batch(2, 'a', 'r2')]);
  turns.run();
  expect(workspace.newest.value?.log.length).toBe(13);
  expect(workspace.current.value.session.log.length).toBe(0);
  channel.batches('a', [batch(1, 'a', 'r1'), batch(2, 'a', 'r2')], false);
  turns.run();
  expect(workspace.newest.value).toBeUndefined();
  expect(workspace.current.value.session.log.length).toBe(26);
});

test('annotations of a cleared session are removed', () => {
  const { workspace, channel, turns } = createTestWorkspace();
  channel.session(stored('a'), true);
  channel.newest([batch(2, 'a', 'r2')]);
  turns.run();
  channel.session(undefined, true);
  turns.run();
  expect(workspace.newest.value).toBeUndefined();
});

test('waiting batches of a cleared session are not read any more', () => {
  const { workspace, channel, turns } = started();
  const { log, reading } = workspace.current.value.session;
  channel.batches('a', [batch(2, 'a', 'r2'), batch(3, 'a', 'r3')], false);
  channel.session(undefined, true);
  turns.run();
  expect(reading.isDisposed).toBe(true);
  expect(log.length).toBe(13);
});

test('an exported session that is imported again is the same, and the live session is still there', async () => {
  const made = started();
  const text = await exportText(made.workspace, 'recording');
  await importing(made, 'again.agui.jsonl', text);
  expect(made.workspace.current.value.name).toBe('again.agui.jsonl');
  expect(made.length()).toBe(13);
  expect(await exportText(made.workspace, 'recording')).toBe(text);
  made.workspace.close();
  expect(made.workspace.current.value.name).toBeUndefined();
  expect(made.length()).toBe(13);
});

test('an unreadable file is one sentence with its line, and the open session stays', async () => {
  const made = started();
  const text = await exportText(made.workspace, 'recording');
  const lines = text.trimEnd().split('\n');
  const notice = () => made.workspace.notice.value?.text ?? '';
  await importing(made, 'x.agui.jsonl', [lines[0], '{"doc": oops'].join('\n'));
  expect(notice()).toMatch(/^Could not open x\.agui\.jsonl\. Line 2 is invalid JSON/);
  await importing(made, 'x.agui.jsonl', lines.slice(1).join('\n'));
  expect(notice()).toMatch(/Line 1 is not a recording header/);
  await importing(made, 'x.json', '[{"type":\n');
  expect(notice()).toMatch(/x\.json is JSON that is cut off/);
  await importing(made, 'empty.json', '');
  expect(notice()).toMatch(/^Could not open: empty\.json is empty\. Supported: .*HAR/);
  expect(made.workspace.current.value.name).toBeUndefined();
  expect(made.length()).toBe(13);
});

test('of a truncated file the complete part is shown, and the missing part reported', async () => {
  const made = started();
  await importing(made, 'x.json', '[{"type":"RUN_STARTED"},\n{"type":\n');
  expect(made.workspace.notice.value?.text).toMatch(
    /^Only a part of x\.json could be read: x\.json is JSON that is cut off/,
  );
  expect(made.workspace.current.value.name).toBe('x.json');
  expect(made.workspace.current.value.session.log.typeOf(0)).toBe('RUN_STARTED');
});

test('the state of the page is read when it may have changed', async () => {
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

test('a stream is read as another dialect, and again as detected; later events are read so too', async () => {
  const { workspace, channel, turns, length } = started();
  const { log } = workspace.current.value.session;
  const key = log.streams[0]?.key ?? '';
  const reading = async (dialect: string | undefined) => {
    await whileRunning(turns, workspace.readAs(key, dialect));
    return workspace.current.value.session.log;
  };
  workspace.current.value.session.cursor.at.value = 4;
  const read = await reading('hector');
  expect(read.at(1)?.problems[0]?.message).toContain('does not match the chosen dialect');
  expect(workspace.current.value.session.cursor.at.value).toBe(4);
  const again = await reading(undefined);
  expect(again.streams[0]?.dialect).toBe('ag-ui-1.0');
  channel.batches('a', [batch(2, 'a', 'r2')], false);
  turns.run();
  expect(length()).toBe(26);
});

test('two dialects chosen in a row are both applied', async () => {
  const { workspace, channel, turns } = started();
  channel.batches('a', [batch(2, 'a', 'r2')], false);
  turns.run();
  const keys = workspace.current.value.session.log.streams.map(({ key }) => key);
  expect(keys).toHaveLength(2);
  await whileRunning(turns, Promise.all(keys.map((key) => workspace.readAs(key, 'ag-ui-draft'))));
  const { log } = workspace.current.value.session;
  expect(log.streams.map(({ dialect }) => dialect)).toEqual(['ag-ui-draft', 'ag-ui-draft']);
});

/** A file on screen with rules of its own, which is read again as another dialect once the test lets it. */
async function readingAgain() {
  const made = started();
  const { workspace, turns } = made;
  const batches = [batchOf(sampleRun())];
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => void (letGo = resolve));
  const source = sourceFrom(async () => {
    await isLetGo;
    return batches;
  });
  const annotations = { rulesOff: ['unknown-type'], notes: [], dialects: {} };
  await whileRunning(turns, workspace.open({ name: 'file.jsonl', batches, source, annotations }));
  const old = workspace.current.value;
  const work = workspace.readAs(old.session.log.streams[0]?.key ?? '', 'ag-ui-draft');
  const finish = async () => {
    letGo();
    // No turn of the old session in between: what was appended to it still waits there.
    await new Promise((resolve) => setImmediate(resolve));
    await whileRunning(turns, work);
    return workspace.current.value;
  };
  return { ...made, old, finish };
}

test('a session closed while it was read again stays closed', async () => {
  const { workspace, finish } = await readingAgain();
  workspace.clear();
  expect((await finish()).name).toBeUndefined();
  expect(workspace.current.value).toBe(workspace.live.value);
});

test('events that arrive while a session is read again are not lost, and its own rules stay off', async () => {
  const { old, finish } = await readingAgain();
  const { rulesOff } = old.session.annotations;
  expect(rulesOff.value.size).toBe(1);
  old.session.reading.append([batchOf(sampleRun('r2'), 1)]);
  const { session } = await finish();
  expect(session).not.toBe(old.session);
  expect(session.log.length).toBe(26);
  expect(session.annotations.rulesOff.value).toEqual(rulesOff.value);
  expect(session.annotations.hasOwnRules).toBe(true);
});

test('notes and chosen dialects are saved with a recording and restored', async () => {
  const made = started();
  const { workspace } = made;
  const { session } = workspace.current.value;
  session.annotations.setNote(3, 'why?');
  session.annotations.toggleBookmark(1);
  const key = session.log.streams[0]?.key ?? '';
  await whileRunning(made.turns, workspace.readAs(key, 'ag-ui-draft'));
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
  const again = workspace.current.value.session;
  expect([...again.annotations.notes.value]).toEqual([
    [1, ''],
    [3, 'why?'],
  ]);
  expect(again.log.streams[0]?.dialect).toBe('ag-ui-draft');
  const broken = text.replace(/"notes":\[.*?\]\]/, '"notes":[3,["a","b"],[1,2],[-1,""],[2,"kept"]]');
  await importing(made, 'broken.agui.jsonl', broken);
  expect([...workspace.current.value.session.annotations.notes.value]).toEqual([[2, 'kept']]);
});

test('an imported file is exported again from its own copy', async () => {
  const made = started();
  const text = await exportText(made.workspace, 'recording');
  await importing(made, 'again.agui.jsonl', text);
  const { reading } = made.workspace.current.value.session;
  const [first, second] = [await reading.again(), await reading.again()];
  expect(first).toEqual(second);
  expect('batches' in first && first.batches).toHaveLength(1);
});

test('an export of a live session ends with the last batch that was read', async () => {
  const { workspace, channel, turns } = started();
  const before = await exportText(workspace, 'recording');
  channel.batches('a', [batch(2, 'a', 'r2'), batch(4, 'a', 'r3')], false);
  const { session } = workspace.current.value;
  const early = await session.reading.again();
  expect('batches' in early && early.batches.map(({ id }) => id)).toEqual([1]);
  expect(session.reading.waiting().map(({ id }) => id)).toEqual([2, 4]);
  const after = await whileRunning(turns, exportText(workspace, 'recording'));
  expect(after.split('\n').slice(1).length).toBe(before.split('\n').slice(1).length + 2);
});

test('a session that is no longer stored is reported, for an export and for another dialect', async () => {
  const made = started();
  const { workspace } = made;
  workspace.current.value.session.reading.append([{ doc: 'x', frameId: 0, n: 7, id: 9, body: '[]' }]);
  made.turns.run();
  const making = { signal: new AbortController().signal, onShare() {} };
  const choice = { ...workspace.exportChoice.peek(), format: 'recording' };
  expect(await exportFile(workspace, workspace.current.value.session, choice, making)).toEqual({
    refused: 'The captured data of this session is no longer stored.',
  });
  const { session } = workspace.current.value;
  await workspace.readAs(session.log.streams[0]?.key ?? '', 'hector');
  expect(workspace.notice.value?.text).toBe('The captured data of this session is no longer stored.');
  expect(workspace.current.value.session).toBe(session);
});

test('events are exported without the batches', async () => {
  const made = started();
  made.workspace.current.value.session.reading.append([{ doc: 'x', frameId: 0, n: 7, body: '[]' }]);
  made.turns.run();
  expect(JSON.parse(await exportText(made.workspace, 'json-array'))).toHaveLength(13);
});

test('a client chosen for a site applies at once, for the next session, and in a saved recording', async () => {
  const made = started();
  const { workspace, turns } = made;
  const site = 'http://localhost';
  const readerOfShown = (): string | undefined => {
    const { session } = workspace.current.value;
    const [stream] = session.log.streams;
    return stream && session.models.readers(stream).consumer.id;
  };
  const before = readerOfShown();
  await whileRunning(turns, workspace.readFor(site, 'tanstack'));
  expect(readerOfShown()).toBe('tanstack');
  expect(workspace.settings.values.value.consumers).toEqual({ [site]: 'tanstack' });
  const text = await exportText(workspace, 'recording');
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ consumers: { [site]: 'tanstack' } });
  await whileRunning(turns, workspace.readFor(site, undefined));
  expect(readerOfShown()).toBe(before);
  expect(workspace.settings.values.value.consumers).toEqual({});
  // The choices stored in a recording apply to it.
  await importing(made, 'again.agui.jsonl', text);
  expect(readerOfShown()).toBe('tanstack');
});

test('the second of two opened files is shown, however long the first takes', async () => {
  const held: (() => void)[] = [];
  let started = 0;
  let isHolding = true;
  const host = createTestHost({
    startWorker(kind) {
      const line = startHere(kind);
      const isFirst = started++ === 0;
      return {
        ...line,
        listen: (listener) =>
          line.listen((report) => {
            if (isFirst && isHolding) held.push(() => listener(report));
            else listener(report);
          }),
      };
    },
  });
  const { workspace, turns } = createTestWorkspace(host);
  const file = (run: string) => JSON.stringify(sampleRun(run));
  const slow = importText(workspace, 'slow.json', file('r1'));
  await whileRunning(turns, importText(workspace, 'quick.json', file('r2')));
  expect(workspace.current.value.name).toBe('quick.json');
  isHolding = false;
  for (const report of held) report();
  await whileRunning(turns, slow);
  expect(workspace.current.value.name).toBe('quick.json');
  expect(workspace.notice.value).toBeUndefined();
  expect(started).toBe(2);
});

test.each(['recording', 'ndjson-file', 'sse-body'])(
  '%s packed is smaller and opens the same',
  async (format) => {
    const made = createTestWorkspace(createTestHost());
    const frames = sampleRun().map((event) => sse(event));
    await whileRunning(made.turns, importText(made.workspace, 'run.sse', frames.join('')));
    const file = async (isPacked: boolean) => {
      const choice = { ...made.workspace.exportChoice.peek(), format, level: 'full', isPacked } as const;
      const making = { signal: new AbortController().signal, onShare() {} };
      const { session } = made.workspace.current.value;
      const written = await whileRunning(made.turns, exportFile(made.workspace, session, choice, making));
      if ('refused' in written) throw new Error(written.refused);
      return written;
    };
    const [plain, packed] = [await file(false), await file(true)];
    expect([packed.name, packed.mime]).toEqual([`${plain.name}.gz`, 'application/gzip']);
    expect(packed.blob.size).toBeLessThan(plain.blob.size);
    const text = gunzipSync(await packed.blob.arrayBuffer()).toString();
    expect(text).toBe(await plain.blob.text());
  },
);
