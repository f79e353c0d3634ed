// The library from a panel to the store and back: recordings are stored whole or not at all, every panel lists the same,
// and deleted recordings are neither lost early nor kept.
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createDatabase } from '@/lib/background/storage/database';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { createRecordings } from '@/lib/background/storage/recordings';
import type { Recordings } from '@/lib/messages/library';
import { RESTORABLE_MS, SLICE_LENGTH } from '@/lib/messages/limits';
import type { FromPanel, LibraryState, ToPanel } from '@/lib/messages/messages';
import type { PanelPort } from '@/lib/panel/background-requests';
import { createBackground } from '@/lib/panel/background-requests';
import { createLibrary, type Library } from '@/lib/panel/library';
import { batch } from '../../contract/store';
import { FACTS, words } from '../../support/library';
import { browser, settle, settled } from './fakes';

let databases = 0;

/** A browser with a library on a disk that outlives its background, and a clock. */
function worldWith(over: Partial<Recordings> = {}) {
  const clock = { ms: 1_000 };
  const nowMs = () => clock.ms;
  const disk = createMemoryStore(1e9);
  const memory = createMemoryStore(1e9);
  const recordings = { ...createRecordings(createDatabase(`library-${databases++}`), nowMs), ...over };
  return {
    world: browser({ disk, memory: () => memory, recordings, nowMs }),
    clock,
    disk,
    memory,
    recordings,
  };
}

/** A panel's own end of a port. */
function panelPort(world: ReturnType<typeof browser>): PanelPort & { cut(): void } {
  const port = world.connectPanel();
  return {
    postMessage: (message: FromPanel) => port.post(message),
    disconnect: () => port.close(),
    cut: () => port.close(),
    onMessage: { addListener: (listener) => port.onMessage((message) => listener(message as ToPanel)) },
    onDisconnect: { addListener: (listener) => port.onClose(listener) },
  };
}

function libraryOf(world: ReturnType<typeof browser>): Library & { asked: number } {
  const library = createLibrary({
    connect: () => panelPort(world),
    later: (_, run) => {
      const timer = setImmediate(run);
      return () => clearImmediate(timer);
    },
    persist: async () => void made.asked++,
  });
  const made = { ...library, asked: 0 };
  return made;
}

/** Reports of the library to a panel. */
function watched(library: Library) {
  const latest: { state?: LibraryState; failures: string[] } = { failures: [] };
  const stop = library.watch({
    changed: (state) => void (latest.state = state),
    failed: (sentence) => latest.failures.push(sentence),
  });
  return { latest, stop };
}

const names = (state: LibraryState | undefined) => state?.saved.map(({ name }) => name);
const save = (library: Library, name: string, bytes = new Uint8Array([1, 2, 3])) =>
  library.save({ words: words(name), facts: FACTS, bytes });

test('a value larger than a message returns byte for byte, and the browser is asked to persist it', async () => {
  const { world } = worldWith();
  const library = libraryOf(world);
  const bytes = Uint8Array.from({ length: SLICE_LENGTH * 2 + 5 }, (_, at) => (at * 7919) % 256);
  const id = await save(library, 'long', bytes);
  expect(library.asked).toBe(1);
  expect(Buffer.compare(await library.load(id), bytes)).toBe(0);
  const empty = await save(library, 'empty', new Uint8Array(0));
  expect(await library.load(empty)).toHaveLength(0);
});

test('a list follows what is done in another panel, also after the background was gone', async () => {
  const { world } = worldWith();
  const [here, there] = [libraryOf(world), libraryOf(world)];
  const { latest, stop } = watched(here);
  await settle();
  expect(latest.state).toMatchObject({ saved: [], recent: [], removed: [], room: { used: 10, quota: 100 } });
  const id = await save(there, 'one');
  await settle();
  expect(names(latest.state)).toEqual(['one']);
  await settled(world.kill());
  await there.edit(id, { name: 'uno', tags: ['t'] });
  await there.duplicate(id, 'due');
  await settle();
  expect(new Set(names(latest.state))).toEqual(new Set(['uno', 'due']));
  stop();
  await there.edit(id, { name: 'ein' });
  await settle();
  expect(names(latest.state)).not.toContain('ein');
});

test('a panel that is closed while it saves leaves nothing', async () => {
  const { world, recordings } = worldWith();
  const port = panelPort(world);
  const part = btoa('abc');
  await settled(port.postMessage({ kind: 'save', words: words('half'), facts: FACTS, part, more: true }));
  await settled(port.cut());
  expect(await recordings.list()).toEqual([]);
  await save(libraryOf(world), 'whole');
  expect((await recordings.list()).map(({ name, size }) => [name, size])).toEqual([['whole', 3]]);
});

test('a deleted recording can be restored in any panel, even after others were closed', async () => {
  const { world, clock, recordings } = worldWith();
  const id = await save(libraryOf(world), 'one');
  const before = await recordings.list();
  await libraryOf(world).remove(id);
  world.kill();
  clock.ms += RESTORABLE_MS - 1;
  const { latest, stop } = watched(libraryOf(world));
  await settle();
  expect(latest.state?.saved).toEqual([expect.objectContaining({ id, deletedMs: 1_000 })]);
  await libraryOf(world).restore(id);
  expect(await recordings.list()).toEqual(before);
  stop();
});

