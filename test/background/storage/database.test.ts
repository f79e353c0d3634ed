// The database in use by another context: newer, held open, deleted in the middle.
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import { createDatabase } from '@/lib/background/storage/database';
import { createDiskStore } from '@/lib/background/storage/disk-store';
import { batch } from '../../contract/store';

let databases = 0;
const freshName = () => `database-${databases++}`;

test('a database of a newer version is reported each time', async () => {
  const name = freshName();
  (await openDB(name, 99)).close();
  const store = createDiskStore(createDatabase(name));
  for (let times = 0; times < 2; times++)
    await expect(store.append([batch({ n: 0 })])).rejects.toMatchObject({
      message: 'The database was written by a newer version of AG-UI Lens; update the extension to go on.',
      cause: { name: 'VersionError' },
    });
});

test('another database error is not reported as a newer version', async () => {
  const name = freshName();
  (await openDB(name, 99)).close();
  const error = new DOMException('The disk is full.', 'QuotaExceededError');
  const { open } = indexedDB;
  const spy = vi
    .spyOn(indexedDB, 'open')
    .mockImplementation((...args) =>
      Object.defineProperty(open.apply(indexedDB, args), 'error', { get: () => error, set: () => undefined }),
    );
  await expect(createDatabase(name)().finally(() => spy.mockRestore())).rejects.toBe(error);
});

test('a connection that holds the database open is not waited for', async () => {
  const name = freshName();
  const held = await openDB(name, 1);
  const deleting = deleteDB(name).catch(() => undefined);
  const store = createDiskStore(createDatabase(name));
  const appended = store.append([batch({ n: 0 })]).then(
    () => 'stored',
    (error: unknown) => `${error}`,
  );
  held.close();
  await deleting;
  // Stored after a wait, or refused with a reason.
  expect(await appended).toMatch(/stored|holds the database/);
});

test('a deleted database is created again, ids continue, and the loss is reported', async () => {
  const name = freshName();
  const store = createDiskStore(createDatabase(name));
  const [first] = await store.append([batch({ n: 0 })]);
  const now = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(now);
  await deleteDB(name);
  const added = await store.append([batch({ n: 1 }), batch({ n: 2 }), batch({ doc: 'd2', n: 0 })]);
  const [second] = added;
  expect(second?.id).toBeGreaterThan(first?.id ?? 0);
  expect((await store.read('s1', first?.id ?? -1, 1e6)).batches).toEqual(added);
  const own = added.filter(({ made }) => made === undefined).map(({ doc, n }) => `${doc} ${n}`);
  expect(own).toEqual(['d1 1', 'd1 2', 'd2 0']);
  expect(second).toMatchObject({ doc: 'd1', n: 1, made: 'discarded' });
  expect(JSON.parse(second?.body ?? '')).toEqual([
    expect.objectContaining({ kind: 'gap', reason: 'not-stored', bytes: first?.body.length }),
  ]);
  await store.forget('s1');
  expect(await store.append([batch({ n: 3 })])).toHaveLength(1);
  expect(await store.sessions()).toHaveLength(1);
});

test('a failed transaction reports its cause', async () => {
  const store = createDiskStore(createDatabase(freshName()));
  const poison = { ...batch({ n: 1 }), body: () => 'no value that can be stored' } as never;
  await expect(store.append([poison])).rejects.toThrow(/clone/i);
});

test('an upgrade turns kinds that versions up to 2 wrote as numbers into fields', async () => {
  const name = freshName();
  const old = await openDB(name, 2, {
    upgrade(db) {
      const batches = db.createObjectStore('batches', { keyPath: 'id', autoIncrement: true });
      batches.createIndex('by-doc', ['doc', 'n'], { unique: true });
      batches.createIndex('by-session', ['session', 'id']);
      db.createObjectStore('sessions', { keyPath: 'session' });
      db.createObjectStore('recordings', { keyPath: 'id', autoIncrement: true });
      db.createObjectStore('files');
      db.createObjectStore('removed', { autoIncrement: true });
    },
  });
  const numbers = [
    [7, 7, undefined],
    [2 ** 40 + 7, 7, 'preamble'],
    [2 ** 40 + 2 ** 38 + 7, 7, 'resumed'],
    [2 ** 40 + 2 ** 39 + 7, 7, 'discarded'],
    [2 ** 41 + 8, 8, 'end'],
    [2 ** 41 + 2 ** 37 + 8, 8, 'orphaned'],
    [2 ** 41 + 2 ** 38 + 8, 8, 'moved'],
    [2 ** 41 + 2 ** 39 + 8, 8, 'tab-closed'],
  ] as const;
  for (const [n] of numbers)
    await old.add('batches', { session: 's1', tab: 1, frame: 0, doc: 'd1', n, body: `[${n}]` });
  old.close();
  const store = createDiskStore(createDatabase(name));
  const { batches } = await store.read('s1', -1, 1e6);
  expect(batches.map(({ n, made, body }) => [n, made, body])).toEqual(
    numbers.map(([number, n, made]) => [n, made, `[${number}]`]),
  );
  const again = numbers.map(([, n, made]) => batch({ n, ...(made !== undefined && { made }) }));
  expect(await store.append(again)).toEqual([]);
  expect(await store.append([batch({ n: 8 }), batch({ n: 8, made: 'preamble' })])).toHaveLength(2);
});
