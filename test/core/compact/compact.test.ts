// stock: equal to the stock client's compactEvents on random streams and on random nonsense. safe: a replay of the
// result equals a replay of the original, in our model and in the stock client.
import { compactEvents } from '@ag-ui/client';
import type { BaseEvent } from '@ag-ui/core';
import { describe, expect, test } from 'vitest';
import { firstDifference, replay } from '@/lib/core/compact/replay';
import { compactSafe } from '@/lib/core/compact/safe';
import { compactStock } from '@/lib/core/compact/stock';
import type { JsonObject } from '@/lib/core/json/json';
import { sampleSize } from '../../support/sample-size';
import { silently } from '../../support/silently';
import { runClient10 } from '../clients/client-1.0';
import { createRandom, type Random } from '../model/random';
import { randomJson, randomPatch, randomStream } from '../model/random-stream';

const SEEDS = sampleSize(400, 'LENS_SEEDS');
const FIRST = Number(process.env['LENS_SEED'] ?? 1);

const TYPES = [
  ...['TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END', 'TOOL_CALL_START', 'TOOL_CALL_ARGS'],
  ...['TOOL_CALL_END', 'STATE_SNAPSHOT', 'STATE_DELTA', 'RUN_STARTED', 'RUN_FINISHED', 'RUN_ERROR'],
  ...['CUSTOM', 'MESSAGES_SNAPSHOT', 'TEXT_MESSAGE_CHUNK', 'NONSENSE'],
];

/** Events in any order, with ids from a small set and fields that may be missing. */
function nonsense(random: Random): JsonObject[] {
  return Array.from({ length: random.below(40) }, () => {
    const event: Record<string, unknown> = { type: random.pick(TYPES) };
    if (random.chance(0.95)) event['messageId'] = random.pick(['a', 'b', 'c']);
    if (random.chance(0.95)) event['toolCallId'] = random.pick(['a', 'b', 'c']);
    if (random.chance(0.9))
      event['delta'] = random.pick(['x', '', 1, null, randomPatch(random), randomPatch(random)]);
    if (random.chance(0.9)) event['snapshot'] = randomJson(random);
    if (random.chance(0.3)) event['metadata'] = { [random.pick(['k', 'l', 'm'])]: random.below(9) };
    if (random.chance(0.2)) event['name'] = random.pick(['n', 'o']);
    return event as JsonObject;
  });
}

async function expectStock(events: JsonObject[], label: string): Promise<void> {
  const theirs = await silently(() => compactEvents(structuredClone(events) as unknown as BaseEvent[]));
  expect(JSON.stringify(compactStock(events)), label).toBe(JSON.stringify(theirs));
}

describe('compact', () => {
  test(`stock equals compactEvents on random streams, seeds from ${FIRST}`, async () => {
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++)
      await expectStock(randomStream(seed), `seed ${seed}`);
  });

  test(`stock equals compactEvents on nonsense, seeds from ${FIRST}`, async () => {
    for (let seed = FIRST; seed < FIRST + SEEDS * 3; seed++) {
      await expectStock(nonsense(createRandom(seed)), `seed ${seed}`);
    }
  });

  test('stock throws where compactEvents throws', () => {
    const broken = [null] as unknown as JsonObject[];
    expect(() => compactEvents(broken as unknown as BaseEvent[])).toThrow();
    expect(() => compactStock(broken)).toThrow();
  });

  test(`safe: a replay gives the same, seeds from ${FIRST}`, () => {
    let shorter = 0;
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
      const events = randomStream(seed);
      const before = JSON.stringify(events);
      const compacted = compactSafe(events);
      if ('refused' in compacted) throw new Error(`seed ${seed}: ${compacted.refused}`);
      expect(JSON.stringify(events), `seed ${seed}: the input changed`).toBe(before);
      expect(firstDifference(replay(events), replay(compacted.events)), `seed ${seed}`).toBeUndefined();
      if (compacted.events.length < events.length) shorter++;
    }
    expect(shorter).toBeGreaterThan(SEEDS / 2);
  });

  test('safe: the stock client takes the result and ends with the same', async () => {
    for (let seed = FIRST; seed < FIRST + Math.min(SEEDS, 150); seed++) {
      const events = randomStream(seed);
      const original = (await runClient10(events)).at(-1);
      if (original === undefined || original.error !== undefined) continue;
      const compacted = compactSafe(events);
      if ('refused' in compacted) throw new Error(`seed ${seed}: ${compacted.refused}`);
      const again = (await runClient10(compacted.events)).at(-1);
      expect(again, `seed ${seed}`).toEqual(original);
    }
  });
});
