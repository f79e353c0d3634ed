// Sources of a session's batches. The panel drops read batches; exports and other dialects read them again from the
// store (live) or the file (imported).
import type { IncomingBatch } from '@/lib/messages/incoming';
import type { BlobFile } from '@/lib/panel/file-worker/types';

/** Batches, or a sentence why they are gone. */
export type ReadAgain = BatchesAgain | { readonly gone: string };

interface BatchesAgain {
  readonly batches: readonly IncomingBatch[];
  /** True if the oldest were discarded since: events have other positions than in the log. */
  readonly isShorter?: true;
}

/** The batches of a session, in order. Never rejects. */
export interface SessionSource {
  /** The batches with ids above `after`; all for -1, or without ids. */
  batches(after: number): Promise<ReadAgain>;
  /** Their files, which can also be read directly. */
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

interface ReadSoFar {
  readonly count: number;
  readonly id: number | undefined;
}

/** All batches read so far, as they are stored now: the oldest may have been replaced by a gap. */
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
    // Without ids, the batches are complete.
    const isAll = more.batches.length === 0 || more.batches.at(-1)?.id === undefined;
    if (isAll && (id !== undefined || all.length < count)) return { gone: GONE };
  }
}
