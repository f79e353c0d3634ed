// Limits of one page: its oldest data goes first, no other page's; it is reported.
import { expect, test } from 'vitest';
import { createBatchWriter } from '@/lib/background/relay/batch-writer';
import { createSettingsOfSites } from '@/lib/background/relay/site-settings';
import { createTabs } from '@/lib/background/relay/tabs';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { IN_USE_LENGTH_MAX, RECENT_LENGTH_MAX, RECENT_MAX, SESSION_LENGTH_MAX } from '@/lib/messages/limits';
import type { StoredSession } from '@/lib/messages/messages';
import type { Store } from '@/lib/messages/store';
import { batch } from '../../contract/store';

const row = (session: string, tab: number, length: number): StoredSession => ({
  session,
  tab,
  startedMs: 0,
  lastMs: tab,
  url: '',
  length,
  batches: 1,
  streams: 1,
  private: false,
});

/** A writer over a store whose sessions report a size without content, with one session for each open tab. */
async function worldOf(
  rows: (ids: readonly string[]) => readonly StoredSession[],
  openTabs: number,
  settings: object = {},
) {
  const tabs = await createTabs({ load: async () => undefined, save: async () => undefined }, () => 'id');
  const ids = Array.from({ length: openTabs }, (_, tab) => tabs.sessionFor(tab, false));
  const shortened: [session: string, max: number][] = [];
  const reported: [tab: number | undefined, sentence: string][] = [];
  const pruned: Parameters<Store['prune']>[] = [];
  const store: Store = {
    ...createMemoryStore(1e9),
    sessions: async () => rows(ids),
    session: async (session) => rows(ids).find((each) => each.session === session),
    async shorten(session, max) {
      shortened.push([session, max]);
      return 5 * 1024 * 1024;
    },
    async prune(...asked) {
      pruned.push(asked);
      return asked[1].length === RECENT_LENGTH_MAX ? ['old'] : [];
    },
  };
  const writer = createBatchWriter({
    tabs,
    onStored: () => undefined,
    onFailed: (...args) => reported.push(args),
    settings: await createSettingsOfSites(async () => settings),
    nowMs: () => 1e12,
    onRemoved: () => undefined,
    viewed: () => [],
  });
  return { writer, store, shortened, reported, pruned, ids };
}

test('an open tab’s session over its limit is shortened, and its panel is notified', async () => {
  const { writer, store, shortened, reported, ids } = await worldOf(
    ([one = '', two = '']) => [
      row(one, 0, SESSION_LENGTH_MAX + 1),
      row(two, 1, SESSION_LENGTH_MAX),
      row('closed', 9, 1e12),
    ],
    2,
  );
  await writer.shorten(store);
  expect(shortened).toEqual([[ids[0], SESSION_LENGTH_MAX]]);
  expect(reported).toEqual([[0, expect.stringContaining('5 MB of this session')]]);
});

test('a site with a limit of its own has its sessions shortened at that limit', async () => {
  const url = 'http://localhost:3000/shop';
  const { writer, store, shortened, ids } = await worldOf(
    ([one = '', two = '']) => [{ ...row(one, 0, 5e6), url }, row(two, 1, 5e6)],
    2,
    { 'http://localhost/*': { lengthMax: 4e6 } },
  );
  await writer.shorten(store);
  expect(shortened).toEqual([[ids[0], 4e6]]);
});

test('many long sessions of open tabs share the limit of open sessions', async () => {
  const { writer, store, shortened } = await worldOf(
    (ids) => ids.map((id, tab) => row(id, tab, tab < 2 ? 1000 : SESSION_LENGTH_MAX)),
    10,
  );
  await writer.shorten(store);
  expect(shortened).toHaveLength(8);
  expect(new Set(shortened.map(([, max]) => max))).toEqual(new Set([IN_USE_LENGTH_MAX / 8]));
});

test('sessions removed from Recent for their size are reported to every panel; those removed for their number are not', async () => {
  const { writer, store, reported, pruned } = await worldOf(() => [], 1);
  await writer.prune(store);
  expect(pruned.map(([, limits]) => limits)).toEqual([
    expect.objectContaining({ length: Number.POSITIVE_INFINITY, why: 'age' }),
    { sessions: RECENT_MAX, length: Number.POSITIVE_INFINITY, why: 'number' },
    { sessions: RECENT_MAX, length: RECENT_LENGTH_MAX, why: 'length' },
  ]);
  expect(reported).toEqual([[undefined, '1 older sessions were removed from Recent to make room.']]);
});

test('a full disk with nothing in Recent costs the oldest batches of the session that is written', async () => {
  const { writer, store, shortened, reported, ids } = await worldOf(
    ([one = '', two = '']) => [row(one, 0, 50e6), row(two, 1, 50e6)],
    2,
  );
  let times = 0;
  const full: Store = {
    ...store,
    async append(batches) {
      if (times++ === 0) throw new DOMException('full', 'QuotaExceededError');
      return store.append(batches);
    },
  };
  expect(await writer.write(full, [batch({ n: 0, session: ids[0] ?? '', tab: 0 })])).toBeUndefined();
  expect(shortened).toEqual([[ids[0], 50e6 - 1]]);
  expect(reported).toEqual([[0, expect.stringContaining('were discarded')]]);
});
