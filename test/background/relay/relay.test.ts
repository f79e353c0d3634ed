// Bridges, hub and panels together, with a background that dies at any moment.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { SLICE_LENGTH } from '@/lib/messages/limits';
import type { ToPanel } from '@/lib/messages/messages';
import { browser, chunk, documentIn, following, panelOf, recordsOf, settle, settled, textsOf } from './fakes';

const nav = (url: string): string =>
  JSON.stringify([{ kind: 'navigation', t: 0, url, timeOrigin: 1, top: true }]);
const upTo = (count: number): string[] => Array.from({ length: count }, (_, n) => `#${n}`);

type BridgeOptions = NonNullable<Parameters<typeof documentIn>[2]>;

/** The bridge of a new document in a tab. */
const bridgeOf = (world: ReturnType<typeof browser>, tab: number, options: BridgeOptions = {}) =>
  documentIn(world, undefined, { tab, ...options }).offer;

test('a panel gets stored batches, then new ones, each once and in order', async () => {
  const world = browser();
  const offer = bridgeOf(world, 7);
  for (let n = 0; n < 50; n++) offer(chunk(n));
  const panel = panelOf(world, 7);
  for (let n = 50; n < 100; n++) {
    offer(chunk(n));
    if (n % 7 === 0) await settle(1);
  }
  await settle();
  expect(textsOf(panel.batches)).toEqual(upTo(100));
  expect(panel.log[0]?.kind).toBe('session');
});

test('many batches that are stored at once reach a panel in several messages', async () => {
  const { panel, offer } = following(7);
  await settled(offer(nav('http://localhost/x')));
  const text = 'x'.repeat(SLICE_LENGTH / 4);
  for (let n = 0; n < 16; n++) offer(JSON.stringify([{ kind: 'chunk', t: n, stream: 1, text }]));
  await settle();
  expect(panel.batches.length).toBe(17);
  const lengths = panel.log.flatMap((message) =>
    message.kind === 'batches' ? message.batches.reduce((sum, { body }) => sum + body.length, 0) : [],
  );
  expect(Math.max(...lengths)).toBeLessThan(1.5 * SLICE_LENGTH);
});

test('a panel that opens on a long session gets the newest batches first, then all of them in order', async () => {
  const world = browser();
  const offer = bridgeOf(world, 7);
  const long = (n: number) =>
    JSON.stringify([{ kind: 'chunk', t: n, stream: 1, text: `#${n}`.padEnd(30_000) }]);
  for (let n = 0; n < 40; n++) offer(long(n));
  await settle();
  const panel = panelOf(world, 7);
  await settle();
  expect(panel.log.map(({ kind }) => kind).slice(0, 3)).toEqual(['session', 'newest', 'batches']);
  const newest = panel.log.flatMap((message) => (message.kind === 'newest' ? message.batches : []));
  expect(textsOf(newest).map((text) => text.trim())).toEqual(['#38', '#39']);
  expect(textsOf(panel.batches).map((text) => text.trim())).toEqual(upTo(40));
  // No newest batches for a panel that lacks some, or a session read as a whole.
  const others = () => panel.log.slice(before).map(({ kind }) => kind);
  const before = panel.log.length;
  const session = panel.session ?? '';
  await settled(panel.send({ kind: 'hello', tab: 7, session, after: panel.batches.at(-2)?.id ?? -1 }));
  await settled(panel.send({ kind: 'open', session, after: -1 }));
  expect(others()).not.toContain('newest');
  expect(others()).toContain('batches');
});

test('a short session sends no newest batches first', async () => {
  const world = browser();
  const offer = bridgeOf(world, 7);
  for (let n = 0; n < 40; n++) offer(chunk(n));
  await settle();
  const panel = panelOf(world, 7);
  await settle();
  expect(panel.log.map(({ kind }) => kind)).toEqual(['session', 'batches']);
});

