// The store of the library: nothing of it goes but what the user deletes, an older database is read, and a bad row hides
// no other.
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { createDatabase, type LensDatabase, type OpenDatabase } from '@/lib/background/storage/database';
import { createDiskStore } from '@/lib/background/storage/disk-store';
import { createRecordings } from '@/lib/background/storage/recordings';
import type { SavedFacts } from '@/lib/messages/library';
import { batch } from '../../contract/store';
import { FACTS, words } from '../../support/library';

let databases = 0;
const freshName = () => `recordings-${databases++}`;
let now = 1_000;
const storeOn = (open: OpenDatabase) => createRecordings(open, () => now++);
const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a saved recording is listed with its details, newest first, and returns byte for byte', async () => {
  const recordings = storeOn(createDatabase(freshName()));
  const one = await recordings.save(words('one'), FACTS, bytesOf('abc'));
  const two = await recordings.save({ name: 'two', tags: ['a', 'b'], note: 'n' }, FACTS, bytesOf('defg'));
  const listed = await recordings.list();
  expect(listed.map(({ id }) => id)).toEqual([two, one]);
  expect(listed[0]).toMatchObject({ ...FACTS, name: 'two', tags: ['a', 'b'], note: 'n', size: 4 });
  expect(listed[0]?.damage).toBeUndefined();
  expect(await recordings.load(two)).toEqual(bytesOf('defg'));
});

test('edited names are cut to their limits, facts and bytes stay', async () => {
  const recordings = storeOn(createDatabase(freshName()));
  const id = await recordings.save(words('one'), FACTS, bytesOf('abc'));
  const [before] = await recordings.list();
  expect(await recordings.edit(id, { name: `  ${'x'.repeat(900)}`, tags: [' a  b ', 'a b', ''] })).toBe(true);
  await recordings.edit(id, { note: 'why' });
  const [after] = await recordings.list();
  expect(after).toEqual({ ...before, name: 'x'.repeat(200), tags: ['a b'], note: 'why' });
  expect(await recordings.load(id)).toEqual(bytesOf('abc'));
  expect(await recordings.edit(99, { name: 'nobody' })).toBe(false);
  expect(await recordings.list()).toHaveLength(1);
});

test('a copy is independent of its original', async () => {
  const recordings = storeOn(createDatabase(freshName()));
  const one = await recordings.save({ name: 'one', tags: ['t'], note: 'n' }, FACTS, bytesOf('abc'));
  await recordings.setDeleted(one, true);
  const two = (await recordings.duplicate(one, 'one (2)')) ?? -1;
  await recordings.remove((row) => row.id === one);
  expect(await recordings.list()).toEqual([
    expect.objectContaining({ ...FACTS, id: two, name: 'one (2)', tags: ['t'], note: 'n', size: 3 }),
  ]);
  expect((await recordings.list())[0]).not.toHaveProperty('deletedMs');
  expect(await recordings.load(two)).toEqual(bytesOf('abc'));
  expect(await recordings.duplicate(one, 'again')).toBeUndefined();
});

test('a deleted recording stays until it is removed, and is restored unchanged', async () => {
  const recordings = storeOn(createDatabase(freshName()));
  const id = await recordings.save(words('one'), FACTS, bytesOf('abc'));
  const before = await recordings.list();
  await recordings.setDeleted(id, true);
  expect((await recordings.list())[0]?.deletedMs).toBeGreaterThan(0);
  await recordings.setDeleted(id, false);
  expect(await recordings.list()).toEqual(before);
  await recordings.remove((row) => row.id === id);
  expect(await recordings.list()).toEqual([]);
  expect(await recordings.load(id)).toBeUndefined();
  // One that is gone does not come back as an empty row.
  await recordings.setDeleted(id, false);
  expect(await recordings.list()).toEqual([]);
});

