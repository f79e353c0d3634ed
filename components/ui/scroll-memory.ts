// The last known scroll position of a box, to distinguish scrolling by its user from a change of its content.
import { useRef } from 'preact/hooks';

interface Scrolling {
  /** Pixels. */
  readonly top: number;
  /** The largest `top`. */
  readonly end: number;
  readonly hasMoved: boolean;
  /** Moved up, and not because the content became shorter. */
  readonly isUp: boolean;
  /** Moved by the browser: the box has grown, or its content has become shorter. */
  readonly isClamped: boolean;
}

/** Returns a function that looks at the box, also before its scroll event, which comes a frame after the scroll. */
export function useScrollMemory(): (box: HTMLElement) => Scrolling {
  const last = useRef({ top: 0, end: 0 });
  return (box) => {
    const before = last.current;
    const top = box.scrollTop;
    const end = box.scrollHeight - box.clientHeight;
    last.current = { top, end };
    const moved = top - before.top;
    return {
      top,
      end,
      hasMoved: Math.abs(moved) >= 1,
      isUp: moved <= -1 && end >= before.end,
      isClamped: end < before.end && top > end - 1,
    };
  };
}
