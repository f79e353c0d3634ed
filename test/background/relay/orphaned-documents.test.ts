// Documents of which a dead background had stored nothing: their notes prove that they existed.
import { expect, test } from 'vitest';
import { parseStartMarkers, startMarkerKey, toStartMarkerEntry } from '@/lib/background/relay/start-marker';
import { TEXT_MAX } from '@/lib/messages/limits';
import type { CapturedRecord } from '@/lib/messages/records';
import { browser, documentIn, following, panelOf, settle, settled } from './fakes';

type World = ReturnType<typeof browser>;

const NAVIGATION = '{"kind":"navigation","t":0,"url":"http://localhost/a","timeOrigin":5,"top":true}';
const OPEN =
  '{"kind":"open","t":1,"stream":1,"transport":"fetch","url":"http://localhost/run","method":"POST"}';
const CHUNK = '{"kind":"chunk","t":2,"stream":1,"text":"x"}';

const markerOf = (doc: string, n = 0) => ({
  doc,
  n,
  url: `http://localhost/${doc}`,
  timeOrigin: 1_700_000_000_000,
  t: 12,
  top: true,
});

function note(world: World, doc: string, n = 0): void {
  for (const [key, value] of Object.entries(toStartMarkerEntry(markerOf(doc, n)))) world.note(key, value);
}

/** A document whose bridge stores a start marker. */
const documentOf = (world: World, doc: string) =>
  documentIn(world, doc, { sender: { markStart: (n) => note(world, doc, n) } });

/** A new background looks at what there is. */
async function wake(world: World): Promise<void> {
  world.kill();
  await settled(panelOf(world, 99), 40);
}

async function storedIn(world: World, session = ''): Promise<readonly CapturedRecord[]> {
  const { batches } = await world.disk.read(session, -1, 1e9);
  return batches.flatMap(({ body }) => JSON.parse(body) as CapturedRecord[]);
}

test('a document without a session gets one, marked as orphaned', async () => {
  const world = browser();
  note(world, 'd', 1);
  world.gone.add('d');
  await wake(world);
  const [row, ...others] = await world.disk.sessions();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ url: 'http://localhost/d', streams: 1, open: [] });
  expect(await storedIn(world, row?.session)).toEqual([
    { kind: 'navigation', t: 12, url: 'http://localhost/d', timeOrigin: 1_700_000_000_000, top: true },
    { kind: 'gap', t: 12, reason: 'gone', detail: expect.stringContaining('before its data was stored') },
  ]);
  expect([...world.notes]).toEqual([]);
  await wake(world);
  expect(await world.disk.sessions()).toHaveLength(1);
});

test.each([
  [false, 'ended unexpectedly'],
  [true, 'the tab was closed or discarded'],
])(
  'a document that returned and was then silent gets a second end in its session; tab closed: %s',
  async (isClosed, expected) => {
    const { world, panel } = following();
    const { offer, leave, back } = documentOf(world, 'd');
    await settled(offer(`[${NAVIGATION},${OPEN}]`));
    await settled(leave());
    expect([...world.notes]).toEqual([]);
    back();
    // Of its later messages, only its note arrives.
    world.kill();
    note(world, 'd', 1);
    world.gone.add('d');
    if (isClosed) world.closeTab(1);
    await settled(panelOf(world, 99), 40);
    const records = await storedIn(world, panel.session);
    expect(records.map(({ kind }) => kind)).toEqual(['navigation', 'open', 'gap', 'gap']);
    expect(records[2]).not.toHaveProperty('detail');
    expect(records[3]).toHaveProperty('detail', expect.stringContaining(expected));
    expect(await world.disk.sessions()).toHaveLength(1);
    expect([...world.notes]).toEqual([]);
  },
);

test('a document that returned and was then silent gets a second end in the same life of the background', async () => {
  const { world, panel } = following();
  const { offer, leave } = documentOf(world, 'd');
  offer(`[${NAVIGATION},${OPEN}]`);
  await settled(leave());
  world.gone.add('d');
  await settled(note(world, 'd', 1), 40);
  const records = await storedIn(world, panel.session);
  expect(records.map(({ kind }) => kind)).toEqual(['navigation', 'open', 'gap', 'gap']);
  expect(records[3]).toHaveProperty('detail', expect.stringContaining('ended unexpectedly'));
  expect([...world.notes]).toEqual([]);
});

