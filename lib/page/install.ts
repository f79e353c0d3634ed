// Assembles the page script: taps, batches, and the end of the document.
import { TEXT_MAX } from '../messages/limits';
import type { NavigationRecord } from '../messages/records';
import { createBatcher } from './batcher';
import { after } from './delay';
import { maskToString } from './disguise';
import { createEmit } from './emit';
import { FLUSHED } from './handover';
import { createList, FIRST, forEach, listen, membersOf, push, slice, unlisten } from './natives';
import { createPatcher } from './patch';
import { placeGetters, scrub } from './stacks';
import type { PageWindow, Patcher, Undo } from './tap';
import { taps } from './taps';
import { reportUncaptured } from './unseen';

export function installCapture(page: PageWindow, post: (body: string, bytes?: Uint8Array) => boolean): Undo {
  const clock = page.performance;
  const { now: readClock, timeOrigin } = membersOf(page.Performance);
  const now = (): number => readClock(clock);
  const { persisted } = membersOf(page.PageTransitionEvent);
  const isTop = page === page.top;
  const navigation = (): NavigationRecord => ({
    kind: 'navigation',
    t: emit.now(),
    url: slice(page.location.href, 0, TEXT_MAX),
    timeOrigin: timeOrigin(clock),
    top: isTop,
  });

  const undos = createList<Undo>();
  const undo = (): void => {
    forEach(undos, (each) => each());
    undos.length = 0;
  };
  const batcher = createBatcher({
    post: (body, bytes) => {
      if (!post(body, bytes)) undo();
    },
    after,
    now,
    first: navigation,
  });
  let isGone = false;
  const write: typeof batcher.write = (record, data) => {
    batcher.write(record, data);
    if (isGone) batcher.flush();
  };
  // Listens only while an error is delayed: in Firefox, such a listener keeps pages out of the back/forward cache.
  const onLeaving = (leaves: () => void): (() => void) => {
    const begun = (event: Event): void => {
      if (event.isTrusted) leaves();
    };
    listen(page, 'beforeunload', begun);
    return () => unlisten(page, 'beforeunload', begun);
  };
  const emit = createEmit({ now, write, after, onLeaving, room: batcher.room });
  const patcherOf = (name: string): Patcher => {
    const patcher = createPatcher(name, emit);
    push(undos, patcher.undo);
    return patcher;
  };
  const looks = patcherOf('looks');
  const { prototype } = page.Function;
  looks.method(prototype, 'toString', maskToString(prototype));
  forEach(placeGetters, ({ owner, key, read }) => looks.getter(owner, key, read));
  reportUncaptured(page, emit, patcherOf('unseen'));
  forEach(taps, ({ name, install }) => install(page, emit, patcherOf(name)));

  // Blank documents and frames are reported only once they open a stream, which most never do.
  if (isTop && page.location.protocol !== 'about:') {
    batcher.write(navigation());
    if (page.document.readyState !== 'loading')
      batcher.write({
        kind: 'gap',
        t: emit.now(),
        reason: 'late',
        detail: 'page opened before capture',
      });
  }
  const { reason } = membersOf(page.PromiseRejectionEvent);
  // If the page does not handle a rejection of a platform promise, our stack lines are removed here.
  const rejected = (event: Event): void => {
    scrub(reason(event as PromiseRejectionEvent));
  };
  // A page may dispatch events of these names, too. `isTrusted` cannot be forged.
  const whenTrusted =
    (react: (isPersisted: boolean) => void) =>
    (event: Event): void => {
      if (event.isTrusted) react(persisted(event as PageTransitionEvent));
    };
  const hidden = whenTrusted((isPersisted) => {
    // A page on its way into the back/forward cache still reads for a moment, until it is frozen.
    if (isPersisted) emit.leave();
    else emit.gone();
    batcher.flush();
    post(FLUSHED);
    // The document may end before the timer of a batch.
    isGone = true;
  });
  const frozen = (): unknown => isGone && emit.gone();
  const shown = whenTrusted((isPersisted) => {
    isGone = false;
    if (isTop && isPersisted) batcher.write(navigation());
  });
  const listenAll = (): void => {
    listen(page, 'pagehide', hidden, FIRST);
    listen(page, 'pageshow', shown, FIRST);
    listen(page, 'unhandledrejection', rejected, FIRST);
    // Fired at the document; at the window no listener of the page runs before ours.
    listen(page, 'freeze', frozen, FIRST);
  };
  listenAll();
  // `document.open` removes all listeners of the document and its window, both of which continue.
  new page.MutationObserver(listenAll).observe(page.document, { childList: true });
  return undo;
}
