// Sources of the batches of a session. The panel drops a batch once it is read; an export or another dialect reads it
// again from the background's store (live) or the file (imported).
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { BlobFile } from '@/lib/panel/file-worker/types';

/** Batches, or a sentence why they are gone. */
export type ReadAgain = BatchesAgain | { readonly gone: string };

interface BatchesAgain {
  readonly batches: readonly IncomingBatch[];
  /** The oldest of them were discarded after they were read: events have other positions than in the log. */
  readonly isShorter?: true;
}

/** The batches of a session, in their order. Never rejects. */
export interface SessionSource {
  /** The batches with ids above `after`; all of them for -1, and where they have no ids. */
  batches(after: number): Promise<ReadAgain>;
  /** The files that they stand in; others may read them themselves. */
  readonly files?: readonly BlobFile[];
}

const GONE = 'The captured data of this session is no longer stored.';

export const NO_SOURCE: SessionSource = { batches: () => Promise.resolve({ gone: GONE }) };

export function sourceFrom(read: (after: number) => Promise<readonly IncomingBatch[]>): SessionSource {
  return {
    batches: (after) =>
      read(after).then(
        (batches) => ({ batches }),
        (error: unknown) => ({ gone: error instanceof Error ? error.message : GONE }),
      ),
  };
}

export interface ReadSoFar {
  readonly count: number;
  readonly id: number | undefined;
}

/** All that was read so far, as it is now: the oldest may have been thrown away, with a gap in its place. */
export async function readAgain(source: SessionSource, soFar: () => ReadSoFar): Promise<ReadAgain> {
  const all: IncomingBatch[] = [];
  for (;;) {
    const { count, id } = soFar();
    const last = all.at(-1)?.id ?? -1;
    if (id === undefined && all.length >= count) return { batches: all.slice(0, count) };
    if (id !== undefined && last >= id) {
      const batches = all.filter((batch) => (batch.id ?? 0) <= id);
      const isShorter = batches.length < count && batches.some(({ made }) => made === 'discarded');
      return { batches, ...(isShorter && { isShorter }) };
    }
    const more = await source.batches(last);
    if ('gone' in more) return more;
    for (const batch of more.batches) all.push(batch);
    // Without ids there is no "after": what came is all that there is.
    const isAll = more.batches.length === 0 || more.batches.at(-1)?.id === undefined;
    if (isAll && (id !== undefined || all.length < count)) return { gone: GONE };
  }
}
