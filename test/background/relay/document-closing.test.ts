// Every document has an end in its session: its closing message, or a gap for a missing one.

import { expect, test } from 'vitest';
import { createSender } from '@/lib/background/relay/sender';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { isListed } from '@/lib/messages/store';
import {
  browser,
  chunk,
  documentIn,
  following,
  logOf,
  panelOf,
  recordsOf,
  settle,
  settled,
  textsOf,
} from './fakes';

const OPEN = JSON.stringify([
  { kind: 'navigation', t: 0, url: 'http://a/', timeOrigin: 0, top: true },
  { kind: 'open', t: 0, stream: 1, transport: 'fetch', url: 'http://a/run', method: 'POST' },
]);

const CALM = OPEN.replace(/]$/, ',{"kind":"close","t":1,"stream":1,"how":"complete"}]');
const ENDED = JSON.stringify([{ kind: 'close', t: 9, stream: 1, how: 'complete' }]);

async function openIn(world: ReturnType<typeof browser>): Promise<readonly string[]> {
  return (await world.disk.sessions()).flatMap(({ open = [] }) => open.map(({ doc }) => doc));
}

test('a document that sends its closing message has ended, and nothing is missing', async () => {
  const { world, panel, offer, leave } = following();
  await settled(offer(chunk(0)));
  expect(await openIn(world)).toEqual(['d']);
  await settled(leave());
  expect(recordsOf(panel.batches)).toMatchObject([{ text: '#0' }, { kind: 'gap', reason: 'gone' }]);
  expect(recordsOf(panel.batches)[1]).not.toHaveProperty('detail');
  expect(panel.batches[1]).toMatchObject({ n: 1, made: 'end' });
  expect(await openIn(world)).toEqual([]);
});

/** The last record is a gap, with what may be missing. */
function expectGone(panel: ReturnType<typeof panelOf>, expected: string | undefined): void {
  const last = recordsOf(panel.batches).at(-1);
  expect(last).toMatchObject({ kind: 'gap', reason: 'gone' });
  if (expected === undefined) expect(last).not.toHaveProperty('detail');
  else expect(last).toHaveProperty('detail', expect.stringContaining(expected));
}

test.each([
  ['that reads nothing', [OPEN.replace(/]$/, ',{"kind":"close","t":1,"stream":1,"how":"done"}]')], undefined],
  ['that reads', [OPEN], 'still reading when it closed'],
  ['that we do not know from its beginning', [chunk(0)], 'still reading when it closed'],
])(
  'a document %s, ended before it is frozen: only possible loss is reported',
  async (what, bodies, expected) => {
    const { world, panel } = following();
    const port = world.connectBridge(1);
    const first = what.includes('know') ? 3 : 0;
    for (const [i, body] of bodies.entries()) port.post({ kind: 'batch', doc: 'd', n: first + i, body });
    const n = first + bodies.length;
    await settled(port.post({ kind: 'closing', doc: 'd', n, lost: 0, mayContinue: true }));
    world.gone.add('d');
    await settled(port.close());
    expectGone(panel, expected);
    expect(await openIn(world)).toEqual([]);
  },
);

test.each(['closed first', 'tab closed first', 'tab closed after'])(
  'a document whose connection breaks while the background starts has ended: %s',
  async (order) => {
    const world = browser();
    const bridge = world.connectLooseBridge(1);
    world.gone.add('d');
    if (order === 'closed first') bridge.close();
    if (order === 'tab closed first') world.closeTab(1);
    await settled(bridge.deliver({ kind: 'batch', doc: 'd', n: 0, body: OPEN }));
    if (order === 'tab closed after') world.closeTab(1);
    await settle();
    expect(await openIn(world)).toEqual([]);
    const panel = panelOf(world, 1);
    await settle();
    expect(recordsOf(panel.batches).at(-1)).toMatchObject({
      kind: 'gap',
      reason: 'gone',
      detail: expect.any(String),
    });
  },
);

test('a document sends its closing message when it is frozen, with the records read while it was leaving', async () => {
  const { panel, offer, leave, freeze } = following();
  offer(OPEN);
  await settled(leave(true));
  offer(chunk(1));
  await settled(freeze());
  const records = recordsOf(panel.batches);
  expect(records.map(({ kind }) => kind)).toEqual(['navigation', 'open', 'chunk', 'gap']);
  expect(records.at(-1)).not.toHaveProperty('detail');
});

