// `lensQuery`: the sessions on disk, and one as a recording that opens as what was captured.
import { expect, test } from 'vitest';
import { createDevtoolsQuery } from '@/entrypoints/background/devtools-query';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { read } from '@/lib/package/library/read';
import { batch } from '../contract/store';
import { openRecord, sse } from '../support/logs';

const navigation = { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1e12, top: true };
const open = openRecord({ url: 'http://localhost/run' });
const chunk = (type: string) => ({
  kind: 'chunk',
  t: 2,
  stream: 1,
  text: sse({ type, threadId: 't', runId: 'r' }),
});

async function filled() {
  const store = createMemoryStore(1e9);
  const bodies = [[navigation, open], [chunk('RUN_STARTED')], [chunk('RUN_FINISHED')]];
  for (const [n, records] of bodies.entries())
    await store.append([batch({ n, body: JSON.stringify(records) })]);
  return store;
}

test.each([1e6, 10])(
  'a recording that is queried in parts of %d units opens as it was captured',
  async (length) => {
    const query = createDevtoolsQuery(await filled(), length);
    const [listed] = await query.sessions();
    expect(listed).toMatchObject({ session: 's1', streams: expect.any(Number), length: expect.any(Number) });
    let text = '';
    for (let next: number | undefined = -1; next !== undefined; ) {
      const part: Awaited<ReturnType<typeof query.recording>> = await query.recording('s1', next);
      text += part.text;
      next = part.next;
    }
    expect(read(text).events.map(({ type }) => type)).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
  },
);

test('an unknown session and a deleted one cannot be read', async () => {
  const store = await filled();
  const query = createDevtoolsQuery(store);
  await expect(query.recording('none')).rejects.toThrow("There is no session 'none'.");
  await store.setForgotten('s1', 1);
  expect(await query.sessions()).toEqual([]);
  await expect(query.recording('s1')).rejects.toThrow("There is no session 's1'.");
});
