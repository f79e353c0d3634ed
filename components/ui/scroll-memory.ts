// The last known scroll position of a box, to distinguish scrolling by its user from a change of its content.
import { useRef } from 'preact/hooks';

interface Scrolling {
  /** Pixels. */
  readonly top: number;
  /** The largest `top`. */
  readonly end: number;
  readonly hasMoved: boolean;
  /** Moved up by its user. */
  readonly isUp: boolean;
  /** Moved by the browser: the box has another height, or its content has become shorter. */
  readonly isClamped: boolean;
}

/** Returns a function that looks at the box, also before its scroll event, which comes a frame after the scroll. */
export function useScrollMemory(): (box: HTMLElement) => Scrolling {
  const last = useRef<{ top: number; end: number; height?: number }>({ top: 0, end: 0 });
  return (box) => {
    const before = last.current;
    const top = box.scrollTop;
    const height = box.clientHeight;
    const end = box.scrollHeight - height;
    last.current = { top, end, height };
    const moved = top - before.top;
    // A box may grow and shrink before it is looked at: its position is then that of a height in between.
    const isResized = before.height !== undefined && before.height !== height;
    return {
      top,
      end,
      hasMoved: Math.abs(moved) >= 1,
      isUp: moved <= -1 && end >= before.end && !isResized,
      isClamped: isResized || (end < before.end && top > end - 1),
    };
  };
}
