// A store that fails: acknowledged data is stored or covered by a gap of its size, other sessions are unharmed,
// and the panel is notified.
import { expect, test } from 'vitest';
import { createSender } from '@/lib/background/relay/sender';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { STORE_BACKLOG_MAX } from '@/lib/messages/limits';
import type { ToBridge, ToPanel } from '@/lib/messages/messages';
import type { Store } from '@/lib/messages/store';
import { browser, chunk, documentIn, panelOf, recordsOf, settle, settled, textsOf } from './fakes';

/** A world whose disk fails with an error while there is one. */
function failingWorld() {
  const disk = createMemoryStore(1e9);
  const fault: { error?: Error; at?: (store: Parameters<Store['append']>[0]) => boolean } = {};
  const pruned: number[] = [];
  const world = browser({
    disk: {
      ...disk,
      async append(batches) {
        if (fault.error && (fault.at?.(batches) ?? true)) throw fault.error;
        return disk.append(batches);
      },
      async prune(inUse, limits) {
        pruned.push(limits.sessions);
        return disk.prune(inUse, limits);
      },
    },
  });
  return { world, fault, pruned, panel: panelOf(world, 1) };
}

function senderOf(world: ReturnType<typeof browser>, answers: ToBridge[] = []) {
  return documentIn(world, 'd', {
    connected: (port) => port.onMessage((message) => answers.push(message as ToBridge)),
  });
}

const waitingIn = (log: readonly ToPanel[]): readonly (string | undefined)[] =>
  log.flatMap((message) => (message.kind === 'waiting' ? [message.sentence] : []));

test('batches that cannot be stored are not acknowledged, wait, are reported, and are stored in order later', async () => {
  const { world, fault, pruned, panel } = failingWorld();
  const answers: ToBridge[] = [];
  const { offer } = senderOf(world, answers);
  await settled(offer(chunk(0)));
  const before = pruned.length;
  fault.error = new Error('The disk is on fire.');
  for (let n = 1; n < 5; n++) await settled(offer(chunk(n)), 3);
  await settle(30);
  expect(answers.map(({ n }) => n)).toEqual([0]);
  expect(waitingIn(panel.log)).toEqual([expect.stringContaining('The disk is on fire.')]);
  // An error other than a full disk deletes no session.
  expect(pruned).toHaveLength(before);
  const late = panelOf(world, 1);
  await settle();
  expect(waitingIn(late.log)).toHaveLength(1);
  delete fault.error;
  await settle(30);
  expect(textsOf(panel.batches)).toEqual(['#0', '#1', '#2', '#3', '#4']);
  expect(answers.at(-1)?.n).toBe(4);
  expect(waitingIn(panel.log).at(-1)).toBeUndefined();
});

test('a momentary failure is not reported', async () => {
  const { world, fault, panel } = failingWorld();
  const { offer } = senderOf(world);
  let times = 0;
  fault.error = new Error('busy');
  fault.at = () => times++ === 0;
  await settled(offer(chunk(0)), 30);
  expect(textsOf(panel.batches)).toEqual(['#0']);
  expect(waitingIn(panel.log)).toEqual([]);
});

test('waiting batches survive the death of the background: the bridge keeps them', async () => {
  const { world, fault, panel } = failingWorld();
  const { offer } = senderOf(world);
  fault.error = new Error('no');
  for (let n = 0; n < 3; n++) offer(chunk(n));
  await settle(20);
  await settled(world.kill(), 20);
  delete fault.error;
  await settle(60);
  expect(textsOf(panel.batches)).toEqual(['#0', '#1', '#2']);
});

test('a document that leaves while nothing can be stored is stored later, its end too', async () => {
  const { world, fault, panel } = failingWorld();
  const { offer, leave } = senderOf(world);
  fault.error = new Error('no');
  await settled(offer(chunk(0)), 10);
  offer(chunk(1));
  await settled(leave(), 10);
  delete fault.error;
  await settle(60);
  expect(textsOf(panel.batches)).toEqual(['#0', '#1', 'gap']);
});

test('nothing is acknowledged if there is no room for a gap either', async () => {
  const { world, fault, pruned, panel } = failingWorld();
  const answers: ToBridge[] = [];
  const { offer } = senderOf(world, answers);
  fault.error = new DOMException('full', 'QuotaExceededError');
  await settled(offer(chunk(0)), 40);
  expect(answers).toEqual([]);
  expect(pruned).toContain(0);
  delete fault.error;
  await settle(60);
  expect(textsOf(panel.batches)).toEqual(['#0']);
});

test('a gap for records without room has their size, and streams still end', async () => {
  const { world, fault, panel } = failingWorld();
  const { offer } = senderOf(world);
  fault.error = new DOMException('full', 'QuotaExceededError');
  fault.at = (batches) => batches.some(({ body }) => body.length > 1000);
  const closed = { kind: 'close', t: 1, stream: 1, how: 'complete' };
  const long = JSON.stringify([{ kind: 'chunk', t: 0, stream: 1, text: 'x'.repeat(5000) }, closed]);
  await settled(offer(long), 20);
  const [gap, ...ends] = recordsOf(panel.batches);
  expect(ends).toEqual([closed]);
  expect(gap).toMatchObject({ kind: 'gap', reason: 'not-stored', bytes: long.length });
});

test('the background holds a limited number of batches; the rest stays with the bridges', async () => {
  const { world, fault, panel } = failingWorld();
  fault.error = new Error('no');
  const body = JSON.stringify([{ kind: 'chunk', t: 0, stream: 1, text: 'x'.repeat(1_000_000) }]);
  const senders = Array.from({ length: Math.ceil(STORE_BACKLOG_MAX / 8e6) + 3 }, (_, at) =>
    createSender({
      doc: `d${at}`,
      connect: () => world.connectBridge(1),
      after: (_ms, work) => setTimeout(work, 5),
      now: () => 0,
    }),
  );
  for (const { offer } of senders) for (let n = 0; n < 8; n++) offer(body);
  await settle(20);
  delete fault.error;
  await expect.poll(() => panel.batches.length, { timeout: 20_000 }).toBe(senders.length * 8);
  for (const at of senders.keys())
    expect(panel.batches.filter(({ doc }) => doc === `d${at}`).map(({ n }) => n)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ]);
});
