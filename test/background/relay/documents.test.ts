// Streams that began in another session: records that make a new session readable by itself.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog } from '@/lib/core/log/log';
import { BATCH_LENGTH_MAX, TEXT_MAX } from '@/lib/messages/limits';
import type { StoredBatch } from '@/lib/messages/messages';
import type { CapturedRecord } from '@/lib/messages/records';
import type { Store } from '@/lib/messages/store';
import { openRecord } from '../../support/logs';
import { type browser, documentIn, following, logOf, recordsOf, settle, settled } from './fakes';

const TIME_ORIGIN = 1_700_000_000_000;
const nav: CapturedRecord = {
  kind: 'navigation',
  t: 0,
  url: 'http://a/',
  timeOrigin: TIME_ORIGIN,
  top: true,
};
const open = (stream: number, requestBody = '{}'): CapturedRecord =>
  openRecord({
    stream,
    url: `http://a/${stream}`,
    requestBody,
    headers: { 'content-type': 'text/event-stream' },
  });
const chunk = (stream: number, n: number): CapturedRecord => ({
  kind: 'chunk',
  t: 2,
  stream,
  text: `data: ${JSON.stringify({ type: 'CUSTOM', name: `#${n}`, value: 0 })}\n\n`,
});
const close = (stream: number): CapturedRecord => ({ kind: 'close', t: 3, stream, how: 'complete' });

function pageIn(world: ReturnType<typeof browser>, tab: number, isPrivate = false) {
  const { offer } = documentIn(world, undefined, { tab, isPrivate });
  return (...records: readonly CapturedRecord[]) => offer(JSON.stringify(records));
}

const kindsOf = (batches: readonly StoredBatch[]): readonly string[] =>
  recordsOf(batches).map((record) => (record.kind === 'gap' ? `gap ${record.reason}` : record.kind));

async function allOf(store: Store, session: string): Promise<readonly StoredBatch[]> {
  return (await store.read(session, -1, 1e9)).batches;
}

/** A page and a panel that follows its tab. */
function begin() {
  const { world, panel } = following();
  return { world, panel, sendBatch: pageIn(world, 1) };
}

test.each([false, true])(
  'after Clear the rest of a stream is events again; background dead: %s',
  async (dies) => {
    const { world, panel, sendBatch } = begin();
    sendBatch(nav, open(1), open(2), chunk(1, 0));
    await settled(sendBatch(close(2)));
    const [first] = await world.disk.sessions();
    if (dies) world.kill();
    await settle();
    await settled(panel.send({ kind: 'clear', tab: 1 }));
    if (dies) world.kill();
    sendBatch(chunk(1, 1));
    await settled(sendBatch(chunk(1, 2), close(1)), 40);
    const detail = 'the beginning is in the previous session';
    expect(kindsOf(panel.batches)).toEqual(['navigation', 'open', 'gap late', 'chunk', 'chunk', 'close']);
    expect(recordsOf(panel.batches)[2]).toEqual({ kind: 'gap', t: 2, stream: 1, reason: 'late', detail });

    const log = logOf(panel.batches);
    expect(log.length).toBe(2);
    expect(log.streams).toHaveLength(1);
    expect(log.streams[0]).toMatchObject({ url: 'http://a/1', startMs: TIME_ORIGIN + 1, events: 2 });
    const session = await world.disk.session(panel.session ?? '');
    expect(session).toMatchObject({ url: 'http://a/', streams: 1 });
    expect(kindsOf(await allOf(world.disk, first?.session ?? ''))).not.toContain('gap late');
  },
);

test('a document that returns to its session, or to another tab, has nothing recorded twice', async () => {
  const { world, panel } = following();
  const [sendBatch, other] = [pageIn(world, 1), pageIn(world, 2)];
  sendBatch(nav, open(1));
  await settled(other(nav, open(1)));
  world.kill();
  sendBatch(chunk(1, 0));
  await settled(other(chunk(1, 0)), 30);
  await settled(panel.send({ kind: 'clear', tab: 1 }));
  await settled(sendBatch(chunk(1, 1)));
  world.kill();
  await settled(sendBatch(chunk(1, 2), { ...nav, t: 9 }), 30);
  expect(kindsOf(panel.batches)).toEqual(['navigation', 'open', 'gap late', 'chunk', 'chunk', 'navigation']);
  const sessions = await world.disk.sessions();
  const second = sessions.find(({ tab }) => tab === 2);
  expect(kindsOf(await allOf(world.disk, second?.session ?? ''))).toEqual(['navigation', 'open', 'chunk']);
});

