// The database may be deleted while in use (by the user, or by a browser with a full disk), and is created again with
// the next batch. Each continuing document then stores a gap, so that missing numbers do not count as lost batches.

import { isEndKind } from '../../messages/background-batch';
import { gapBody } from '../../messages/gap-body';
import type { NewBatch } from '../../messages/store';

const DETAIL = 'the database was deleted, with all that was stored of this session';

interface DeletionCheck {
  /** Batches to store before a batch; `isThere` is true if its session exists. */
  readonly gapsBefore: (batch: NewBatch, isThere: boolean) => readonly NewBatch[];
  readonly noteLength: (session: string, length: number) => void;
  /** Called when the extension deletes a session. */
  readonly noteRemoval: (session: string) => void;
}

export function createDeletionCheck(): DeletionCheck {
  const lengths = new Map<string, number>();
  /** Documents of deleted sessions whose gap is stored. */
  const reported = new Map<string, Set<string>>();
  return {
    gapsBefore(batch, isThere) {
      const { session, doc, n, made } = batch;
      if (!isThere && lengths.has(session)) reported.set(session, new Set());
      const docs = reported.get(session);
      if (!docs || docs.has(doc) || isEndKind(made)) return [];
      const bytes = docs.size === 0 ? (lengths.get(session) ?? 0) : 0;
      docs.add(doc);
      if (n === 0) return [];
      const gap = gapBody({ t: 0, reason: 'not-stored', ...(bytes > 0 && { bytes }), detail: DETAIL });
      return [{ ...batch, made: 'discarded', body: gap, streams: 0 }];
    },
    noteLength(session, length) {
      lengths.set(session, length);
    },
    noteRemoval(session) {
      lengths.delete(session);
      reported.delete(session);
    },
  };
}
