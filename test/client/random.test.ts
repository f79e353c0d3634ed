// Whatever the stream: the predicted client equals the installed one in messages, state, interrupts, warnings and the
// point where it stops, with its text. LENS_STREAMS sets how many streams, LENS_SEED the first seed.
import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '@/lib/agui/json';
import { CLIENT_0_0, CLIENT_1_0, type Profile } from '@/lib/client/profile';
import { createRandom } from '../model/random';
import { randomStream } from '../model/random-stream';
import { runClient00 } from './client-0.0';
import { runClient10 } from './client-1.0';
import { type ClientStep, firstDifference, shrink } from './differential';
import { mutate } from './mutate';

const STREAMS = Number(process.env['LENS_STREAMS'] ?? 6000);
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

function streamOf(seed: number): JsonObject[] {
  const random = createRandom(seed * 7919);
  const events = randomStream(seed, 8 + random.below(40));
  return seed % 5 === 0 ? events : mutate(events, random);
}

/** What 1.0 brought is left out, mostly: else 0.0.59 would stop at once. */
function oldFashioned(events: readonly JsonObject[], seed: number): JsonObject[] {
  if (seed % 7 === 0) return [...events];
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

async function compare(
  run: (events: readonly JsonObject[]) => Promise<ClientStep[]>,
  profile: Profile,
): Promise<void> {
  let stopped = 0;
  let events = 0;
  const start = process.cpuUsage();
  for (let seed = FIRST; seed < FIRST + STREAMS; seed++) {
    const stream = profile.isLenient ? streamOf(seed) : oldFashioned(streamOf(seed), seed);
    const steps = await run(stream);
    events += steps.length;
    if (steps.at(-1)?.error !== undefined) stopped++;
    if (firstDifference(stream, steps, profile) === undefined) continue;
    const small = await shrink(stream, async (candidate) => {
      return firstDifference(candidate, await run(candidate), profile) !== undefined;
    });
    const difference = firstDifference(small, await run(small), profile);
    expect(difference?.ours, `seed ${seed}, event ${difference?.seq} of ${JSON.stringify(small)}`).toEqual(
      difference?.theirs,
    );
  }
  const { user, system } = process.cpuUsage(start);
  const seconds = (user + system) / 1e6;
  process.stderr.write(
    `${profile.id}: seeds ${FIRST} to ${FIRST + STREAMS - 1}, ${events} events, ${stopped} streams stopped, ${(STREAMS / seconds).toFixed(0)} streams per second of CPU\n`,
  );
  expect(stopped).toBeGreaterThan(STREAMS * 0.2);
  expect(stopped).toBeLessThan(STREAMS * 0.9);
}

test('client 1.0', () => compare(runClient10, CLIENT_1_0), 600_000);

test('client 0.0.59', () => compare(runClient00, CLIENT_0_0), 600_000);
