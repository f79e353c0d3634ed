// Object.prototype belongs to the page. Whatever it puts there must neither change what is recorded nor be called.
import { expect, test } from 'vitest';
import { PAYLOAD_MAX } from '@/lib/messages/limits';
import { createBatcher } from '@/lib/page/batcher';
import { createEmit } from '@/lib/page/emit';
import { offerChannel, takeChannel } from '@/lib/page/handover';
import { POLLUTED } from '../support/polluted';
import { fakeWindow } from './fakes';

/** Every kind of record, as handed to the bridge; the page's scripts come after ours. */
function handedOver(spoil: () => void = () => undefined): unknown[] {
  const shared = fakeWindow();
  const got: unknown[] = [];
  const post = offerChannel(shared);
  takeChannel(shared, { receive: (...batch) => got.push(batch) > 0 });
  const timers: (() => void)[] = [];
  const after = (_: number, work: () => void) => void timers.push(work);
  const batcher = createBatcher({ post, after, now: () => 1, first: () => undefined });
  const emit = createEmit({
    now: () => 1,
    write: batcher.write,
    after,
    onLeaving: () => () => undefined,
    room: batcher.room,
  });
  spoil();
  const opening = { t: 1, transport: 'fetch', url: 'http://x/', method: 'GET' } as const;
  const [one, two, three] = [emit.open(opening), emit.open(opening, 'unsure'), emit.open(opening)];
  emit.body(one, 'data: {}\n\n');
  emit.body(two, new Uint8Array([255, 254]));
  emit.frame(three, { t: 1, dir: 'in', data: 'x' });
  emit.frame(three, { t: 1, dir: 'out', data: new Uint8Array(3) });
  emit.body(two, 'x'.repeat(PAYLOAD_MAX + 1));
  emit.gap('overflow');
  emit.close(one, 'complete');
  emit.close(two, 'network-error');
  emit.gone();
  for (const timer of timers.splice(0)) timer();
  batcher.flush();
  for (const timer of timers.splice(0)) timer();
  return got;
}

/** Bytes as text, which is compared at once. */
const asTexts = (got: readonly unknown[]): unknown =>
  got.map((batch) =>
    Array.isArray(batch)
      ? batch.map((part) => (part instanceof Uint8Array ? Buffer.from(part).toString('latin1') : part))
      : batch,
  );

const expected = asTexts(handedOver());

test.each(POLLUTED)('a page that gives every object %s changes nothing that is recorded', (name) => {
  const descriptor = Object.getOwnPropertyDescriptor(Object.prototype, name);
  for (const value of [1, 'x', { a: 1 }, () => 'called']) {
    let got: unknown[];
    try {
      got = handedOver(() => {
        Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
      });
    } finally {
      if (descriptor === undefined) Reflect.deleteProperty(Object.prototype, name);
      else Object.defineProperty(Object.prototype, name, descriptor);
    }
    expect(asTexts(got)).toEqual(expected);
  }
});
