// The pointer on the overview: hover line, click to an event, drag to select, wheel to zoom and pan.
import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import type { Timeline } from '@/lib/core/metrics/timeline';
import type { Session } from '@/lib/panel/session';
import type { TipPlace } from './tip';
import type { Part, PartState } from './visible-range';

/** Shorter drags are clicks, pixels. */
const CLICK = 4;

export interface PointerState {
  readonly drag: ReadonlySignal<Part | undefined>;
  /** Position of the pointer; undefined outside and while dragging. */
  readonly place: ReadonlySignal<TipPlace | undefined>;
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerLeave(): void;
  onWheel(event: WheelEvent): void;
}

function follow(
  { currentTarget, pointerId }: PointerEvent,
  handlers: { move(clientX: number): void; end(isDone: boolean): void },
): void {
  if (!(currentTarget instanceof HTMLElement)) return;
  const element = currentTarget;
  element.setPointerCapture(pointerId);
  const end = (isDone: boolean) => () => {
    element.removeEventListener('pointermove', move);
    element.onpointerup = null;
    element.onpointercancel = null;
    handlers.end(isDone);
  };
  const move = ({ clientX }: PointerEvent) => handlers.move(clientX);
  element.addEventListener('pointermove', move);
  element.onpointerup = end(true);
  element.onpointercancel = end(false);
}

export function usePointer(
  { cursor, choices }: Session,
  timeline: Timeline,
  { part, canvas }: { readonly part: PartState; readonly canvas: RefObject<HTMLElement | null> },
): PointerState {
  const drag = useSignal<Part | undefined>(undefined);
  const place = useSignal<TipPlace | undefined>(undefined);
  const msAt = (clientX: number) => {
    const rect = canvas.current?.getBoundingClientRect();
    const share = rect === undefined ? 0 : (clientX - rect.left) / Math.max(rect.width, 1);
    return part.fromMs + Math.min(Math.max(share, 0), 1) * (part.toMs - part.fromMs);
  };
  return {
    drag,
    place,
    onPointerDown(event) {
      if (event.button !== 0) return;
      const startX = event.clientX;
      const start = msAt(startX);
      follow(event, {
        move(clientX) {
          if (Math.abs(clientX - startX) < CLICK && drag.value === undefined) return;
          const here = msAt(clientX);
          drag.value = { fromMs: Math.min(start, here), toMs: Math.max(start, here) };
        },
        end(isDone) {
          const chosen = drag.value;
          drag.value = undefined;
          if (!isDone) return;
          if (chosen === undefined) cursor.goTo(timeline.seqAt(start));
          else part.show(chosen);
        },
      });
    },
    onPointerMove({ clientX, clientY }) {
      const ms = msAt(clientX);
      choices.hovered.value = timeline.length === 0 ? undefined : timeline.seqAt(ms);
      const rect = canvas.current?.getBoundingClientRect();
      place.value =
        rect === undefined || drag.peek() !== undefined
          ? undefined
          : {
              ms,
              x: clientX - rect.left,
              y: clientY - rect.top,
              pixelMs: (part.toMs - part.fromMs) / Math.max(rect.width, 1),
            };
    },
    onPointerLeave() {
      choices.hovered.value = undefined;
      place.value = undefined;
    },
    onWheel(event) {
      event.preventDefault();
      const { deltaX, deltaY, shiftKey, clientX } = event;
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) part.pan(Math.sign(deltaX || deltaY));
      else part.zoom(deltaY > 0 ? -1 : 1, msAt(clientX));
    },
  };
}
