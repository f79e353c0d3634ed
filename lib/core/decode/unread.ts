// Text of a body that stands in no frame, collected until the next frame or the end: an error page is one passage, however
// many blank lines it has.
import type { Frame } from '@/lib/core/decode/types';

/** Maximum kept length of a passage, in UTF-16 units. */
const KEPT_MAX = 2000;

/** The passage that is being collected. */
interface UnreadText {
  add(line: string): void;
  /** The passage as a frame, and begins the next; empty if there is none. */
  take(): readonly Frame[];
}

/** Collects lines. */
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
