// Text that is collected until a frame is complete, with a limit: an endless frame must not fill the memory.

import type { Problem } from '@/lib/decode/types';
import { PAYLOAD_MAX } from '@/lib/wire/limits';

/** The longest frame that is kept whole, UTF-16 units or bytes. */
export const FRAME_MAX = PAYLOAD_MAX;

/** The problem of a frame that is over the limit. */
export const TOO_LONG: Problem = {
  code: 'framing',
  message: `A frame is longer than ${FRAME_MAX / (1024 * 1024)} MiB; the rest of it is left out.`,
};

/** The problem of a frame that the end of the stream cut. */
export const CUT: Problem = {
  code: 'framing',
  message: 'The stream ended in the middle of this frame.',
};

/** Parts of a frame that has not ended yet. */
export interface Pending {
  add(part: string): void;
  /** The collected text and whether some of it was left out; empties the collection. */
  take(): { readonly text: string; readonly isCut: boolean };
  readonly length: number;
}

/** Collects parts up to FRAME_MAX. */
export function createPending(): Pending {
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
