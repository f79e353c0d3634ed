import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { createDatabase } from '@/lib/background/storage/database';
import { createDiskStore } from '@/lib/background/storage/disk-store';
import { REMOVED_MAX } from '@/lib/messages/limits';
import { batch, storeContract } from '../../contract/store';

let databases = 0;
const fresh = () => createDatabase(`test-${databases++}`);

storeContract(() => createDiskStore(fresh()));

test('a new background finds all sessions and batches', async () => {
  const name = `test-${databases++}`;
  await createDiskStore(createDatabase(name)).append([batch({ n: 0 }), batch({ n: 1 })]);
  const store = createDiskStore(createDatabase(name));
  expect(await store.append([batch({ n: 1 }), batch({ n: 2 })])).toHaveLength(1);
  expect((await store.read('s1', -1, 1e6)).batches.map(({ n }) => n)).toEqual([0, 1, 2]);
});

test('a write that fails in the middle stores nothing', async () => {
  const store = createDiskStore(fresh());
  const poison = { ...batch({ n: 1 }), body: () => 'no value that can be stored' } as never;
  await expect(store.append([batch({ n: 0 }), poison])).rejects.toThrow();
  expect(await store.sessions()).toEqual([]);
  expect(await store.append([batch({ n: 0 })])).toHaveLength(1);
});

test('a session that could not be shortened completely is unchanged, and the caller is notified', async () => {
  const store = createDiskStore(fresh());
  const added = await store.append([0, 1, 2].map((n) => batch({ n, body: `["${'x'.repeat(500)}"]` })));
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    const request = put.apply(this, args);
    if (this.name === 'sessions') request.onsuccess = () => this.transaction.abort();
    return request;
  });
  const shortening = store.shorten('s1', 600).finally(() => spy.mockRestore());
  await expect(shortening).rejects.toThrow();
  expect((await store.read('s1', -1, 1e6)).batches).toEqual(added);
});

test('a closed database is opened again', async () => {
  const open = fresh();
  const store = createDiskStore(open);
  await store.append([batch({ n: 0 })]);
  (await open()).close();
  expect(await store.append([batch({ n: 1 })])).toHaveLength(1);
});

test('sessions dropped from Recent are remembered with the reason; pages without streams are not, and none after Forget', async () => {
  const store = createDiskStore(fresh());
  const url = 'http://localhost:3000/secret?token=1';
  await store.append([0, 1, 2].map((n) => batch({ n, session: `s${n}`, atMs: n, ...(n === 0 && { url }) })));
  await store.append([batch({ n: 3, session: 'visit', streams: 0 })]);
  await store.prune(new Set(['s2']), { sessions: 0, length: 0, why: 'disk' });
  expect(await store.sessions()).toHaveLength(1);
  const removed = await store.removed();
  expect(removed.map(({ site, lastMs, length, reason }) => ({ site, lastMs, length, reason }))).toEqual(
    [
      { site: '', lastMs: 1, length: 3, reason: 'disk' },
      { site: 'http://localhost:3000', lastMs: 0, length: 3, reason: 'disk' },
    ].sort((a, b) => b.lastMs - a.lastMs),
  );
  await store.forget('s2');
  expect(await store.removed()).toHaveLength(2);
  await store.forgetRemoved();
  expect(await store.removed()).toEqual([]);
});

test('only the newest dropped sessions are remembered', async () => {
  const store = createDiskStore(fresh());
  const ids = Array.from({ length: REMOVED_MAX + 5 }, (_, n) => n);
  await store.append(ids.map((n) => batch({ n, session: `s${n}`, atMs: n })));
  await store.prune(new Set(), { sessions: 0, length: 0, why: 'number' });
  expect(await store.removed()).toHaveLength(REMOVED_MAX);
});
