// What every decoder must keep: it never throws, answers the same frame the same way, and wins on its own frames.
import { expect, test } from 'vitest';
import type { JsonObject } from '@/lib/agui/json';
import { decoders } from '@/lib/decode/decoders';
import { jsonFrame } from '@/lib/decode/json-body';
import type { Decoder } from '@/lib/decode/types';
import { createRandom } from '../model/random';
import { randomJson } from '../model/random-stream';

/** One frame of a dialect and the event in it. */
export interface Sample {
  readonly frame: unknown;
  /** Undefined where the frame belongs to the transport. */
  readonly event?: JsonObject;
}

function winner(frame: unknown): string | undefined {
  return [...decoders].sort((a: Decoder, b: Decoder) => b.confidence([frame]) - a.confidence([frame]))[0]
    ?.dialect;
}

/** The suite. */
export function decoderContract(decoder: Decoder, samples: readonly Sample[]): void {
  test('reads its own frames and wins on them', () => {
    const decode = decoder.create();
    for (const { frame, event } of samples) {
      const decoded = decode(jsonFrame(JSON.stringify(frame)));
      expect(decoded.event).toEqual(event);
      expect(decoded.problems).toEqual([]);
      expect(decoded.isControl === true).toBe(event === undefined);
      expect(winner(frame)).toBe(decoder.dialect);
    }
  });

  test('never throws and always answers the same', () => {
    const decode = decoder.create();
    for (let seed = 0; seed < 3000; seed++) {
      const text = JSON.stringify(randomJson(createRandom(seed)));
      const frame = jsonFrame(seed % 3 === 0 ? text.slice(0, seed % 17) : text);
      expect(decode(frame)).toEqual(decode(frame));
      expect(decoder.confidence([frame, undefined, null, text])).toBeLessThanOrEqual(1);
    }
  });
}
