// Collects text up to a limit, so that a stream cannot exhaust memory: a frame until it is complete, and text outside
// of frames.
import type { Frame, Problem } from '@/lib/core/decode/types';
import { PAYLOAD_MAX } from '@/lib/messages/limits';

/** The longest frame kept whole, in UTF-16 units or bytes. */
export const FRAME_MAX = PAYLOAD_MAX;

export const TOO_LONG: Problem = {
  code: 'framing',
  message: `This frame is longer than ${FRAME_MAX / (1024 * 1024)} MiB; the rest was cut off.`,
  isOurs: true,
};

export const CUT: Problem = {
  code: 'framing',
  message: 'The stream ended in the middle of this frame.',
};

interface PendingBytes {
  add(part: string): void;
  /** Returns the collected text, reports if it was cut, and resets. */
  take(): { readonly text: string; readonly isCut: boolean };
  readonly length: number;
}

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
      const whole = { text: parts.join(''), isCut };
      parts = [];
      length = 0;
      isCut = false;
      return whole;
    },
    get length() {
      return length;
    },
  };
}

/** Maximum kept length of a passage, in UTF-16 units. */
const KEPT_MAX = 2000;

interface UnreadText {
  add(line: string): void;
  /** Returns the passage as a frame and starts the next; empty if there is none. */
  take(): readonly Frame[];
}

/**
 * Collects lines outside of frames until the next frame or the end. An error page is one passage, blank lines
 * included.
 */
export function createUnread(): UnreadText {
  let kept = '';
  let units = 0;
  let lines = 0;
  return {
    add(line) {
      if (kept.length < KEPT_MAX) kept = `${kept}${lines === 0 ? '' : '\n'}${line}`.slice(0, KEPT_MAX);
      units += line.length + (lines === 0 ? 0 : 1);
      lines++;
    },
    take() {
      if (lines === 0) return [];
      const frame: Frame = { raw: kept, binary: false, data: '', unread: { units, lines } };
      kept = '';
      units = 0;
      lines = 0;
      return [frame];
    },
  };
}
