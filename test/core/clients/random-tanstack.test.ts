import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/core/json/json';
import { sampleSize } from '../../support/sample-size';
import { silently } from '../../support/silently';
import { createRandom } from '../model/random';
import { randomStream } from '../model/random-stream';
import { damagedForTanstack } from './mutate-tanstack';
import { predict, runProcessor } from './tanstack';

const STREAMS = sampleSize(100_000, 'LENS_STREAMS', 400);
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

function streamOf(seed: number): JsonObject[] {
  const random = createRandom(seed * 104_729);
  const events = randomStream(seed, 5 + random.below(random.chance(0.1) ? 60 : 22));
  return seed % 6 === 0 ? events : damagedForTanstack(events, random);
}

function difference(events: readonly JsonObject[]): number {
  const ours = predict(events);
  const theirs = runProcessor(events);
  return theirs.findIndex((messages, seq) => JSON.stringify(messages) !== JSON.stringify(ours[seq]));
}

function shrunk(events: readonly JsonObject[]): readonly JsonObject[] {
  let smallest = events.slice(0, difference(events) + 1);
  for (let at = smallest.length - 1; at >= 0; at--) {
    const candidate = smallest.filter((_, index) => index !== at);
    if (difference(candidate) >= 0) smallest = candidate;
  }
  return smallest;
}

test('random streams give the messages of the client at every event', async () => {
  let events = 0;
  // The package warns of what is damaged here on purpose.
  await silently(() => {
    for (let seed = FIRST; seed < FIRST + STREAMS; seed++) {
      const stream = streamOf(seed);
      events += stream.length;
      if (difference(stream) < 0) continue;
      const small = shrunk(stream);
      const seq = difference(small);
      expect(predict(small)[seq], `seed ${seed}, event ${seq} of ${JSON.stringify(small)}`).toEqual(
        runProcessor(small)[seq],
      );
    }
  });
  process.stderr.write(`TanStack AI: seeds ${FIRST} to ${FIRST + STREAMS - 1}, ${events} events\n`);
});
