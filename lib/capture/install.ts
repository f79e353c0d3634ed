// Puts everything of the page script together: taps, batches, and the end of the document.
import type { NavigationRecord } from '../wire/records';
import { createBatcher } from './batcher';
import { createEmit } from './emit';
import { getterOf, listen, uncurry } from './natives';
import { maskToString } from './patch';
import type { PageWindow, Undo } from './tap';
import { taps } from './taps';

/** Installs every tap into a page; `post` answers false once nobody will ever want another batch. */
export function installCapture(page: PageWindow, post: (body: string) => boolean): Undo {
  const setTimer = uncurry<unknown, [() => void, number], unknown>(page.setTimeout as never);
  const clock = page.performance;
  const readClock = uncurry<Performance, [], number>(clock.now);
  const now = (): number => readClock(clock);
  const persisted = getterOf<Event, boolean>(page.PageTransitionEvent.prototype, 'persisted');
  const isTop = page === page.top;
  const navigation = (): NavigationRecord => ({
    kind: 'navigation',
    t: Math.round(now() * 100) / 100,
    url: page.location.href.slice(0, 8192),
    timeOrigin: clock.timeOrigin,
    top: isTop,
  });

  const undos: Undo[] = [];
  const undo = (): void => {
    for (let at = undos.length - 1; at >= 0; at--) undos[at]?.();
    undos.length = 0;
  };
  const after = (ms: number, work: () => void): void => {
    setTimer(page, work, ms);
  };
  const batcher = createBatcher({
    post: (body) => {
      if (!post(body)) undo();
    },
    after,
    first: navigation,
  });
  const emit = createEmit({ now, write: batcher.write, after });
  undos.push(maskToString(page));
  for (const tap of taps) undos.push(tap.install(page, emit));

  // Blank documents and frames are told of only once they open a stream: most never do.
  if (isTop && page.location.protocol !== 'about:') batcher.write(navigation());
  listen(page, 'pagehide', () => {
    emit.gone();
    batcher.flush();
  });
  listen(page, 'pageshow', (event) => {
    if (isTop && persisted(event)) batcher.write(navigation());
  });
  return undo;
}