test('a stream that began while capture was off is marked so, and its request stays hidden', async () => {
  const { panel, sendBatch } = begin();
  await settled(sendBatch(nav));
  await settled(panel.send({ kind: 'record', tab: 1, on: false }));
  await settled(sendBatch(open(1, '{"secret":1}'), open(2), chunk(1, 0), close(2)));
  await settled(panel.send({ kind: 'record', tab: 1, on: true }));
  await settled(sendBatch(chunk(1, 1)));
  expect(kindsOf(panel.batches)).toEqual(['navigation', 'gap late', 'open', 'gap late', 'chunk']);
  expect(recordsOf(panel.batches)[3]).toMatchObject({ detail: 'the beginning was not recorded' });
  expect(JSON.stringify(panel.batches)).not.toContain('secret');
});

const OFF = 'capture was off';

test.each([false, true])(
  'Record off and on in mid-stream leaves a gap in the same session; background dead: %s',
  async (dies) => {
    const { world, panel, sendBatch } = begin();
    const record = (on: boolean) => settled(panel.send({ kind: 'record', tab: 1, on }));
    await settled(sendBatch(nav, open(1), open(2), open(3), chunk(1, 0), chunk(2, 0)));
    const session = panel.session;
    await record(false);
    sendBatch(chunk(1, 1), open(4), chunk(4, 0), close(4));
    await settled(sendBatch(chunk(2, 1), close(2)));
    if (dies) world.kill();
    await settle();
    await record(true);
    sendBatch({ ...chunk(1, 2), t: 7 });
    await settled(sendBatch(chunk(1, 3), close(1)), 40);
    expect(panel.session).toBe(session);
    const whole = { kind: 'gap', t: dies ? 7 : 3, reason: 'late', detail: OFF };
    const gap = (stream: number) => ({ ...whole, stream });
    expect(recordsOf(panel.batches).slice(6)).toEqual([
      ...(dies ? [] : [whole]),
      gap(1),
      gap(2),
      // A background that died does not know how a stream ended, nor that nothing came of another one.
      dies ? gap(3) : { ...close(2) },
      { ...chunk(1, 2), t: 7 },
      chunk(1, 3),
      close(1),
    ]);
  },
);

test('Record off and on is no gap if nothing was missed, and a gap without a stream if a whole stream was missed', async () => {
  const { panel, sendBatch } = begin();
  await settled(sendBatch(nav, open(1), chunk(1, 0)));
  for (const on of [false, true]) panel.send({ kind: 'record', tab: 1, on });
  await settle();
  await settled(sendBatch(chunk(1, 1)));
  await settled(panel.send({ kind: 'record', tab: 1, on: false }));
  await settled(sendBatch(open(2), chunk(2, 0), close(2)));
  await settled(panel.send({ kind: 'record', tab: 1, on: true }));
  await settled(sendBatch(chunk(1, 2), close(1)));
  expect(kindsOf(panel.batches)).toEqual([
    'navigation',
    'open',
    'chunk',
    'chunk',
    'gap late',
    'chunk',
    'close',
  ]);
  const gap = recordsOf(panel.batches)[4];
  expect(gap).toMatchObject({ detail: OFF });
  expect(gap).not.toHaveProperty('stream');
});

test('a stream that ended while capture was off is sent when it is switched on, whatever else arrives', async () => {
  const { panel, sendBatch } = begin();
  await settled(sendBatch(nav, open(1), chunk(1, 0)));
  await settled(panel.send({ kind: 'record', tab: 1, on: false }));
  await settled(sendBatch(chunk(1, 1), { ...close(1), detail: 'said while off' } as CapturedRecord));
  await settled(panel.send({ kind: 'record', tab: 1, on: true }));
  const gap = { kind: 'gap', t: 3, stream: 1, reason: 'late', detail: OFF };
  expect(recordsOf(panel.batches).slice(3)).toEqual([gap, close(1)]);
});

test('Record off and on loses nothing of a document that has no records in the new session yet', async () => {
  const { world, panel } = following();
  const [sendBatch, other] = [pageIn(world, 1), pageIn(world, 1)];
  await settled(sendBatch(nav, open(1), chunk(1, 0)));
  await settled(panel.send({ kind: 'clear', tab: 1 }));
  await settled(sendBatch(chunk(1, 1)));
  await settled(panel.send({ kind: 'clear', tab: 1 }));
  await settled(other(nav, open(1)));
  for (const on of [false, true]) await settled(panel.send({ kind: 'record', tab: 1, on }));
  await settled(sendBatch(chunk(1, 2)));
  expect(kindsOf(panel.batches).slice(2)).toEqual(['navigation', 'open', 'gap late', 'chunk']);
});

