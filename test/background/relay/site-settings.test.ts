// Settings of a site: capture only with a panel open, and a limited storage time.
import { expect, test } from 'vitest';
import { parseSiteSettings } from '@/lib/background/relay/site-settings';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import type { CapturedRecord } from '@/lib/messages/records';
import { openRecord } from '../../support/logs';
import { browser, panelOf, settle, settled } from './fakes';

const SITE = 'http://localhost/*';
const OPEN: CapturedRecord = openRecord({ t: 0 });

/** A page with one stream, whose chunks are numbered; each batch is one of them. */
function pageOf(world: ReturnType<typeof browser>, tab = 1, url = 'http://localhost:3000/shop') {
  let port = world.connectBridge(tab);
  let n = 0;
  const send = async (...records: readonly CapturedRecord[]) => {
    port.post({ kind: 'batch', doc: `d${tab}`, n, body: JSON.stringify(records) });
    n++;
    await settle();
  };
  return {
    begin: () => send({ kind: 'navigation', t: 0, url, timeOrigin: 1, top: true }, OPEN),
    chunk: () => send({ kind: 'chunk', t: n, stream: 1, text: `#${n}` }),
    again: () => void (port = world.connectBridge(tab)),
  };
}

/** The text and the gaps of a session, in order. */
async function storedIn(disk: ReturnType<typeof createMemoryStore>): Promise<readonly string[]> {
  const out: string[] = [];
  for (const { session } of await disk.sessions())
    for (const { body } of (await disk.read(session, -1, 1e6)).batches)
      for (const record of JSON.parse(body) as readonly CapturedRecord[])
        if (record.kind === 'chunk') out.push(record.text ?? '');
        else if (record.kind === 'gap') out.push(`gap: ${record.detail ?? record.reason}`);
        else out.push(record.kind);
  return out;
}

test('a site that is captured only with a panel has nothing recorded without one, and the gap is reported', async () => {
  const disk = createMemoryStore(1e9);
  const world = browser({ disk, settings: { [SITE]: { onlyWatched: true } } });
  const page = pageOf(world);
  await page.begin();
  await page.chunk();
  expect(await disk.sessions()).toEqual([]);
  const panel = panelOf(world, 1);
  await settle();
  await page.chunk();
  const seen = await storedIn(disk);
  expect(seen.filter((text) => !text.startsWith('gap'))).toEqual(['navigation', 'open', '#2']);
  expect(seen.some((text) => text.startsWith('gap'))).toBe(true);
  await settled(panel.close());
  await page.chunk();
  expect(await storedIn(disk)).toEqual(seen);
});

test('a panel that is open when the background dies counts as open', async () => {
  const disk = createMemoryStore(1e9);
  const world = browser({ disk, settings: { [SITE]: { onlyWatched: true } } });
  const panel = panelOf(world, 1);
  const page = pageOf(world);
  await settle();
  await page.begin();
  world.kill();
  page.again();
  await page.chunk();
  await page.chunk();
  expect(await storedIn(disk)).toEqual(['navigation', 'open', '#1', '#2']);
  panel.close();
});

test('other sites are captured without a panel', async () => {
  const disk = createMemoryStore(1e9);
  const page = pageOf(browser({ disk, settings: { 'https://other.example/*': { onlyWatched: true } } }));
  await page.begin();
  await page.chunk();
  expect(await storedIn(disk)).toEqual(['navigation', 'open', '#1']);
});

test('a session is kept as long as its site is set to, and never deleted while its tab is open', async () => {
  const disk = createMemoryStore(1e9);
  const clock = { ms: 1_000 };
  const world = browser({ disk, nowMs: () => clock.ms, settings: { [SITE]: { keepDays: 0 } } });
  await pageOf(world, 1).begin();
  await pageOf(world, 2, 'https://other.example/').begin();
  clock.ms += 60_000;
  await pageOf(world, 3, 'https://third.example/').begin();
  expect(await disk.sessions()).toHaveLength(3);
  world.closeTab(1);
  await settled(world.closeTab(2));
  expect((await disk.sessions()).map(({ url }) => url).sort()).toEqual([
    'https://other.example/',
    'https://third.example/',
  ]);
});

test('the valid parts of damaged settings are used', () => {
  for (const nothing of [undefined, null, 3, 'x', []]) expect([...parseSiteSettings(nothing)]).toEqual([]);
  const settings = parseSiteSettings({
    a: { keepDays: -1, lengthMax: 3, onlyWatched: 'yes', more: 1 },
    b: { keepDays: 7, lengthMax: 4e6, onlyWatched: true },
    c: null,
  });
  expect(settings.get('a')).toEqual({});
  expect(settings.get('b')).toEqual({ keepDays: 7, lengthMax: 4e6, onlyWatched: true });
  expect(settings.get('c')).toEqual({});
});
