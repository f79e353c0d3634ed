// Last scroll position of a box: distinguishes scrolling by the user from changes of the content.
import { useRef } from 'preact/hooks';

interface Scrolling {
  /** Pixels. */
  readonly top: number;
  /** The largest `top`. */
  readonly end: number;
  readonly hasMoved: boolean;
  /** True if the user scrolled up. */
  readonly isUp: boolean;
  /** True if the browser moved it: the box has another height, or less content. */
  readonly isClamped: boolean;
}

/** Returns a function that reads the box, even before its scroll event, which comes a frame after the scroll. */
export function useScrollMemory(): (box: HTMLElement) => Scrolling {
  const last = useRef<{ top: number; end: number; height?: number }>({ top: 0, end: 0 });
  return (box) => {
    const before = last.current;
    const top = box.scrollTop;
    const height = box.clientHeight;
    const end = box.scrollHeight - height;
    last.current = { top, end, height };
    const moved = top - before.top;
    // The position may belong to an intermediate height: a box can grow and shrink between two reads.
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