test('a document with a new start marker may still have messages in transit', async () => {
  const { timeOrigin, t } = markerOf('d');
  let nowMs = timeOrigin + t + 10;
  const world = browser({ nowMs: () => nowMs });
  world.gone.add('d');
  await settled(note(world, 'd'), 40);
  expect(await world.disk.sessions()).toEqual([]);
  nowMs += 60_000;
  await settle(40);
  expect(await world.disk.sessions()).toHaveLength(1);
});

test('a start marker exists until something is stored, and again after the document was away', async () => {
  const world = browser();
  const { offer, leave, back } = documentOf(world, 'd');
  offer(`[${NAVIGATION}]`);
  expect([...world.notes]).toEqual([]);
  offer(`[${OPEN}]`);
  expect([...world.notes.keys()]).toEqual([startMarkerKey('d')]);
  await settle();
  expect([...world.notes]).toEqual([]);
  offer(`[${CHUNK}]`);
  await settled(leave());
  expect([...world.notes]).toEqual([]);
  back();
  offer(`[${CHUNK}]`);
  expect([...world.notes.values()]).toMatchObject([{ n: 3 }]);
  await settle();
  expect([...world.notes]).toEqual([]);
});

test('a document that answers gets no end', async () => {
  const world = browser();
  note(world, 'd');
  await wake(world);
  expect(await world.disk.sessions()).toEqual([]);
  expect([...world.notes.keys()]).toEqual([startMarkerKey('d')]);
  await settled(documentOf(world, 'd').offer(`[${OPEN}]`));
  expect(await world.disk.sessions()).toHaveLength(1);
  expect([...world.notes]).toEqual([]);
});

test('a stale start marker has no effect', async () => {
  const { world, panel } = following();
  const { offer, leave } = documentOf(world, 'd');
  offer(`[${OPEN}]`);
  await settled(leave());
  note(world, 'd');
  world.gone.add('d');
  await wake(world);
  expect((await storedIn(world, panel.session)).map(({ kind }) => kind)).toEqual(['open', 'gap']);
  expect([...world.notes]).toEqual([]);
});

test('a document that the store lists as open gets one end, not two', async () => {
  const { world, panel } = following();
  await settled(documentOf(world, 'd').offer(`[${OPEN}]`));
  note(world, 'd', 1);
  world.gone.add('d');
  await wake(world);
  expect((await storedIn(world, panel.session)).map(({ kind }) => kind)).toEqual(['open', 'gap']);
  expect([...world.notes]).toEqual([]);
});

test.each(['revoked', 'off'])('no end is recorded without permission or capture: %s', async (why) => {
  const { world, panel } = following();
  const { offer, leave } = documentOf(world, 'd');
  offer(`[${OPEN}]`);
  await settled(leave());
  if (why === 'off') panel.send({ kind: 'record', tab: 1, on: false });
  await settle();
  world.kill();
  if (why === 'revoked') world.revoke('http://localhost/*');
  note(world, 'd', 1);
  world.gone.add('d');
  await wake(world);
  const before = await storedIn(world, panel.session);
  expect(before.filter(({ kind }) => kind === 'gap')).toHaveLength(1);
  expect(await world.disk.sessions()).toHaveLength(1);
  expect([...world.notes]).toEqual([]);
});

test('invalid start markers are skipped, and none exceeds the length of a URL', () => {
  const key = startMarkerKey('d');
  const whole = toStartMarkerEntry(markerOf('d'));
  expect(parseStartMarkers(whole)).toEqual([markerOf('d')]);
  const odd = [
    null,
    1,
    'x',
    [],
    {},
    { ...whole[key], n: '1' },
    { ...whole[key], url: 1 },
    { n: 1, url: 'u' },
  ];
  for (const value of odd)
    expect(parseStartMarkers({ [key]: value, 'site-settings': whole[key] })).toEqual([]);
  const long = toStartMarkerEntry({ ...markerOf('d'), url: 'x'.repeat(TEXT_MAX + 1) });
  expect(parseStartMarkers(long)[0]?.url).toHaveLength(TEXT_MAX);
});
