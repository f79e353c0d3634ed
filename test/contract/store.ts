// Contract of stores, on disk and in memory.
import { expect, test } from 'vitest';
import type { CapturedRecord } from '@/lib/messages/records';
import { DISCARDED, type NewBatch, type Store } from '@/lib/messages/store';

/** A batch with what a test does not care about filled in. */
export function batch(over: Partial<NewBatch> & { readonly n: number }): NewBatch {
  return {
    session: 's1',
    tab: 1,
    frameId: 0,
    doc: 'd1',
    body: `[${over.n}]`,
    atMs: 1000 + over.n,
    private: false,
    streams: 1,
    ...over,
  };
}

/** Runs the contract on stores that `create` makes empty. */
export function storeContract(create: () => Store): void {
  test('appended batches are read in order, after any id, in slices', async () => {
    const store = create();
    const added = await store.append([0, 1, 2, 3, 4].map((n) => batch({ n, body: 'x'.repeat(10) })));
    expect(added.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4]);
    const all = await store.read('s1', -1, 1e6);
    expect(all).toEqual({ batches: added, more: false });
    const ids = added.map(({ id }) => id);
    expect([...ids].sort((a, b) => a - b)).toEqual(ids);
    const slices: number[] = [];
    let after = -1;
    for (let more = true; more; ) {
      const slice = await store.read('s1', after, 25);
      slices.push(slice.batches.length);
      after = slice.batches.at(-1)?.id ?? after;
      more = slice.more;
    }
    expect(slices.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(slices.length).toBeGreaterThan(1);
    expect(await store.read('s1', after, 25)).toEqual({ batches: [], more: false });
    expect(await store.read('none', -1, 25)).toEqual({ batches: [], more: false });
  });

  test('a batch longer than a slice is read, too', async () => {
    const store = create();
    await store.append([batch({ n: 0, body: 'x'.repeat(100) }), batch({ n: 1 })]);
    const slice = await store.read('s1', -1, 10);
    expect(slice.batches).toHaveLength(1);
    expect(slice.more).toBe(true);
  });

  test('a batch is stored once, even if it is sent again for another session', async () => {
    const store = create();
    await store.append([batch({ n: 0 }), batch({ n: 1 })]);
    const again = await store.append([
      batch({ n: 0, session: 's2' }),
      batch({ n: 1 }),
      batch({ n: 2 }),
      batch({ n: 2 }),
      batch({ n: 0, doc: 'd2' }),
    ]);
    expect(again.map(({ doc, n }) => [doc, n])).toEqual([
      ['d1', 2],
      ['d2', 0],
    ]);
    expect((await store.session('s1'))?.batches).toBe(4);
    expect(await store.session('s2')).toBeUndefined();
  });

  test('the newest batches of a session are read in order, up to a length', async () => {
    const store = create();
    await store.append([0, 1, 2, 3].map((n) => batch({ n, body: 'x'.repeat(10) })));
    await store.append([batch({ n: 0, doc: 'd2', session: 's2' })]);
    const newest = async (length: number) => (await store.newest('s1', length)).map(({ n }) => n);
    expect(await newest(25)).toEqual([2, 3]);
    expect(await newest(40)).toEqual([0, 1, 2, 3]);
    expect(await newest(9)).toEqual([]);
    expect(await store.newest('none', 40)).toEqual([]);
  });

  test('the batches of a document are found in all sessions, newest first', async () => {
    const store = create();
    await store.append([
      batch({ n: 0 }),
      batch({ n: 0, doc: 'd2' }),
      batch({ n: 1, session: 's2' }),
      batch({ n: 2, session: 's2' }),
      batch({ n: 3, made: 'preamble', session: 's2' }),
    ]);
    const own = async (doc: string) => {
      const found: unknown[] = [];
      for await (const { session, n, body } of store.newestFirst(doc)) found.push([session, n, body]);
      return found;
    };
    expect(await own('d1')).toEqual([
      ['s2', 2, '[2]'],
      ['s2', 1, '[1]'],
      ['s1', 0, '[0]'],
    ]);
    expect(await own('none')).toEqual([]);
    for await (const { n } of store.newestFirst('d1')) {
      expect(n).toBe(2);
      break;
    }
    await store.forget('s2');
    expect(await own('d1')).toHaveLength(1);
  });

  test('a session lists its content', async () => {
    const store = create();
    expect(await store.session('s1')).toBeUndefined();
    await store.append([batch({ n: 0, url: 'http://a/', body: 'xyz' })]);
    await store.append([batch({ n: 1, body: 'xy' }), batch({ n: 2, url: 'http://b/' })]);
    expect(await store.session('s1')).toEqual({
      session: 's1',
      tab: 1,
      startedMs: 1000,
      lastMs: 1002,
      url: 'http://b/',
      length: 8,
      batches: 3,
      streams: 3,
      private: false,
      open: [{ doc: 'd1', frameId: 0, n: 2 }],
    });
  });

  test('sessions are listed newest first and forgotten completely', async () => {
    const store = create();
    await store.append([
      batch({ n: 0, session: 'old', atMs: 1 }),
      batch({ n: 1, session: 'new', atMs: 3 }),
      batch({ n: 2, session: 'middle', atMs: 2 }),
    ]);
    expect((await store.sessions()).map(({ session }) => session)).toEqual(['new', 'middle', 'old']);
    await store.forget('middle');
    await store.forget('never was');
    expect((await store.sessions()).map(({ session }) => session)).toEqual(['new', 'old']);
    expect((await store.read('middle', -1, 1e6)).batches).toEqual([]);
    expect((await store.read('new', -1, 1e6)).batches).toHaveLength(1);
    // A forgotten batch is unknown, so it is stored again.
    expect(await store.append([batch({ n: 2, session: 'middle' })])).toHaveLength(1);
  });

  test('pruning forgets the oldest beyond the limits, and none in use', async () => {
    const store = create();
    await store.append(
      [0, 1, 2, 3, 4].map((n) => batch({ n, session: `s${n}`, atMs: n, body: 'x'.repeat(10) })),
    );
    expect(await store.prune(new Set(['s0']), { sessions: 3, length: 1e6, why: 'number' })).toEqual(['s1']);
    expect(await store.prune(new Set(['s0']), { sessions: 99, length: 20, why: 'number' })).toEqual(['s2']);
    expect((await store.sessions()).map(({ session }) => session)).toEqual(['s4', 's3', 's0']);
    expect(await store.prune(new Set(['s0', 's3', 's4']), { sessions: 0, length: 0, why: 'number' })).toEqual(
      [],
    );
  });

  test('an expired session is removed even below the limits, unless it is in use', async () => {
    const store = create();
    await store.append([1, 2, 3].map((n) => batch({ n, session: `s${n}`, atMs: n })));
    const limits = { sessions: 9, length: 1e6, why: 'age' as const };
    const isOver = ({ lastMs }: { readonly lastMs: number }) => lastMs < 3;
    expect(await store.prune(new Set(['s2']), { ...limits, isOver })).toEqual(['s1']);
    expect((await store.sessions()).map(({ session }) => session)).toEqual(['s3', 's2']);
  });

  test('sessions without a stream go before older ones that have some', async () => {
    const store = create();
    await store.append([
      batch({ n: 0, session: 'old', atMs: 1 }),
      batch({ n: 1, session: 'visits', atMs: 3, streams: 0 }),
      batch({ n: 2, session: 'new', atMs: 2 }),
    ]);
    expect(await store.prune(new Set(), { sessions: 2, length: 1e6, why: 'number' })).toEqual(['visits']);
  });

  const records = (batches: readonly { readonly body: string }[]): CapturedRecord[] =>
    batches.flatMap(({ body }) => JSON.parse(body) as CapturedRecord[]);

  test('a session that is too long loses its oldest batches, and the rest records how much', async () => {
    const store = create();
    const navigation = { kind: 'navigation', t: 0, url: 'http://a/', timeOrigin: 1, top: true };
    const open = { kind: 'open', t: 1, stream: 1, transport: 'fetch', url: 'http://a/b', method: 'POST' };
    const chunk = (n: number) => ({ kind: 'chunk', t: n, stream: 1, text: 'x'.repeat(100) });
    const bodies = [
      // Also an empty body is left out.
      [navigation, { ...open, requestBody: '' }],
      ...Array.from({ length: 40 }, (_, n) => [chunk(n)]),
    ];
    const added = await store.append(
      bodies.map((body, n) => batch({ n, body: JSON.stringify(body), session: 's1' })),
    );
    const [other] = await store.append([batch({ n: 0, doc: 'other', session: 's2' })]);
    const before = (await store.session('s1'))?.length ?? 0;
    expect(await store.shorten('s1', before)).toBe(0);
    const gone = await store.shorten('s1', 3000);
    const row = await store.session('s1');
    const { batches } = await store.read('s1', -1, 1e9);
    expect(row?.length).toBe(before - gone);
    expect(row?.length).toBeLessThan(3000);
    expect(row?.batches).toBe(batches.length);
    expect(batches.reduce((sum, { body }) => sum + body.length, 0)).toBe(row?.length);
    // The newest are as they were.
    expect(batches.slice(1)).toEqual(added.slice(1 - batches.length));
    const left = added.length - batches.length + 1;
    const lost = bodies.slice(0, left).reduce((sum, body) => sum + JSON.stringify(body).length, 0);
    expect(records(batches.slice(0, 1))).toEqual([
      navigation,
      { ...open, requestBodyLength: 0 },
      { kind: 'gap', t: left - 2, reason: 'discarded', bytes: lost, detail: DISCARDED },
    ]);
    expect(batches[0]).toMatchObject({ n: left, made: 'discarded', doc: 'd1', id: added[left - 1]?.id });
    expect((await store.read('s2', -1, 1e9)).batches).toEqual([other]);
    // Again: what was thrown away before counts.
    await store.append(
      Array.from({ length: 30 }, (_, n) => batch({ n: 41 + n, body: JSON.stringify([chunk(41 + n)]) })),
    );
    await store.shorten('s1', 3000);
    const again = (await store.read('s1', -1, 1e9)).batches;
    const total = records(again).reduce(
      (sum, record) => sum + (record.kind === 'gap' ? (record.bytes ?? 0) : 0),
      0,
    );
    expect(total).toBeGreaterThan(lost);
    expect(records(again).filter(({ kind }) => kind === 'gap')).toHaveLength(1);
    expect(records(again).filter(({ kind }) => kind === 'open')).toHaveLength(1);
    expect(await store.append([batch({ n: 70 }), batch({ n: 71 })])).toHaveLength(1);
  });

  test('a session that is too long keeps one row for ended documents', async () => {
    const store = create();
    for (let at = 0; at < 10; at++) {
      const body = JSON.stringify([{ kind: 'chunk', t: 1, stream: 1, text: 'x'.repeat(500) }]);
      await store.append([
        batch({ n: 0, doc: `d${at}`, body }),
        batch({ n: 1, made: 'end', doc: `d${at}`, body: '[{"kind":"gap","t":0,"reason":"gone"}]' }),
      ]);
    }
    await store.shorten('s1', 2000);
    const { batches } = await store.read('s1', -1, 1e9);
    const gaps = records(batches).filter((record) => record.kind === 'gap' && record.reason === 'discarded');
    expect(gaps).toHaveLength(1);
    expect(new Set(batches.map(({ doc }) => doc)).size).toBeLessThan(6);
  });
}