test('a stream that began while capture was off, before the background died, is a gap without a stream', async () => {
  const { world, panel, sendBatch } = begin();
  await settled(sendBatch(nav));
  await settled(panel.send({ kind: 'record', tab: 1, on: false }));
  await settled(sendBatch(open(1), chunk(1, 0)));
  await settled(world.kill());
  await settled(panel.send({ kind: 'record', tab: 1, on: true }));
  sendBatch(open(2));
  sendBatch(chunk(1, 1));
  await settled(sendBatch(chunk(1, 2)), 30);
  expect(kindsOf(panel.batches)).toEqual(['navigation', 'open', 'gap late', 'chunk', 'chunk']);
  expect(recordsOf(panel.batches)[2]).not.toHaveProperty('stream');
});

test.each([false, true])(
  'a stream without records before Clear has no gap; background dead: %s',
  async (dies) => {
    const { world, panel, sendBatch } = begin();
    await settled(sendBatch(nav, open(1), open(2), chunk(2, 0), open(3)));
    await settled(panel.send({ kind: 'clear', tab: 1 }));
    if (dies) world.kill();
    await settled(sendBatch(chunk(1, 0)), 30);
    await settled(panel.send({ kind: 'clear', tab: 1 }));
    await settled(sendBatch(chunk(1, 1), close(1)), 30);
    const sessions = await world.disk.sessions();
    const gaps = async (at: number) =>
      recordsOf(await allOf(world.disk, sessions[at]?.session ?? '')).flatMap((record) =>
        record.kind === 'gap' && record.reason !== 'gone' ? [record.stream] : [],
      );
    expect(sessions).toHaveLength(3);
    expect(await gaps(1)).toEqual([2]);
    expect(await gaps(0)).toEqual([1, 2]);
  },
);

test('a loss while capture was off is sent to a session that begins after it', async () => {
  const { panel, sendBatch } = begin();
  await settled(sendBatch(nav, open(1)));
  await settled(panel.send({ kind: 'record', tab: 1, on: false }));
  await settled(sendBatch(chunk(1, 0)));
  panel.send({ kind: 'clear', tab: 1 });
  await settled(panel.send({ kind: 'record', tab: 1, on: true }));
  await settled(sendBatch(chunk(1, 1)));
  expect(kindsOf(panel.batches)).toEqual(['navigation', 'open', 'gap late', 'chunk']);
  expect(recordsOf(panel.batches)[2]).toMatchObject({ detail: OFF });
});

test('ignored streams and long requests are not kept in memory', async () => {
  const { panel, sendBatch } = begin();
  sendBatch(nav, open(1), { kind: 'gap', t: 1, stream: 1, reason: 'not-ag-ui' });
  await settled(sendBatch(open(2, 'x'.repeat(100_000)), open(3, 'short')));
  await settled(panel.send({ kind: 'clear', tab: 1 }));
  await settled(sendBatch(chunk(2, 0)));
  const opens = recordsOf(panel.batches).filter((record) => record.kind === 'open');
  expect(
    opens.map(({ stream, requestBody, requestBodyLength }) => [stream, requestBody, requestBodyLength]),
  ).toEqual([
    [2, undefined, 100_000],
    [3, 'short', undefined],
  ]);
});

test('reports of any number of open streams pass the gate', async () => {
  const { panel, sendBatch } = begin();
  sendBatch(nav);
  for (let stream = 1; stream <= 100; stream++)
    sendBatch({ ...open(stream, '\u0001'.repeat(16_000)), url: 'x'.repeat(TEXT_MAX) } as CapturedRecord);
  await settle(20);
  await settled(panel.send({ kind: 'clear', tab: 1 }));
  await settled(sendBatch(chunk(100, 0)));
  expect(panel.batches[0]?.body.length).toBeLessThanOrEqual(BATCH_LENGTH_MAX);
  const streams = recordsOf(panel.batches).flatMap((record) =>
    record.kind === 'open' ? [record.stream] : [],
  );
  expect(streams).toEqual(Array.from({ length: 64 }, (_, at) => 37 + at));
});

type Step = 'open' | 'say' | 'close' | 'clear' | 'kill' | 'turn' | 'record';

