// The background's side: what it takes from a bridge, how much at a time, and how much of it stays.
import { expect, test } from 'vitest';
import { parseFromBridge } from '@/lib/background/relay/receiver';
import { createMemoryStore } from '@/lib/background/storage/memory-store';
import { NUMBER_MAX } from '@/lib/messages/background-batch';
import { PAYLOAD_MAX, RECENT_MAX } from '@/lib/messages/limits';
import { browser, chunk, documentIn, panelOf, settle, settled } from './fakes';

function bridgeOf(world: ReturnType<typeof browser>, isPrivate = false) {
  return documentIn(world, 'd', { isPrivate }).offer;
}

test('the background takes batches up to its limits, and nothing else', () => {
  const good = { kind: 'batch', doc: 'd'.repeat(64), n: 0, body: '[]' };
  expect(parseFromBridge(good)).toEqual(good);
  const edges = [
    { ...good, n: NUMBER_MAX - 1 },
    { ...good, body: 'x'.repeat(PAYLOAD_MAX + 2) },
  ];
  for (const batch of edges) expect(parseFromBridge(batch)).toBe(batch);
  const none: readonly unknown[] = [
    undefined,
    { ...good, kind: 'hello' },
    { ...good, doc: 'd'.repeat(65) },
    { ...good, doc: 1 },
    { ...good, n: -1 },
    { ...good, n: 0.5 },
    { ...good, n: '0' },
    { ...good, n: NUMBER_MAX },
    { ...good, body: {} },
    { ...good, body: 'x'.repeat(PAYLOAD_MAX + 3) },
  ];
  for (const message of none) expect(parseFromBridge(message)).toBeUndefined();
});

test('one transaction stores all short batches, but only a few long ones', async () => {
  const disk = createMemoryStore(1e9);
  const sizes: number[] = [];
  const world = browser({
    disk: {
      ...disk,
      append(batches) {
        sizes.push(batches.length);
        return disk.append(batches);
      },
    },
  });
  const offer = bridgeOf(world);
  for (let n = 0; n < 200; n++) offer(chunk(n));
  await settle(30);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(200);
  expect(Math.max(...sizes)).toBe(64);
  sizes.length = 0;
  const long = JSON.stringify([{ kind: 'chunk', t: 0, stream: 1, text: 'x'.repeat(1_000_000) }]);
  for (let n = 0; n < 12; n++) offer(long);
  await settle(30);
  expect(Math.max(...sizes)).toBe(5);
});

test.each([false, true])(
  'Recent stays within its limits when one tab is cleared many times; private: %s',
  async (isPrivate) => {
    const memory = createMemoryStore(1e9);
    const world = browser({ memory: () => memory });
    const panel = panelOf(world, 1);
    const offer = bridgeOf(world, isPrivate);
    const store = isPrivate ? memory : world.disk;
    for (let n = 0; n < 25; n++) {
      await settled(offer(chunk(n)), 4);
      await settled(panel.send({ kind: 'clear', tab: 1 }), 4);
    }
    await settled(offer(chunk(25)));
    expect(await store.sessions()).toHaveLength(RECENT_MAX + 1);
  },
);