test('a deleted recording is removed when its undo time is over, also without a panel, and at once on request', async () => {
  const { world, clock, recordings } = worldWith();
  const library = libraryOf(world);
  const [one, two] = [await save(library, 'one'), await save(library, 'two')];
  await library.remove(one);
  clock.ms += RESTORABLE_MS;
  world.kill();
  // Any page wakes it.
  world.connectBridge(1);
  await expect.poll(async () => (await recordings.list()).length).toBe(1);
  await library.remove(two);
  await library.purge();
  expect(await recordings.list()).toEqual([]);
  await expect(library.restore(one).then(() => library.load(one))).rejects.toThrow('no longer stored');
});

test('a full disk: deleted recordings make room; without any, the error names the remedy', async () => {
  let free = 1;
  const inner = createRecordings(createDatabase(`library-${databases++}`), () => 1_000);
  const full: Recordings = {
    ...inner,
    async save(...args) {
      if (free <= 0) throw new DOMException('no room', 'QuotaExceededError');
      free--;
      return inner.save(...args);
    },
    async remove(isWanted) {
      const count = await inner.remove(isWanted);
      free += count;
      return count;
    },
  };
  const library = libraryOf(worldWith(full).world);
  const one = await save(library, 'one');
  await expect(save(library, 'two')).rejects.toThrow(/disk is full.*Delete recordings/);
  await library.remove(one);
  await save(library, 'two');
  expect((await inner.list()).map(({ name }) => name)).toEqual(['two']);
});

test('a full disk during an edit or a copy, and an error without a message', async () => {
  const refused = { error: new DOMException('', 'QuotaExceededError') };
  const refuse = () => Promise.reject(refused.error);
  const library = libraryOf(worldWith({ edit: refuse, duplicate: refuse, setDeleted: refuse }).world);
  const asks = () => [library.edit(1, { name: 'x' }), library.duplicate(1, 'x'), library.remove(1)];
  for (const ask of asks()) await expect(ask).rejects.toThrow(/disk is full.*nothing.*changed/);
  refused.error = new DOMException('', 'AbortError');
  for (const ask of asks()) await expect(ask).rejects.toThrow('refused (AbortError)');
});

test('an unreadable library is reported, and works again when it can be read', async () => {
  const failing: { error?: Error } = { error: new Error('An older window holds the database.') };
  const inner = createRecordings(createDatabase(`library-${databases++}`), () => 1_000);
  const { world } = worldWith({
    ...inner,
    async list() {
      if (failing.error !== undefined) throw failing.error;
      return inner.list();
    },
  });
  const library = libraryOf(world);
  const { latest, stop } = watched(library);
  await settle();
  expect(latest.failures).toEqual(['An older window holds the database.']);
  delete failing.error;
  await save(library, 'one');
  await settle();
  expect(names(latest.state)).toEqual(['one']);
  stop();
});

test('a recording removed by the browser is reported, and not made anew', async () => {
  const { world, recordings } = worldWith();
  const library = libraryOf(world);
  await expect(library.load(7)).rejects.toThrow('no longer stored');
  await expect(library.edit(7, { name: 'x' })).rejects.toThrow('no longer stored');
  await expect(library.duplicate(7, 'x')).rejects.toThrow('no longer stored');
  await expect(library.restore(7)).rejects.toThrow('no longer stored');
  await library.remove(7);
  expect(await recordings.list()).toEqual([]);
});

test('nothing of a private window is saved', async () => {
  const { world, memory, recordings } = worldWith();
  await memory.append([batch({ n: 0, session: 'secret', private: true })]);
  const saving = { words: words('x'), facts: FACTS, bytes: new Uint8Array(1), session: 'secret' };
  await expect(libraryOf(world).save(saving)).rejects.toThrow(/private windows.*Export/);
  expect(await recordings.list()).toEqual([]);
});

test('a recent session that was deleted can be restored until its undo time is over', async () => {
  const { world, clock, disk } = worldWith();
  await disk.append([batch({ n: 0, session: 'old', doc: 'e' })]);
  const library = libraryOf(world);
  const { latest, stop } = watched(library);
  const background = createBackground(() => panelPort(world));
  const listed = () => latest.state?.recent.map(({ session }) => session);
  await expect.poll(listed).toEqual(['old']);
  await background.forget('old', true);
  await expect.poll(listed).toEqual([]);
  await background.forget('old', false);
  await expect.poll(listed).toEqual(['old']);
  await background.forget('old', true);
  clock.ms += RESTORABLE_MS;
  world.kill();
  // Any page wakes it.
  world.connectBridge(1);
  await expect.poll(() => disk.sessions()).toEqual([]);
  stop();
});

test('Forget all forgets the sessions of every tab, also without a panel; later records begin a new session', async () => {
  const { world, disk } = worldWith();
  const bridge = world.connectBridge(4);
  const offer = (n: number) =>
    bridge.post({ kind: 'batch', doc: 'd', n, body: `[{"kind":"gap","t":${n},"reason":"late"}]` });
  await settled(offer(0));
  await disk.append([batch({ n: 0, session: 'old', doc: 'e' })]);
  const before = (await disk.sessions()).map(({ session }) => session);
  expect(before).toHaveLength(2);
  const library = libraryOf(world);
  const { latest, stop } = watched(library);
  await library.forgetAll();
  await settle();
  expect(await disk.sessions()).toEqual([]);
  expect(latest.state?.recent).toEqual([]);
  await settled(offer(1));
  const after = (await disk.sessions()).map(({ session }) => session);
  expect(after).toHaveLength(1);
  expect(before).not.toContain(after[0]);
  stop();
});