test.each([
  ['before the bridge sees it', true, ['navigation', 'open', 'close', 'gap'], undefined],
  ['after the bridge has seen it', false, ['navigation', 'open', 'close', 'gap'], undefined],
  // Firefox ends the process of a page that goes to another site, and with it a script that runs.
  ['never', false, ['navigation', 'open', 'gap'], 'still reading when it closed'],
])(
  'the page script sends the end of its streams as the document closes: %s',
  async (when, isFirst, kinds, loss) => {
    const { world, panel, offer, flushed, leave, crash } = following();
    const flush = () => {
      offer(ENDED);
      flushed();
    };
    await settled(offer(OPEN));
    if (isFirst) flush();
    leave(false, isFirst);
    if (!isFirst && when !== 'never') flush();
    await settle();
    world.gone.add('d');
    await settled(crash());
    expect(recordsOf(panel.batches).map(({ kind }) => kind)).toEqual(kinds);
    expectGone(panel, loss);
    expect(await openIn(world)).toEqual([]);
  },
);

test('a document that comes back is open again, and ends again', async () => {
  const { world, panel, offer, leave, back } = following();
  offer(chunk(0));
  await settled(leave());
  back();
  await settled(offer(chunk(1)));
  expect(await openIn(world)).toEqual(['d']);
  await settled(leave());
  expect(textsOf(panel.batches)).toEqual(['#0', 'gap', '#1', 'gap']);
  expect(await openIn(world)).toEqual([]);
});

test.each([false, true])(
  'after Clear the old session has ended, and names its open streams; private: %s',
  async (isPrivate) => {
    const memory = createMemoryStore(1e9);
    const world = browser({ memory: () => memory });
    const panel = panelOf(world, 1);
    const { offer, leave } = documentIn(world, 'd', { isPrivate });
    offer(OPEN);
    await settled(offer(chunk(0)));
    const before = panel.session ?? '';
    await settled(panel.send({ kind: 'clear', tab: 1 }));
    const store = isPrivate ? memory : world.disk;
    const { batches } = await store.read(before, -1, 1e9);
    const log = logOf(batches);
    expect(log.streams.map(({ close }) => close?.how)).toEqual(['page-gone']);
    expect(log.boundaries.flatMap((row) => (row.kind === 'gap' ? row.detail : []))).toEqual([
      'session cleared; later data is in the next session',
    ]);
    expect((await store.session(before))?.open).toEqual([]);
    offer(chunk(1));
    await settled(leave());
    expect((await store.sessions()).map(({ open }) => open)).toEqual([[], []]);
    expect((await store.read(before, -1, 1e9)).batches).toHaveLength(batches.length);
  },
);

test('records that a document could not deliver are reported with their size', async () => {
  const { world, panel } = following();
  const port = world.connectBridge(1);
  port.post({ kind: 'batch', doc: 'd', n: 0, body: chunk(0) });
  await settled(port.post({ kind: 'closing', doc: 'd', n: 5, lost: 1234 }));
  expect(recordsOf(panel.batches)[1]).toMatchObject({ kind: 'gap', reason: 'gone', bytes: 1234 });
  expect(JSON.stringify(recordsOf(panel.batches)[1])).toContain('its last data was not recorded');
});

test('a document whose port disconnects without a closing message has ended, unless it sends over another port or answers', async () => {
  const { world, panel } = following();
  const one = documentIn(world, 'one');
  const two = documentIn(world, 'two');
  one.offer(chunk(0));
  two.offer(chunk(1));
  // It waits before it connects again: it was cut off often.
  const three = documentIn(world, 'three');
  await settled(three.offer(chunk(3)));
  world.gone.add('one').add('two');
  one.crash();
  two.crash();
  three.crash();
  await settled(two.offer(chunk(2)));
  expect([...(await openIn(world))].sort()).toEqual(['three', 'two']);
  expect(recordsOf(panel.batches)).toContainEqual(
    expect.objectContaining({
      kind: 'gap',
      reason: 'gone',
      detail: expect.stringContaining('ended unexpectedly'),
    }),
  );
});

