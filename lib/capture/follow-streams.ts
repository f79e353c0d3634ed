// Follows streams that the page reads by itself: readers of both kinds, iteration, tee and cancel.
import type { Bodies, Branch } from './bodies';
import { apply, createNotes, getPrototypeOf, ownValue } from './natives';
import type { Patcher } from './patch';
import type { PageWindow } from './tap';

/** Installs the following of streams. */
export function followStreams(page: PageWindow, { observe, alias }: Patcher, bodies: Bodies): void {
  const { branchOf, freeBranchOf, cancelled, hear } = bodies;
  const readers = createNotes<Branch>();
  const iterators = createNotes<{ readonly branch: Branch; readonly keep: boolean }>();
  const proto = page.ReadableStream.prototype;

  observe(proto, 'getReader', branchOf, (branch, reader) => readers.set(reader as object, branch));
  observe(proto, 'tee', branchOf, (branch, pair) => {
    const [one, two] = [(pair as ReadableStream[])[0], (pair as ReadableStream[])[1]];
    if (one && two) bodies.fork(branch, one, two);
  });
  observe(proto, 'cancel', (self, args) => {
    const branch = freeBranchOf(self);
    if (branch) cancelled(branch, args[0]);
  });

  const followReader = (kind: { readonly prototype: object } | undefined): void => {
    if (!kind) return;
    observe(kind.prototype, 'read', readers.get, (branch, reading, self) => {
      // A lock that is given back rejects what is pending; that is no error of the network.
      hear(reading, branch, () => readers.get(self) === branch);
    });
    observe(kind.prototype, 'cancel', (self, args) => {
      const branch = readers.get(self);
      if (branch) cancelled(branch, args[0]);
    });
    observe(kind.prototype, 'releaseLock', readers.get, (_, __, self) => readers.drop(self as object));
  };
  followReader(page.ReadableStreamDefaultReader);
  followReader(page.ReadableStreamBYOBReader);

  if (!proto.values) return;
  const iterator = getPrototypeOf(apply(proto.values, new page.ReadableStream(), [])) as object;
  observe(proto, 'values', branchOf, (branch, made, _, args) =>
    iterators.set(made as object, { branch, keep: ownValue(args[0], 'preventCancel') === true }),
  );
  // Both names are one function for the page; they stay one.
  alias(proto, Symbol.asyncIterator, 'values');
  observe(iterator, 'next', iterators.get, ({ branch }, reading) => hear(reading, branch));
  observe(iterator, 'return', (self, args) => {
    const known = iterators.get(self);
    if (known && !known.keep) cancelled(known.branch, args[0]);
  });
}
