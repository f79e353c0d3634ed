// The rows of a long table: only those in view are in the document, between two that take the place of the others.
// Knows no domain.
import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useSize } from './use-size';

const OVERSCAN = 10;

interface VirtualRowsProps {
  /** The element that scrolls. */
  readonly box: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Pixels. */
  readonly rowHeight: number;
  /** Height of the head, which stays in view, pixels. */
  readonly headHeight: number;
  /** Brought into view when it changes. */
  readonly reveal: number | undefined;
  row(index: number): ComponentChildren;
}

export function VirtualRows({ box, count, rowHeight, headHeight, reveal, row }: VirtualRowsProps) {
  const top = useSignal(0);
  const height = useSignal(400);
  useSize(box, ({ clientHeight }) => {
    height.value = clientHeight;
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const onScroll = () => {
      top.value = element.scrollTop;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || reveal === undefined || reveal < 0) return;
    const above = reveal * rowHeight;
    const room = height.value - headHeight - rowHeight;
    if (above < element.scrollTop) element.scrollTop = above;
    else if (above > element.scrollTop + room) element.scrollTop = above - room;
    top.value = element.scrollTop;
  }, [reveal, height.value]);
  const size = Math.ceil(height.value / rowHeight) + 2 * OVERSCAN;
  const first = Math.max(0, Math.min(Math.floor(top.value / rowHeight) - OVERSCAN, count - size));
  const last = Math.min(first + size, count);
  return (
    <>
      {first > 0 && <Others height={first * rowHeight} />}
      {Array.from({ length: last - first }, (_none, at) => row(first + at))}
      {last < count && <Others height={(count - last) * rowHeight} />}
    </>
  );
}

function Others({ height }: { height: number }) {
  return <tr style={{ height: `${height}px` }} />;
}