test('a panel that was open first gets the session with its first batch', async () => {
  const { world, panel } = following(7);
  await settle();
  expect(panel.log).toEqual([{ kind: 'session', tab: 7, recording: true }]);
  const offer = bridgeOf(world, 7);
  await settled(offer(nav('http://localhost/x')));
  await settled(offer(chunk(0)));
  expect(textsOf(panel.batches)).toEqual(['navigation', '#0']);
  expect(panel.log[1]).toMatchObject({ kind: 'session', session: { tab: 7, url: 'http://localhost/x' } });
});

test('a panel that opens while the first batch is written still gets the session', async () => {
  const disk = createMemoryStore(1e9);
  let isWritten: (() => void) | undefined;
  const slow = new Promise<void>((resolve) => void (isWritten = resolve));
  const world = browser({
    disk: {
      ...disk,
      async append(batches) {
        await slow;
        return disk.append(batches);
      },
    },
  });
  const offer = bridgeOf(world, 7);
  await settled(offer(chunk(0)));
  const panel = panelOf(world, 7);
  await settle();
  expect(panel.log).toEqual([{ kind: 'session', tab: 7, recording: true }]);
  await settled(isWritten?.());
  await settled(offer(chunk(1)));
  expect(panel.session).toBeDefined();
  expect(textsOf(panel.batches)).toEqual(['#0', '#1']);
  const sessionAt = panel.log.findIndex((message) => message.kind === 'session' && message.session);
  expect(sessionAt).toBeLessThan(panel.log.findIndex(({ kind }) => kind === 'batches'));
});

test('each tab has a session of its own, which its frames share', async () => {
  const world = browser();
  const one = panelOf(world, 1);
  const two = panelOf(world, 2);
  bridgeOf(world, 1)(chunk(0));
  bridgeOf(world, 1, { frameId: 5 })(chunk(1));
  await settled(bridgeOf(world, 2)(chunk(2)));
  expect(textsOf(one.batches)).toEqual(['#0', '#1']);
  expect(one.batches.map(({ frameId }) => frameId)).toEqual([0, 5]);
  expect(textsOf(two.batches)).toEqual(['#2']);
});

test('Clear begins another session and leaves the old one in Recent', async () => {
  const { panel, offer } = following();
  await settled(offer(nav('http://a/')));
  const first = panel.session ?? '';
  await settled(panel.send({ kind: 'clear', tab: 1 }));
  expect(panel.session).toBeUndefined();
  await settled(offer(chunk(0)));
  expect(textsOf(panel.batches)).toEqual(['navigation', '#0']);
  expect(panel.session).not.toBe(first);
  await settled(panel.send({ kind: 'sessions' }));
  const listed = panel.log.findLast((message) => message.kind === 'sessions');
  expect(listed?.kind === 'sessions' && listed.sessions.map(({ session }) => session)).toEqual([
    panel.session,
    first,
  ]);
  await settled(panel.send({ kind: 'open', session: first, after: -1 }));
  expect(panel.session).toBe(first);
  expect(panel.log.findLast(({ kind }) => kind === 'session')).toMatchObject({ tab: 1, recording: false });
  expect(textsOf(panel.batches)).toEqual(['navigation', 'gap']);
  await settled(offer(chunk(1)));
  expect(textsOf(panel.batches)).toEqual(['navigation', 'gap']);
});

test('forgetting the session in use is a Clear that leaves nothing', async () => {
  const { world, panel, offer } = following();
  await settled(offer(chunk(0)));
  await settled(panel.send({ kind: 'forget', session: panel.session ?? '', isForgotten: true }));
  expect(panel.session).toBeUndefined();
  expect((await world.disk.sessions()).map(({ forgottenMs }) => typeof forgottenMs)).toEqual(['number']);
  await settled(offer(chunk(1)));
  expect(textsOf(panel.batches)).toEqual(['#1']);
});

