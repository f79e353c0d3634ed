// Follows streams that the page reads by itself: readers of both kinds, iteration, tee and cancel.
import type { Bodies, Branch } from './bodies';
import { apply, createNotes, forEach, getPrototypeOf, ownValue } from './natives';
import type { Patcher } from './patch';
import type { PageWindow } from './tap';

/** Installs the following of streams. */
export function followStreams(page: PageWindow, { observe, alias }: Patcher, bodies: Bodies): void {
  const { branchOf, freeBranchOf, wanted, cancelled, observeRead } = bodies;
  const readers = createNotes<Branch>();
  const iterators = createNotes<Branch>();
  /** Iterators that leave their stream alone when the page stops early. */
  const keepers = createNotes<true>();
  const proto = page.ReadableStream.prototype;

  observe(proto, 'getReader', branchOf, (branch, reader) => readers.set(reader as object, branch));
  observe(proto, 'tee', branchOf, (branch, pair) => {
    const [one, two] = [(pair as ReadableStream[])[0], (pair as ReadableStream[])[1]];
    if (one && two) bodies.fork(branch, one, two);
  });
  observe(proto, 'cancel', (self, args) => cancelled(freeBranchOf(self), args[0]));

  forEach([page.ReadableStreamDefaultReader, page.ReadableStreamBYOBReader], (kind) => {
    if (!kind) return;
    const { prototype } = kind;
    const readBy = (self: unknown) => wanted(readers.get(self));
    observe(prototype, 'read', readBy, (branch, reading, self) => {
      // A lock that is given back rejects what is pending; that is no error of the network.
      observeRead(reading, branch, () => readers.get(self) === branch);
    });
    observe(prototype, 'cancel', (self, args) => cancelled(readers.get(self), args[0]));
    observe(prototype, 'releaseLock', readers.get, (_, __, self) => readers.drop(self as object));
  });

  if (!proto.values) return;
  const iterator = getPrototypeOf(apply(proto.values, new page.ReadableStream(), [])) as object;
  observe(proto, 'values', branchOf, (branch, made, _, args) => {
    iterators.set(made as object, branch);
    if (ownValue(args[0], 'preventCancel') === true) keepers.set(made as object, true);
  });
  // Both names are one function for the page; they stay one.
  alias(proto, Symbol.asyncIterator, 'values');
  observe(
    iterator,
    'next',
    (self) => wanted(iterators.get(self)),
    (branch, reading) => observeRead(reading, branch),
  );
  observe(iterator, 'return', (self, args) => {
    if (!keepers.get(self)) cancelled(iterators.get(self), args[0]);
  });
}
