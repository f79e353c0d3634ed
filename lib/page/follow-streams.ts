// Follows streams that the page reads itself: both kinds of reader, iteration, tee and cancel.
import type { BodyBranch, FollowedBodies } from './bodies';
import { apply, createNotes, forEach, getPrototypeOf, ownValue } from './natives';
import type { PageWindow, Patcher } from './tap';

export function followStreams(
  page: PageWindow,
  { once, alias, observeMade }: Patcher,
  bodies: FollowedBodies,
): void {
  const { observe, observePromise } = once(bodies.isUsed);
  const { branchOf, freeBranchOf, wanted, cancelled, seeResult, failed, hold, release } = bodies;
  const readers = createNotes<BodyBranch>();
  const iterators = createNotes<BodyBranch>();
  /** Iterators that leave their stream open when the page stops early. */
  const keepers = createNotes<true>();
  const proto = page.ReadableStream.prototype;

  const reads = (branch: BodyBranch, reader: unknown): void => {
    hold(branch);
    readers.set(reader as object, branch);
  };
  observe(proto, 'getReader', branchOf, reads);
  observe(proto, 'tee', branchOf, (branch, pair) => {
    const { 0: one, 1: two } = pair as ReadableStream[];
    if (one && two) bodies.fork(branch, one, two);
  });
  observe(proto, 'cancel', (self, args) => cancelled(freeBranchOf(self), args[0]));

  forEach(['ReadableStreamDefaultReader', 'ReadableStreamBYOBReader'] as const, (kind) => {
    const { prototype } = page[kind];
    // A page may construct its reader itself.
    observeMade(page, kind, (args) => branchOf(args[0]), reads);
    observePromise(
      prototype,
      'read',
      (self) => wanted(readers.get(self)),
      seeResult,
      // Releasing a lock rejects pending reads; that is not a network error.
      (branch, error, self) => readers.get(self) === branch && failed(branch, error),
    );
    observe(prototype, 'cancel', (self, args) => cancelled(readers.get(self), args[0]));
    observe(prototype, 'releaseLock', readers.get, (branch, _, self) => {
      readers.drop(self as object);
      release(branch);
    });
  });

  if (!proto.values) return;
  const iterator = getPrototypeOf(apply(proto.values, new page.ReadableStream(), [])) as object;
  observe(proto, 'values', branchOf, (branch, made, _, args) => {
    hold(branch);
    iterators.set(made as object, branch);
    if (ownValue(args[0], 'preventCancel') === true) keepers.set(made as object, true);
  });
  // Both names are the same function for the page, and must stay so.
  alias(proto, Symbol.asyncIterator, 'values');
  observePromise(iterator, 'next', (self) => wanted(iterators.get(self)), seeResult, failed);
  observe(iterator, 'return', iterators.get, (branch, _, self, args) => {
    if (keepers.get(self)) release(branch);
    else cancelled(branch, args[0]);
  });
}
