// The database may be deleted while we write to it (by the user, or by a browser that is short of room), and is made
// again with the next batch. Each document that goes on then says what is gone, so that its numbers are not taken for
// batches that were lost on the way.

import { gapBody } from '../wire/gap-body';
import { DISCARDED_FROM } from '../wire/limits';
import { madeBefore } from '../wire/numbers';
import type { NewBatch } from '../wire/store';

const DETAIL = 'the database was deleted, with all that was stored of this session';

/** What was written to sessions that should still be there. */
export interface Deleted {
  /** What to store before a batch; `isThere` tells whether its session is. */
  readonly before: (batch: NewBatch, isThere: boolean) => readonly NewBatch[];
  /** A session is now this long. */
  readonly wrote: (session: string, length: number) => void;
  /** A session was deleted by us. */
  readonly forgot: (session: string) => void;
}

/** Nothing was written yet. */
export function createDeleted(): Deleted {
  const lengths = new Map<string, number>();
  /** Documents of sessions that are gone, as far as they have said so. */
  const told = new Map<string, Set<string>>();
  return {
    before(batch, isThere) {
      const { session, doc, n } = batch;
      if (!isThere && lengths.has(session)) told.set(session, new Set());
      const docs = told.get(session);
      const next = madeBefore(n) ?? n;
      if (!docs || docs.has(doc) || batch.ends) return [];
      const bytes = docs.size === 0 ? (lengths.get(session) ?? 0) : 0;
      docs.add(doc);
      if (next === 0) return [];
      const gap = gapBody({ t: 0, reason: 'not-stored', ...(bytes > 0 && { bytes }), detail: DETAIL });
      return [{ ...batch, n: DISCARDED_FROM + next, body: gap, streams: 0 }];
    },
    wrote(session, length) {
      lengths.set(session, length);
    },
    forgot(session) {
      lengths.delete(session);
      told.delete(session);
    },
  };
}