test('recording can be switched off, and stays off in the next background', async () => {
  const { world, panel, offer } = following();
  await settled(offer(chunk(0)));
  await settled(panel.send({ kind: 'record', tab: 1, on: false }));
  expect(panel.log.at(-1)).toMatchObject({ kind: 'session', recording: false });
  await settled(offer(chunk(1)));
  world.kill();
  await settled(offer(chunk(2)));
  await settled(panel.send({ kind: 'record', tab: 1, on: true }));
  await settled(offer(chunk(3)));
  expect(textsOf(panel.batches)).toEqual(['#0', 'gap', '#3']);
});

test('a restarted browser begins new sessions for the same tab ids', async () => {
  const world = browser();
  await settled(bridgeOf(world, 1)(chunk(0)));
  world.quit();
  await settled(bridgeOf(world, 1)(chunk(1)));
  expect(await world.disk.sessions()).toHaveLength(2);
});

test('a batch that fails the gate leaves a gap in its place', async () => {
  const { panel, offer } = following();
  offer(chunk(0));
  offer('[{"kind":"evil"}]');
  offer({ not: 'text' });
  await settled(offer(chunk(1)));
  expect(recordsOf(panel.batches)).toMatchObject([
    { text: '#0' },
    { kind: 'gap', reason: 'refused' },
    { kind: 'gap', reason: 'refused' },
    { text: '#1' },
  ]);
  expect(panel.batches.map(({ n }) => n)).toEqual([0, 1, 2, 3]);
});

test('a full disk leaves gaps, is reported, and is not retried for ever', async () => {
  const disk = createMemoryStore(1e9);
  let isFull = false;
  let asked = 0;
  const world = browser({
    disk: {
      ...disk,
      async append(batches) {
        asked++;
        if (isFull && batches.some(({ body }) => !body.includes('not-stored')))
          throw new DOMException('no room', 'QuotaExceededError');
        return disk.append(batches);
      },
    },
  });
  const panel = panelOf(world, 1);
  const offer = bridgeOf(world, 1);
  await settled(offer(chunk(0)));
  isFull = true;
  await settled(offer(chunk(1)));
  const before = asked;
  await settle(30);
  expect(asked).toBe(before);
  isFull = false;
  await settled(offer(chunk(2)));
  expect(recordsOf(panel.batches)).toMatchObject([
    { text: '#0' },
    { kind: 'gap', reason: 'not-stored' },
    { text: '#2' },
  ]);
  expect(panel.log.some(({ kind }) => kind === 'failed')).toBe(true);
});

test('a private window is never on disk, and comes back from the bridge after a death', async () => {
  const { world, panel, offer } = following(1, { isPrivate: true });
  for (let n = 0; n < 5; n++) offer(chunk(n));
  await settle();
  expect(textsOf(panel.batches)).toEqual(upTo(5));
  const first = panel.session;
  await settled(world.kill(), 40);
  for (let n = 5; n < 8; n++) offer(chunk(n));
  await settle(40);
  expect(textsOf(panel.batches)).toEqual(upTo(8));
  expect(panel.session).not.toBe(first);
  expect(await world.disk.sessions()).toEqual([]);
  await settled(panel.send({ kind: 'sessions' }));
  expect(panel.log.at(-1)).toEqual({ kind: 'sessions', sessions: [] });
});

test('a private backlog drops its oldest batches, and reports it only if they are requested again', async () => {
  const { world, panel, offer } = following(1, { isPrivate: true, sender: { backlogMax: 1500 } });
  for (let n = 0; n < 40; n++) await settled(offer(chunk(n)), 4);
  expect(textsOf(panel.batches)).toEqual(upTo(40));
  await settled(world.kill(), 60);
  const records = recordsOf(panel.batches);
  expect(records[0]).toMatchObject({ kind: 'gap', reason: 'overflow' });
  const left = records.length - 1;
  expect(left).toBeGreaterThan(3);
  expect(textsOf(panel.batches).slice(1)).toEqual(upTo(40).slice(40 - left));
});

test('a bridge stops for good once its extension is gone', async () => {
  let asked = 0;
  const connect = () => {
    asked++;
    return undefined;
  };
  const { offer } = documentIn(browser(), 'orphan', { sender: { connect } });
  expect(offer(chunk(0))).toBe(false);
  expect(offer(chunk(1))).toBe(false);
  await settle();
  expect(asked).toBe(1);
});

