// The database when somebody else has it: newer, held open, deleted in the middle.
import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { expect, test } from 'vitest';
import { createDatabase } from '@/lib/background/storage/database';
import { createDiskStore } from '@/lib/background/storage/disk-store';
import { DISCARDED_FROM, PREAMBLE_FROM } from '@/lib/messages/limits';
import { batch } from '../../contract/store';

let databases = 0;
const freshName = () => `database-${databases++}`;

test('a database of a newer version is said to be one, each time', async () => {
  const name = freshName();
  (await openDB(name, 99)).close();
  const store = createDiskStore(createDatabase(name));
  for (let times = 0; times < 2; times++)
    await expect(store.append([batch({ n: 0 })])).rejects.toThrow('newer version of AG-UI Lens');
});

test('nobody is waited for who holds a database open', async () => {
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
  // Either it waited its turn, which came, or it said why not.
  expect(await appended).toMatch(/stored|holds the database/);
});

test('after the database was deleted it is made again, ids go on, and what is gone is said', async () => {
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
  const own = added.filter(({ n }) => n < PREAMBLE_FROM).map(({ doc, n }) => `${doc} ${n}`);
  expect(own).toEqual(['d1 1', 'd1 2', 'd2 0']);
  expect(second).toMatchObject({ doc: 'd1', n: DISCARDED_FROM + 1 });
  expect(JSON.parse(second?.body ?? '')).toEqual([
    expect.objectContaining({ kind: 'gap', reason: 'not-stored', bytes: first?.body.length }),
  ]);
  await store.forget('s1');
  expect(await store.append([batch({ n: 3 })])).toHaveLength(1);
  expect(await store.sessions()).toHaveLength(1);
});

test('a transaction that fails says why, not only that it did', async () => {
  const store = createDiskStore(createDatabase(freshName()));
  const poison = { ...batch({ n: 1 }), body: () => 'no value that can be stored' } as never;
  await expect(store.append([poison])).rejects.toThrow(/clone/i);
});
