// Where the batches of a session are kept. The panel itself holds their text once, in the slabs of its log: a batch is
// dropped when it was read. Who needs it again (an export of the recording, another dialect) reads it again from here:
// from the background's store for a live session, from the file for an imported one.
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { BlobFile } from '@/lib/panel/worker/types';

/** Batches, or one sentence about why they are not there any more. */
export type ReadAgain = { readonly batches: readonly IncomingBatch[] } | { readonly gone: string };

/** Where the batches of a session can be read again, in the order in which they came. Never rejects. */
export interface SessionSource {
  /** The batches with ids above `after`; all of them for -1, and where they have no ids. */
  batches(after: number): Promise<ReadAgain>;
  /** The files that they stand in; others may read them themselves. */
  readonly files?: readonly BlobFile[];
}

/** What is said when there is nothing left to read. */
const GONE = 'The captured data of this session is no longer stored.';

/** A source for what nobody keeps. */
export const NO_SOURCE: SessionSource = { batches: () => Promise.resolve({ gone: GONE }) };

/** A source that asks somebody who may reject. */
export function sourceFrom(read: (after: number) => Promise<readonly IncomingBatch[]>): SessionSource {
  return {
    batches: (after) =>
      read(after).then(
        (batches) => ({ batches }),
        (error: unknown) => ({ gone: error instanceof Error ? error.message : GONE }),
      ),
  };
}

/** How far a source was read: how many batches, and the id of the last of them if it has one. */
export interface ReadSoFar {
  readonly count: number;
  readonly id: number | undefined;
}

/**
 * What was read of a source so far, as it is now: the oldest of it may have been thrown away, and a gap may be in its
 * place.
 */
export async function readAgain(source: SessionSource, soFar: () => ReadSoFar): Promise<ReadAgain> {
  const all: IncomingBatch[] = [];
  for (;;) {
    const { count, id } = soFar();
    const last = all.at(-1)?.id ?? -1;
    if (id === undefined && all.length >= count) return { batches: all.slice(0, count) };
    if (id !== undefined && last >= id) return { batches: all.filter((batch) => (batch.id ?? 0) <= id) };
    const more = await source.batches(last);
    if ('gone' in more) return more;
    for (const batch of more.batches) all.push(batch);
    // Without ids there is no "after": what came is all that there is.
    const isAll = more.batches.length === 0 || more.batches.at(-1)?.id === undefined;
    if (isAll && (id !== undefined || all.length < count)) return { gone: GONE };
  }
}
