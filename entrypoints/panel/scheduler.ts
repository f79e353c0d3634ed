// The panel's time and turns.
import type { Scheduler } from '@/lib/panel/scheduler';
import { HIDDEN, SHOWN } from './visibility';

/** Frames are at least this far apart, milliseconds: repainting a tail more often shows nothing more. */
const FRAME_MS = 60;

const turns = new MessageChannel();
const waiting: Array<() => void> = [];
turns.port1.onmessage = () => waiting.shift()?.();

let lastFrame = 0;
// DevTools notify their page, and that page notifies the panel, when another panel is in front.
let isBehind = false;
addEventListener(HIDDEN, () => {
  isBehind = true;
});
addEventListener(SHOWN, () => {
  isBehind = false;
});

export const scheduler: Scheduler = {
  now: () => performance.now(),
  // A message is a turn of its own without the four milliseconds that nested timeouts wait.
  soon(run) {
    waiting.push(run);
    turns.port2.postMessage(undefined);
  },
  isHidden: () => isBehind || document.hidden,
  nextPaint(run) {
    const wait = Math.max(lastFrame + FRAME_MS - performance.now(), 0);
    // A hidden panel gets no frames until it is seen again.
    setTimeout(() => {
      requestAnimationFrame(() => {
        lastFrame = performance.now();
        run();
      });
    }, wait);
  },
};
