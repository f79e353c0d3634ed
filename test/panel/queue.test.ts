import { expect, test } from 'vitest';
import { createQueue } from '@/lib/panel/queue';
import type { Session } from '@/lib/panel/session';
import { collectGarbage } from '../support/memory';
import { batchOf, sampleRun, startSession } from '../support/sessions';

/** Gives a session the only reference to a batch, and reads it. */
function readOne(session: Session, turns: { run(): void }): WeakRef<object> {
  const batch = batchOf(sampleRun());
  session.reading.append([batch]);
  expect(session.reading.waiting()).toEqual([batch]);
  turns.run();
  return new WeakRef(batch);
}

test('a queue releases a batch once it is read', () => {
  const queue = createQueue();
  const batches = [batchOf(sampleRun('r1'), 0), batchOf(sampleRun('r2'), 1)];
  queue.add(batches);
  expect([queue.isEmpty, queue.read, queue.waiting().length]).toEqual([false, 0, 2]);
  while (queue.read === 0) expect(queue.next()?.doc).toBe('d0');
  expect(queue.waiting()).toEqual([batches[1]]);
  expect(queue.share).toBe(0.5);
  while (queue.next() !== undefined);
  expect([queue.isEmpty, queue.read, queue.waiting().length]).toEqual([true, 2, 0]);
});

test('a session releases the batches that it has read, so that their text is in memory once', async () => {
  const { turns, session } = startSession();
  const batch = readOne(session, turns);
  expect(session.log.length).toBe(13);
  expect(session.reading.waiting()).toEqual([]);
  // The target of a WeakRef is not collected before the end of the turn that made it.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(batch.deref()).toBeUndefined();
  // It was handed on, not kept: without a source there is nothing to read again.
  expect(await session.reading.again()).toEqual({
    gone: 'The captured data of this session is no longer stored.',
  });
});