test('every session can be read by itself, whenever Clear is pressed or the background dies', async () => {
  const weighted = (step: Step, weight: number) => ({ weight, arbitrary: fc.constant(step) });
  const steps = fc.array(
    fc.oneof(
      weighted('open', 3),
      weighted('say', 8),
      weighted('close', 1),
      weighted('clear', 2),
      weighted('kill', 2),
      weighted('turn', 6),
    ),
    { minLength: 5, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const { world, panel, sendBatch } = begin();
      sendBatch(nav);
      let streams = 0;
      let sent = 0;
      const left = new Set<number>();
      for (const step of run) {
        const [some] = left;
        if (step === 'open') {
          left.add(++streams);
          sendBatch(open(streams));
        }
        if (step === 'say' && some) sendBatch(chunk(some, sent++));
        if (step === 'close' && some) {
          left.delete(some);
          sendBatch(close(some));
        }
        if (step === 'clear') {
          await settle(2);
          panel.send({ kind: 'clear', tab: 1 });
        }
        if (step === 'kill') world.kill();
        if (step === 'turn') await settle(2);
      }
      await settle(60);
      const names: string[] = [];
      for (const { session } of [...(await world.disk.sessions())].reverse()) {
        const batches = await allOf(world.disk, session);
        const records = recordsOf(batches);
        expect(records[0]?.kind).toBe('navigation');
        expect(records.filter(({ kind }) => kind === 'navigation')).toHaveLength(1);
        const opened = new Set<number>();
        for (const record of records) {
          if (record.kind === 'navigation' || record.stream === undefined) continue;
          if (record.kind === 'open') expect(opened.has(record.stream)).toBe(false);
          if (record.kind === 'open') opened.add(record.stream);
          expect(opened.has(record.stream)).toBe(true);
        }
        const log = createLog();
        for (const { doc, frameId } of batches.slice(0, 1)) log.append({ doc, frameId, records });
        expect(log.length).toBe(records.filter(({ kind }) => kind === 'chunk').length);
        for (const record of records) {
          const name = record.kind === 'chunk' && /#\d+/.exec(record.text ?? '')?.[0];
          if (name) names.push(name);
        }
      }
      expect([...names].sort()).toEqual(Array.from({ length: sent }, (_, n) => `#${n}`).sort());
      panel.close();
    }),
    { numRuns: 150 },
  );
});

test('no chunk is missing without a gap, however capture is switched and whenever the background dies', async () => {
  // As often as it is named.
  const steps = ['open', 'say', 'say', 'say', 'close', 'clear', 'kill', 'turn', 'turn', 'record'] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom<Step>(...steps), { maxLength: 40 }), async (run) => {
      const { world, panel, sendBatch } = begin();
      sendBatch(nav);
      const sentByStream = new Map<number, number>();
      let streams = 0;
      let isOn = true;
      for (const step of run) {
        const [stream] = sentByStream.keys();
        if (step === 'open') {
          sentByStream.set(++streams, 0);
          sendBatch(open(streams));
        }
        if (step === 'say' && stream) {
          const n = sentByStream.get(stream) ?? 0;
          sentByStream.set(stream, n + 1);
          sendBatch(chunk(stream, n));
        }
        if (step === 'close' && stream) {
          sentByStream.delete(stream);
          sendBatch(close(stream));
        }
        if (step === 'clear' || step === 'record') {
          await settle(4);
          if (step === 'record') isOn = !isOn;
          panel.send(step === 'clear' ? { kind: 'clear', tab: 1 } : { kind: 'record', tab: 1, on: isOn });
          await settle(4);
        }
        if (step === 'kill') world.kill();
        if (step === 'turn') await settle(2);
      }
      await settle(60);
      const next = new Map<number, number>();
      const lostStreams = new Set<number | undefined>();
      for (const { session } of [...(await world.disk.sessions())].reverse()) {
        for (const record of recordsOf(await allOf(world.disk, session))) {
          if (record.kind === 'gap') lostStreams.add(record.stream);
          if (record.kind !== 'chunk') continue;
          const { stream } = record;
          const n = Number(/#(\d+)/.exec(record.text ?? '')?.[1]);
          const isLost = lostStreams.has(stream) || lostStreams.has(undefined);
          expect(isLost || n === (next.get(stream) ?? 0), `chunk ${n} of stream ${stream}`).toBe(true);
          next.set(stream, n + 1);
          lostStreams.delete(stream);
        }
      }
      panel.close();
    }),
    { numRuns: 300 },
  );
});
