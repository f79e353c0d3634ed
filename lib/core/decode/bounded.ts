// Text collected until a frame is complete, with a limit so that an endless frame cannot exhaust memory.

import type { Problem } from '@/lib/core/decode/types';
import { PAYLOAD_MAX } from '@/lib/messages/limits';

/** The longest frame kept whole, in UTF-16 units or bytes. */
export const FRAME_MAX = PAYLOAD_MAX;

/** The problem of a frame over the limit. */
export const TOO_LONG: Problem = {
  code: 'framing',
  message: `This frame is longer than ${FRAME_MAX / (1024 * 1024)} MiB; the rest was cut off.`,
  isOurs: true,
};

/** The problem of a frame cut off by the end of the stream. */
export const CUT: Problem = {
  code: 'framing',
  message: 'The stream ended in the middle of this frame.',
};

/** The parts of an unfinished frame. */
interface PendingBytes {
  add(part: string): void;
  /** Returns the collected text and whether some was cut off, and resets. */
  take(): { readonly text: string; readonly isCut: boolean };
  readonly length: number;
}

/** Collects parts up to FRAME_MAX. */
export function createPending(): PendingBytes {
  let parts: string[] = [];
  let length = 0;
  let isCut = false;
  return {
    add(part) {
      if (part === '') return;
      const room = FRAME_MAX - length;
      if (part.length > room) isCut = true;
      if (room <= 0) return;
      const kept = part.length > room ? part.slice(0, room) : part;
      parts.push(kept);
      length += kept.length;
    },
    take() {
      const taken = { text: parts.length === 1 ? (parts[0] ?? '') : parts.join(''), isCut };
      parts = [];
      length = 0;
      isCut = false;
      return taken;
    },
    get length() {
      return length;
    },
  };
}