test('a bridge without messages does not start the background', async () => {
  const world = browser();
  let asked = 0;
  const offer = bridgeOf(world, 1, { connected: () => asked++ });
  await settled(offer(chunk(0)));
  await settled(world.kill(), 50);
  expect(asked).toBe(1);
  await settled(offer(chunk(1)));
  expect(asked).toBe(2);
});

test('Recent is bounded, and the sessions in use stay', async () => {
  const world = browser();
  const first = bridgeOf(world, 1000);
  first(chunk(0));
  for (let tab = 0; tab < 30; tab++) {
    await settled(bridgeOf(world, tab)(chunk(tab)), 4);
    await settled(world.closeTab(tab), 4);
  }
  const sessions = await world.disk.sessions();
  expect(sessions.length).toBeLessThanOrEqual(21);
  expect(sessions.some(({ tab }) => tab === 1000)).toBe(true);
  expect(sessions.some(({ tab }) => tab === 29)).toBe(true);
  expect(sessions.some(({ tab }) => tab === 0)).toBe(false);
});

type Step = 'offer' | 'kill' | 'turn' | 'late panel' | 'burst';

test('random deaths at any moment lose nothing, repeat nothing and keep the order', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant<Step>('offer') },
      { weight: 2, arbitrary: fc.constant<Step>('burst') },
      { weight: 2, arbitrary: fc.constant<Step>('kill') },
      { weight: 4, arbitrary: fc.constant<Step>('turn') },
      { weight: 1, arbitrary: fc.constant<Step>('late panel') },
    ),
    { minLength: 5, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (run, isPrivate) => {
      const world = browser();
      const offers = [bridgeOf(world, 1, { isPrivate }), bridgeOf(world, 1, { isPrivate, frameId: 2 })];
      const panels = [panelOf(world, 1)];
      const sent: string[][] = [[], []];
      const postBatches = (count: number): void => {
        for (let n = 0; n < count; n++) {
          const which = (sent[0]?.length ?? 0) <= (sent[1]?.length ?? 0) ? 0 : 1;
          const at = sent[which]?.length ?? 0;
          sent[which]?.push(`#${at}`);
          offers[which]?.(chunk(at));
        }
      };
      for (const step of run) {
        if (step === 'offer') postBatches(1);
        if (step === 'burst') postBatches(20);
        if (step === 'kill') world.kill();
        if (step === 'turn') await settle(1);
        if (step === 'late panel') panels.push(panelOf(world, 1));
      }
      await settle(60);
      for (const panel of panels) {
        const texts = [0, 2].map((frameId) =>
          textsOf(panel.batches.filter((each) => each.frameId === frameId)),
        );
        expect(texts).toEqual(sent);
        const ids = panel.batches.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
        panel.close();
      }
    }),
    { numRuns: 300 },
  );
});

test('a message that no panel sends is answered with a sentence, not with silence', async () => {
  const world = browser();
  const port = world.connectPanel();
  const got: ToPanel[] = [];
  port.onMessage((message) => got.push(message as ToPanel));
  port.post(null);
  await settled(port.post({ kind: 'site', tab: 3 }));
  expect(got).toContainEqual(expect.objectContaining({ kind: 'failed' }));
  expect(got).toContainEqual({
    kind: 'site',
    tab: 3,
    origin: 'http://localhost',
    granted: true,
    isPrivate: false,
  });
});

test('a session that is no longer stored is reported at once', async () => {
  const world = browser();
  const port = world.connectPanel();
  const answer = new Promise((resolve) => port.onMessage(resolve));
  port.post({ kind: 'open', session: 'forgotten', after: -1 });
  expect(await answer).toMatchObject({
    kind: 'failed',
    sentence: expect.stringContaining('no longer stored'),
  });
});