test.each([
  ['the old line first', [0, 1, 2, 3]],
  ['the new line first', [2, 3, 0, 1]],
  ['in turns', [0, 2, 1, 3]],
  ['in turns, the new line first', [2, 0, 3, 1]],
])('two ports of a document may reach a new background in any order: %s', async (_, order) => {
  const { world, panel } = following();
  const batch = (n: number) => ({ kind: 'batch', doc: 'd', n, body: chunk(n) });
  await settled(world.connectBridge(1).post(batch(0)));
  world.kill();
  const old = world.connectBridge(1);
  const fresh = world.connectBridge(1);
  // The new line resends every unacknowledged batch.
  const steps = [
    () => old.post(batch(1)),
    () => old.post(batch(2)),
    () => fresh.post(batch(1)),
    () => {
      for (const message of [batch(2), batch(3), { kind: 'closing', doc: 'd', n: 4, lost: 0 }])
        fresh.post(message);
    },
  ];
  for (const at of order) {
    steps[at]?.();
    await Promise.resolve();
  }
  await settle(30);
  world.gone.add('d');
  for (const each of [old, fresh]) each.close();
  await settle(30);
  const log = logOf(panel.batches);
  const texts = recordsOf(panel.batches).flatMap((record) => ('text' in record ? record.text : []));
  expect(texts).toEqual(['#0', '#1', '#2', '#3']);
  expect(log.boundaries.filter(({ kind }) => kind === 'gap')).toEqual([]);
});

test('a document that sends its closing message to a background that does not know it has ended', async () => {
  const { world, panel, offer, leave } = following();
  await settled(offer(chunk(0)));
  world.kill();
  world.gone.add('d');
  await settled(leave(), 30);
  expect(await openIn(world)).toEqual([]);
  expect(recordsOf(panel.batches)).toEqual([expect.anything(), { kind: 'gap', t: 0, reason: 'gone' }]);
});

test('a new background probes the stored documents, and ends those that do not answer', async () => {
  const world = browser();
  documentIn(world, 'here').offer(chunk(0));
  await settled(documentIn(world, 'gone').offer(chunk(1)));
  world.kill();
  world.gone.add('gone');
  await settled(panelOf(world, 1), 30);
  expect(await openIn(world)).toEqual(['here']);
});

test('no document of an earlier browser session counts as open', async () => {
  const world = browser();
  await settled(documentIn(world, 'd').offer(chunk(0)));
  world.quit();
  const panel = panelOf(world, 2);
  await settle(30);
  expect(await openIn(world)).toEqual([]);
  const [old] = await world.disk.sessions();
  await settled(panel.send({ kind: 'open', session: old?.session ?? '', after: -1 }));
  expect(recordsOf(panel.batches).at(-1)).toMatchObject({ kind: 'gap', reason: 'gone' });
});

test.each([false, true])(
  'a document that sends after the extension was reloaded leaves its old session ended; then cut off: %s',
  async (isCut) => {
    const world = browser();
    const { offer } = documentIn(world, 'd');
    offer(OPEN);
    await settled(offer(chunk(0)));
    const [old] = await world.disk.sessions();
    // Its script reaches the new background once, and then its line neither carries anything nor breaks.
    world.quit();
    offer(chunk(1));
    if (isCut) world.gone.add('d');
    await settle(30);
    const sessions = await world.disk.sessions();
    expect(sessions).toHaveLength(2);
    expect(await openIn(world)).toEqual(isCut ? [] : ['d']);
    const fresh = sessions.find(({ session }) => session !== old?.session)?.session ?? '';
    const expected = JSON.stringify(recordsOf((await world.disk.read(fresh, -1, 1e9)).batches));
    expect(expected.includes('Reload the page')).toBe(isCut);
    const { batches } = await world.disk.read(old?.session ?? '', -1, 1e9);
    expect(recordsOf(batches).at(-1)).toMatchObject({
      kind: 'gap',
      reason: 'gone',
      detail: expect.stringContaining('extension reloaded'),
    });
    const log = logOf(batches);
    expect(log.streams.map(({ close }) => close?.how)).toEqual(['page-gone']);
  },
);

test('the end of a document does not restore a session that was forgotten', async () => {
  const { world, panel, offer, leave } = following();
  await settled(offer(chunk(0)));
  await settled(panel.send({ kind: 'forget', session: panel.session ?? '', isForgotten: true }));
  await settled(leave());
  expect((await world.disk.sessions()).filter(isListed)).toEqual([]);
});