test('simultaneous changes of a recording by two panels are all applied, and nothing reappears', async () => {
  const recordings = storeOn(createDatabase(freshName()));
  const [one, two, three] = [
    await recordings.save(words('one'), FACTS, bytesOf('abc')),
    await recordings.save(words('two'), FACTS, bytesOf('def')),
    await recordings.save(words('three'), FACTS, bytesOf('ghi')),
  ];
  const isDeleted = ({ deletedMs }: { readonly deletedMs?: number }) => deletedMs !== undefined;
  await Promise.all([
    recordings.edit(one, { name: 'uno' }),
    recordings.edit(one, { tags: ['t'] }),
    recordings.edit(one, { note: 'n' }),
    // A name that is typed is changed by the very click that deletes.
    recordings.edit(two, { name: 'due' }),
    recordings.setDeleted(two, true),
    recordings.edit(two, { note: 'late' }),
    recordings.setDeleted(three, true),
  ]);
  const listed = new Map((await recordings.list()).map((row) => [row.id, row]));
  expect(listed.get(one)).toMatchObject({ name: 'uno', tags: ['t'], note: 'n' });
  expect(listed.get(two)).toMatchObject({ name: 'due', note: 'late', deletedMs: expect.any(Number) });
  // Restored by one while another deletes all for good: it is there, or the failure is reported.
  const [isRestored, removed, isChanged] = await Promise.all([
    recordings.setDeleted(three, false),
    recordings.remove(isDeleted),
    recordings.edit(two, { name: 'dead' }),
  ]);
  expect([isRestored, removed, isChanged]).toEqual([true, 1, false]);
  expect((await recordings.list()).map(({ id, damage }) => [id, damage])).toEqual([
    [three, undefined],
    [one, undefined],
  ]);
});

/** The database as version 1 made it. */
async function version1(name: string): Promise<void> {
  const db = await openDB(name, 1, {
    upgrade(made) {
      const batches = made.createObjectStore('batches', { keyPath: 'id', autoIncrement: true });
      batches.createIndex('by-doc', ['doc', 'n'], { unique: true });
      batches.createIndex('by-session', ['session', 'id']);
      made.createObjectStore('sessions', { keyPath: 'session' });
      made.createObjectStore('recordings', { keyPath: 'id', autoIncrement: true });
      made.createObjectStore('files');
    },
  });
  const { session, tab, frameId: frame, doc, n, body } = batch({ n: 0 });
  await db.add('batches', { session, tab, frame, doc, n, body });
  const row = { session, tab, startedMs: 1, lastMs: 2, url: 'http://a/', length: body.length, batches: 1 };
  await db.put('sessions', { ...row, streams: 1, private: false });
  await db.add('recordings', { name: 'old', savedMs: 5, size: 3 });
  await db.put('files', new Blob(['abc']), 1);
  db.close();
}

test('a database of version 1 keeps all: sessions, batches, recordings and their bytes', async () => {
  const name = freshName();
  await version1(name);
  const open = createDatabase(name);
  const [store, recordings] = [createDiskStore(open), storeOn(open)];
  expect(await recordings.list()).toEqual([
    expect.objectContaining({ name: 'old', savedMs: 5, size: 3, tags: [], runs: 0 }),
  ]);
  expect(await recordings.load(1)).toEqual(bytesOf('abc'));
  expect((await store.sessions()).map(({ session }) => session)).toEqual(['s1']);
  expect((await store.read('s1', -1, 1e6)).batches).toHaveLength(1);
  // And what is new works on it.
  expect(await store.append([batch({ n: 1, session: 's2', atMs: 9 })])).toHaveLength(1);
  await store.prune(new Set(['s2']), { sessions: 0, length: 0, why: 'length' });
  expect(await store.removed()).toEqual([expect.objectContaining({ site: 'http://a', reason: 'length' })]);
  await recordings.edit(1, { tags: ['kept'] });
  expect((await recordings.list())[0]).toMatchObject({ name: 'old', tags: ['kept'] });
});

