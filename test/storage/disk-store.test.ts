import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createDatabase } from '@/lib/storage/database';
import { createDiskStore } from '@/lib/storage/disk-store';
import { createRecordings } from '@/lib/storage/recordings';
import { batch, storeContract } from '../contract/store';

let databases = 0;
const fresh = () => createDatabase(`test-${databases++}`);

storeContract(() => createDiskStore(fresh()));

test('another background finds everything again', async () => {
  const name = `test-${databases++}`;
  await createDiskStore(createDatabase(name)).append([batch({ n: 0 }), batch({ n: 1 })]);
  const store = createDiskStore(createDatabase(name));
  expect(await store.append([batch({ n: 1 }), batch({ n: 2 })])).toHaveLength(1);
  expect((await store.read('s1', -1, 1e6)).batches.map(({ n }) => n)).toEqual([0, 1, 2]);
});

test('what fails in the middle leaves nothing behind', async () => {
  const store = createDiskStore(fresh());
  const poison = { ...batch({ n: 1 }), body: () => 'no value that can be stored' } as never;
  await expect(store.append([batch({ n: 0 }), poison])).rejects.toThrow();
  expect(await store.sessions()).toEqual([]);
  expect(await store.append([batch({ n: 0 })])).toHaveLength(1);
});

test('a closed database is opened again', async () => {
  const open = fresh();
  const store = createDiskStore(open);
  await store.append([batch({ n: 0 })]);
  (await open()).close();
  expect(await store.append([batch({ n: 1 })])).toHaveLength(1);
});

test('recordings stay until deleted', async () => {
  const recordings = createRecordings(fresh());
  const one = await recordings.save('one', new Blob(['abc']), 1);
  const two = await recordings.save('two', new Blob(['defg']), 2);
  expect(await recordings.list()).toEqual([two, one]);
  expect(two).toMatchObject({ name: 'two', savedMs: 2, size: 4 });
  await recordings.remove(one.id);
  expect((await recordings.list()).map(({ name }) => name)).toEqual(['two']);
  expect(await recordings.load(one.id)).toBeUndefined();
});