test('Clear while batches are on their way ends the old session too', async () => {
  const { world, panel, offer } = following();
  await settled(offer(nav('http://a/')));
  const first = panel.session ?? '';
  // Batches of the same turn as the Clear reach the store before it.
  for (let n = 0; n < 3; n++) offer(chunk(n));
  await settled(panel.send({ kind: 'clear', tab: 1 }));
  await settled(offer(chunk(3)));
  const rows = await world.disk.sessions();
  expect(rows.find(({ session }) => session === first)?.open).toEqual([]);
  expect(rows).toHaveLength(2);
  const { batches } = await world.disk.read(first, -1, 1e6);
  const gaps = recordsOf(batches).filter(({ kind }) => kind === 'gap');
  expect(gaps).toMatchObject([{ reason: 'gone', detail: expect.stringContaining('session cleared') }]);
  expect(textsOf([...batches, ...panel.batches]).filter((text) => text.startsWith('#'))).toEqual(upTo(4));
});

/** A world of which the disk cannot be read while `isBroken`, with five batches on it. */
async function unreadableWorld() {
  const disk = createMemoryStore(1e9);
  const fault = { isBroken: false, reads: 0 };
  const world = browser({
    disk: {
      ...disk,
      async read(...args) {
        fault.reads++;
        if (fault.isBroken) throw new Error('not now');
        return disk.read(...args);
      },
    },
  });
  const offer = bridgeOf(world, 7);
  for (let n = 0; n < 5; n++) offer(chunk(n));
  await settle();
  fault.isBroken = true;
  return { world, fault, offer };
}

test('a panel whose read failed is complete once the store can be read again', async () => {
  const { world, fault, offer } = await unreadableWorld();
  const panel = panelOf(world, 7);
  await settle();
  fault.isBroken = false;
  await settled(offer(chunk(5)));
  expect(textsOf(panel.batches)).toEqual(upTo(6));
});

test('a failed read is retried without a new batch and reported once', async () => {
  const { world, fault } = await unreadableWorld();
  const panel = panelOf(world, 7);
  await settle(30);
  expect(fault.reads).toBeGreaterThan(2);
  expect(panel.log.filter(({ kind }) => kind === 'failed')).toEqual([
    { kind: 'failed', sentence: expect.stringContaining('not now') },
  ]);
  fault.isBroken = false;
  await settle();
  expect(textsOf(panel.batches)).toEqual(upTo(5));
  const { reads } = fault;
  await settle(30);
  expect(fault.reads).toBe(reads);
});

test('a failed read is not retried for a panel that is closed or shows another session', async () => {
  const { world, fault } = await unreadableWorld();
  const panel = panelOf(world, 7);
  await settle();
  await settled(panel.send({ kind: 'hello', tab: 8, after: -1 }));
  const { reads } = fault;
  await settle(30);
  expect(fault.reads).toBe(reads);
  const other = panelOf(world, 7);
  await settle();
  expect(fault.reads).toBeGreaterThan(reads);
  await settled(other.close());
  const left = fault.reads;
  await settle(30);
  expect(fault.reads).toBe(left);
});

test('the toolbar icon counts the streams of a tab, until it is cleared', async () => {
  const world = browser();
  const offer = bridgeOf(world, 7);
  const open = (stream: number): string =>
    JSON.stringify([
      { kind: 'open', t: 1, stream, transport: 'fetch', url: 'http://localhost/', method: 'POST' },
    ]);
  await settled(offer(nav('http://localhost/x')));
  expect(world.counts.get(7)).toBe(0);
  offer(open(1));
  offer(chunk(0));
  await settled(offer(open(2)));
  expect(world.counts.get(7)).toBe(2);
  const panel = world.connectPanel();
  const answers: ToPanel[] = [];
  panel.onMessage((message) => void answers.push(message as ToPanel));
  await settled(panel.post({ kind: 'site', tab: 7 }));
  expect(answers).toMatchObject([{ kind: 'site', tab: 7, granted: true, session: { tab: 7, streams: 2 } }]);
  await settled(panel.post({ kind: 'clear', tab: 7 }));
  expect(world.counts.get(7)).toBe(0);
});
