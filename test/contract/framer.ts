// Contract of framers: any split of the input, also inside a character, gives the same frames; the raw text
// gives the same frame again; an endless frame is bounded; nothing throws.
import { expect, test } from 'vitest';
import type { Frame, Framer } from '@/lib/core/decode/types';
import { createRandom } from '../core/model/random';

/** Frames of a body that comes in pieces. */
export function framesOf(framer: Framer, pieces: readonly (string | Uint8Array)[]): Frame[] {
  const reader = framer.create();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
}

function splitAt(bytes: Uint8Array, seed: number): Uint8Array[] {
  const random = createRandom(seed);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(random.chance(0.5) ? 3 : 40);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** The suite. `bodies` are whole bodies of the framing, valid and broken. */
export function framerContract(framer: Framer, bodies: readonly (string | Uint8Array)[]): void {
  const encoded = bodies.map((body) => (typeof body === 'string' ? new TextEncoder().encode(body) : body));

  test('gives the same frames for any split of the input', () => {
    for (const [index, bytes] of encoded.entries()) {
      const whole = framesOf(framer, [bytes]);
      const single = [...bytes].map((byte) => Uint8Array.of(byte));
      expect(framesOf(framer, single), `body ${index}, byte by byte`).toEqual(whole);
      for (let seed = 0; seed < 40; seed++) {
        expect(framesOf(framer, splitAt(bytes, seed)), `body ${index}, seed ${seed}`).toEqual(whole);
      }
    }
  });

  test('gives the same frame again for its raw text', () => {
    for (const bytes of encoded) {
      for (const frame of framesOf(framer, [bytes])) {
        if (frame.problem !== undefined || frame.unread !== undefined) continue;
        const again = framer.reread(frame.raw);
        expect({ data: again.data, binary: again.binary }).toEqual({
          data: frame.data,
          binary: frame.binary,
        });
      }
    }
  });

  test('never throws', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const random = createRandom(seed);
      const alphabet = [
        10, 13, 58, 32, 123, 125, 91, 93, 34, 92, 0, 1, 0xef, 0xbb, 0xbf, 0xf0, 0x9f, 100, 97, 116,
      ];
      const bytes = Uint8Array.from({ length: random.below(60) }, () => random.pick(alphabet));
      framesOf(framer, splitAt(bytes, seed));
    }
  });
}
