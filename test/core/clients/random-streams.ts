import { expect } from 'vitest';
import type { Profile } from '@/lib/core/consumers/profile';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { sampleSize } from '../../support/sample-size';
import { createRandom } from '../model/random';
import { randomStream } from '../model/random-stream';
import { runClient00 } from './client-0.0';
import { runClient10 } from './client-1.0';
import { firstDifference, shrink } from './differential';
import { mutate } from './mutate';

const STREAMS = sampleSize(50_000, 'LENS_STREAMS', 100);
const FIRST = Number(process.env['LENS_SEED'] ?? 1);
// Of a few streams any share may stop.
const ENOUGH = 1000;

// Most are short: what happens in them is so varied that it is the number that counts.
function streamOf(seed: number): JsonObject[] {
  const random = createRandom(seed * 7919);
  const events = randomStream(seed, 5 + random.below(random.chance(0.15) ? 60 : 22));
  return seed % 5 === 0 ? events : mutate(events, random);
}

function oldFashioned(events: readonly JsonObject[], seed: number): readonly JsonObject[] {
  if (seed % 7 === 0) return events;
  return events.map((event) => {
    const { outcome, ...rest } = event;
    const kind = isJsonObject(outcome) ? outcome['type'] : undefined;
    if (kind === 'cancelled' || (kind === 'success' && event['type'] === 'RUN_FINISHED')) return rest;
    if (event['type'] === 'TOOL_CALL_RESULT' && Array.isArray(event['content']))
      return { ...event, content: 'ok' };
    if (!isJsonObject(event['input'])) return event;
    return { ...event, input: { tools: [], context: [], ...event['input'] } };
  });
}

async function compareStream(stream: readonly JsonObject[], seed: number, profile: Profile) {
  const run = profile.isLenient ? runClient10 : runClient00;
  const steps = await run(stream);
  const isStopped = steps.at(-1)?.error !== undefined;
  if (firstDifference(stream, steps, profile) === undefined) return { events: steps.length, isStopped };
  const small = await shrink(stream, async (candidate) => {
    return firstDifference(candidate, await run(candidate), profile) !== undefined;
  });
  const difference = firstDifference(small, await run(small), profile);
  const what = `seed ${seed}, event ${difference?.seq} of ${JSON.stringify(small)}`;
  expect(difference?.ours, what).toEqual(difference?.theirs);
  throw new Error(`Only the order of keys differs: ${what}`);
}

/** Compares the streams of every second seed. */
export async function compareSeeds(profile: Profile, parity: 'odd' | 'even'): Promise<void> {
  const start = process.cpuUsage();
  const { stackTraceLimit } = Error;
  // Thousands of patches fail, and their stacks are unused.
  Error.stackTraceLimit = 0;
  let [streams, events, stopped] = [0, 0, 0];
  for (let seed = FIRST; seed < FIRST + STREAMS; seed++) {
    if ((seed % 2 === 0) !== (parity === 'even')) continue;
    const stream = profile.isLenient ? streamOf(seed) : oldFashioned(streamOf(seed), seed);
    const result = await compareStream(stream, seed, profile);
    streams++;
    events += result.events;
    if (result.isStopped) stopped++;
  }
  Error.stackTraceLimit = stackTraceLimit;
  const { user, system } = process.cpuUsage(start);
  const rate = (streams * 1e6) / (user + system);
  process.stderr.write(
    `${profile.id}: ${parity} seeds of ${FIRST} to ${FIRST + STREAMS - 1}, ${streams} streams, ${events} events, ${stopped} streams stopped, ${rate.toFixed(0)} streams per second of CPU\n`,
  );
  if (streams < ENOUGH) return;
  expect(stopped).toBeGreaterThan(streams * 0.2);
  expect(stopped).toBeLessThan(streams * 0.9);
}
