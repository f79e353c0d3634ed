// The panel's time and turns.
import type { Scheduler } from '@/lib/session/session';

/** Frames are at least this far apart, milliseconds: repainting a tail more often shows nothing more. */
const FRAME_MS = 60;

const turns = new MessageChannel();
const waiting: Array<() => void> = [];
turns.port1.onmessage = () => waiting.shift()?.();

/** A panel that is not painted is brought up to date this often, milliseconds. */
const HIDDEN_MS = 1_000;

let lastFrame = 0;

/** The clock and the turns of a page. */
export const scheduler: Scheduler = {
  now: () => performance.now(),
  // A message is a turn of its own without the four milliseconds that nested timeouts wait.
  soon(run) {
    waiting.push(run);
    turns.port2.postMessage(undefined);
  },
  frame(run) {
    const wait = Math.max(lastFrame + FRAME_MS - performance.now(), 0);
    setTimeout(() => {
      let ran = false;
      const once = () => {
        if (ran) return;
        ran = true;
        lastFrame = performance.now();
        run();
      };
      requestAnimationFrame(once);
      // A hidden panel gets no frames; once a second is enough for it.
      setTimeout(once, HIDDEN_MS);
    }, wait);
  },
};