const DAMAGED: readonly unknown[] = [
  { id: 1 },
  { id: 1, name: 7, tags: 'x', note: [], savedMs: 'now', size: -1, sites: [3], picture: ['x'] },
  { id: 1, name: 'n', tags: [{}, 'good', null], errors: Number.NaN, picture: ['012', '<svg>'] },
];

test.each(DAMAGED)('a damaged row with %j is shown as far as possible, and opens', async (row) => {
  const open = createDatabase(freshName());
  const recordings = storeOn(open);
  await recordings.save(words('broken'), FACTS, bytesOf('abc'));
  const good = await recordings.save(words('good'), FACTS, bytesOf('def'));
  // Against the types, on purpose.
  await (await open()).put('recordings', row as never);
  const listed = await recordings.list();
  expect(listed.map(({ id }) => id).sort()).toEqual([1, good]);
  for (const each of listed) {
    expect(typeof each.name).toBe('string');
    expect([...each.tags, ...each.sites, ...each.picture].every((text) => typeof text === 'string')).toBe(
      true,
    );
    for (const key of ['size', 'savedMs', 'runs', 'errors'] as const)
      expect(each[key]).toBeGreaterThanOrEqual(0);
  }
  expect(await recordings.load(1)).toEqual(bytesOf('abc'));
  await recordings.remove((row) => row.id === 1);
  expect((await recordings.list()).map(({ name }) => name)).toEqual(['good']);
});

test('bytes without a row and a row without bytes are both listed as damaged, and can be deleted', async () => {
  const open = createDatabase(freshName());
  const recordings = storeOn(open);
  const [one, two] = [
    await recordings.save(words('no bytes'), FACTS, bytesOf('abc')),
    await recordings.save(words('no row'), FACTS, bytesOf('def')),
  ];
  await (await open()).delete('files', one);
  await (await open()).delete('recordings', two);
  const damage = new Map((await recordings.list()).map((row) => [row.id, row.damage]));
  expect([damage.get(one), damage.get(two)]).toEqual(['file', 'row']);
  expect(await recordings.load(two)).toEqual(bytesOf('def'));
  await recordings.edit(two, { name: 'found again' });
  expect((await recordings.list()).find(({ id }) => id === two)).toMatchObject({ name: 'found again' });
  await recordings.remove(({ id }) => [one, two].includes(id));
  expect(await recordings.list()).toEqual([]);
});

test('an unreadable row hides no other row', async () => {
  const open = createDatabase(freshName());
  const whole = storeOn(open);
  const bad = await whole.save(words('bad'), FACTS, bytesOf('abc'));
  await whole.save(words('good'), FACTS, bytesOf('def'));
  const unreadable = new DOMException('Failed to read the value.', 'DataError');
  const broken = async (): Promise<LensDatabase> =>
    new Proxy(await open(), {
      get(db, name) {
        if (name === 'getAll') return () => Promise.reject(unreadable);
        const value: unknown = Reflect.get(db, name, db);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) =>
          name === 'get' && args[0] === 'recordings' && args[1] === bad
            ? Promise.reject(unreadable)
            : value.apply(db, args);
      },
    });
  const recordings = storeOn(broken);
  expect((await recordings.list()).map(({ name, damage }) => [name, damage])).toEqual([
    ['good', undefined],
    ['', 'row'],
  ]);
  expect(await recordings.load(bad)).toEqual(bytesOf('abc'));
  // It can be deleted, as any other.
  await recordings.setDeleted(bad, true);
  await recordings.remove((row) => row.id === bad);
  expect((await recordings.list()).map(({ name }) => name)).toEqual(['good']);
});

test('a recording that cannot be stored completely leaves nothing, and the error names the cause', async () => {
  const recordings = storeOn(createDatabase(freshName()));
  // No value that can be stored.
  const poison = { ...FACTS, sites: () => [] } as unknown as SavedFacts;
  await expect(recordings.save(words('x'), poison, bytesOf('abc'))).rejects.toThrow(/clone/i);
  expect(await recordings.list()).toEqual([]);
});