test.each([false, true])(
  'a closing message just after the death of the background arrives, whatever the delays; private: %s',
  async (isPrivate) => {
    const { world, panel } = following();
    const sender = createSender({
      doc: 'd',
      connect: () => world.connectBridge(1, { isPrivate }),
      // No timer ever comes.
      after: () => undefined,
      now: () => 0,
    });
    for (let n = 0; n < 3; n++) sender.offer(chunk(n));
    await settle();
    world.kill();
    for (let n = 3; n < 6; n++) sender.offer(chunk(n));
    world.kill();
    sender.flushed();
    await settled(sender.leave(), 40);
    const texts = recordsOf(panel.batches).flatMap((record) => ('text' in record ? (record.text ?? '') : []));
    expect(texts).toEqual(['#0', '#1', '#2', '#3', '#4', '#5']);
  },
);

test('closing messages of documents of a closed tab go into its session, also for the next background', async () => {
  const world = browser();
  for (let tab = 1; tab <= 30; tab++) {
    const { offer, leave } = documentIn(world, `d${tab}`, { tab });
    await settled(offer(chunk(0)), 4);
    world.closeTab(tab);
    if (tab % 2 === 0) {
      await settle(2);
      world.kill();
    }
    offer(chunk(1));
    await settled(leave(), 6);
  }
  const sessions = await world.disk.sessions();
  expect(sessions.length).toBeLessThanOrEqual(20);
  expect(new Set(sessions.map(({ tab }) => tab)).size).toBe(sessions.length);
  expect(sessions.map(({ batches }) => batches)).toEqual(sessions.map(() => 3));
});

test.each(['before', 'after'])(
  'records read in the last moment of a tab are reported; the tab is closed %s its end',
  async (when) => {
    const { world, panel } = following();
    const reading = documentIn(world, 'reading');
    const calm = documentIn(world, 'calm');
    const gone = JSON.stringify([{ kind: 'close', t: 9, stream: 1, how: 'page-gone' }]);
    calm.offer(CALM);
    await settled(reading.offer(chunk(0)));
    if (when === 'before') world.closeTab(1);
    calm.leave();
    reading.leave();
    await settled(reading.offer(gone));
    if (when === 'after') world.closeTab(1);
    await settle();
    const expected = panel.batches.filter(({ body }) => body.includes('last data may be missing'));
    expect(expected.map(({ doc }) => doc)).toEqual(['reading']);
    expect(await openIn(world)).toEqual([]);
  },
);

test.each([
  ['began to read behind its last word', () => [chunk(1)], true],
  ['only ended what it read', () => [ENDED], false],
])('the end of a page that %s as its tab closed is known: %s', async (_, more, isMissing) => {
  for (const when of ['before', 'after']) {
    const { world, panel, offer, leave } = following();
    await settled(offer(CALM));
    if (when === 'before') world.closeTab(1);
    leave();
    for (const body of more()) offer(body);
    await settle();
    if (when === 'after') world.closeTab(1);
    await settle();
    const expected = panel.batches.filter(({ body }) => body.includes('last data may be missing'));
    expect(expected.length, when).toBe(isMissing ? 1 : 0);
  }
});

test('a page that was reading as its tab closed ends with a reported loss if its closing message is lost', async () => {
  const { world, panel, offer, crash } = following();
  offer(OPEN);
  await settled(offer(JSON.stringify([{ kind: 'close', t: 9, stream: 1, how: 'page-gone' }])));
  world.closeTab(1);
  world.gone.add('d');
  await settled(crash());
  expect(recordsOf(panel.batches).at(-1)).toHaveProperty(
    'detail',
    expect.stringContaining('last data may be missing'),
  );
});

test.each([
  ['that reads nothing', 0, CALM, undefined],
  ['that reads', 0, OPEN, 'the tab was closed or discarded'],
  ['that we do not know from its beginning', 3, CALM, 'the tab was closed or discarded'],
])(
  'a document %s that sent no closing message because its tab was closed is no crash',
  async (_, n, body, expected) => {
    const { world, panel } = following();
    const port = world.connectBridge(1);
    await settled(port.post({ kind: 'batch', doc: 'd', n, body }));
    world.closeTab(1);
    world.gone.add('d');
    await settled(port.close());
    expectGone(panel, expected);
    expect(await openIn(world)).toEqual([]);
  },
);

test('a tab that is first seen when it closes is closed, also for the next background', async () => {
  const world = browser();
  for (let tab = 1; tab <= 30; tab++) {
    world.closeTab(tab);
    const { offer, leave } = documentIn(world, `d${tab}`, { tab });
    if (tab % 2 === 0) {
      await settle(2);
      world.kill();
    }
    offer(chunk(0));
    await settled(leave(), 6);
  }
  await settled(world.closeTab(31));
  expect((await world.disk.sessions()).length).toBe(20);
});
