// Clock and turns of the panel.
import type { Scheduler } from '@/lib/panel/scheduler';
import { HIDDEN, SHOWN } from './visibility';

/** Minimum time between two frames, milliseconds. More frequent repaints of the list's end show nothing more. */
const FRAME_MS = 60;

const turns = new MessageChannel();
const waiting: Array<() => void> = [];
turns.port1.onmessage = () => waiting.shift()?.();

let lastFrame = 0;
// True while another panel is in front. The browser notifies the DevTools page, which notifies the panel.
let isBehind = false;
addEventListener(HIDDEN, () => {
  isBehind = true;
});
addEventListener(SHOWN, () => {
  isBehind = false;
});

export const scheduler: Scheduler = {
  now: () => performance.now(),
  // A message starts a new task without the 4 ms delay of nested timeouts.
  soon(run) {
    waiting.push(run);
    turns.port2.postMessage(undefined);
  },
  isHidden: () => isBehind || document.hidden,
  nextPaint(run) {
    const wait = Math.max(lastFrame + FRAME_MS - performance.now(), 0);
    // A hidden panel gets no animation frames.
    setTimeout(() => {
      requestAnimationFrame(() => {
        lastFrame = performance.now();
        run();
      });
    }, wait);
  },
};
