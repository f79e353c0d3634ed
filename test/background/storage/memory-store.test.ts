import { expect, test } from 'vitest';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { batch, storeContract } from '../../contract/store';

storeContract(() => createMemoryStore(1e9));

test('a full memory store refuses, and accepts again once a session was deleted', async () => {
  const store = createMemoryStore(10);
  await store.append([batch({ n: 0, body: 'x'.repeat(8) })]);
  await expect(store.append([batch({ n: 1, body: 'xxx' })])).rejects.toThrow('full');
  expect((await store.read('s1', -1, 1e6)).batches).toHaveLength(1);
  await store.forget('s1');
  expect(await store.append([batch({ n: 1, body: 'xxx' })])).toHaveLength(1);
});
