// The store on disk. Several batches go into one transaction; the promise resolves when it is complete.

import { isEndKind } from '../../messages/background-batch';
import { originOf, type RemovalReason } from '../../messages/library';
import { REMOVED_MAX } from '../../messages/limits';
import type { StoredBatch, StoredSession } from '../../messages/messages';
import { DISCARDED, overLimits, type Store, shortened, withBatch, withForgotten } from '../../messages/store';
import { type BatchRow, type LensDatabase, type OpenDatabase, written } from './database';
import { createDeletionCheck } from './database-deletion';
import { createDiscard } from './discard';

// Number of batches read at a time for a slice; a batch is usually 64 KiB.
const READ_AT_A_TIME = 16;

const rangeOf = (session: string, after: number): IDBKeyRange =>
  IDBKeyRange.bound([session, after], [session, Number.POSITIVE_INFINITY], true, false);

async function forget(db: LensDatabase, session: string, removal?: RemovedSession): Promise<void> {
  const tx = db.transaction(['batches', 'sessions', 'removed'], 'readwrite');
  const batches = tx.objectStore('batches');
  for (const key of await batches.index('by-session').getAllKeys(rangeOf(session, -1))) {
    // Not awaited one by one: `done` waits for all of them.
    void batches.delete(key);
  }
  void tx.objectStore('sessions').delete(session);
  if (removal !== undefined) {
    const removed = tx.objectStore('removed');
    const { url, lastMs, length } = removal.row;
    void removed.add({ site: originOf(url), lastMs, length, atMs: Date.now(), reason: removal.reason });
    const keys = await removed.getAllKeys();
    for (const key of keys.slice(0, -REMOVED_MAX)) void removed.delete(key);
  }
  await tx.done;
}

interface RemovedSession {
  readonly row: StoredSession;
  readonly reason: RemovalReason;
}

function toBatch({ frame, n, before, ...row }: BatchRow, id: number): StoredBatch {
  return { ...row, id, frameId: frame, n: n ?? before ?? 0 };
}

function toRow({ session, tab, frameId: frame, doc, n, made, body }: Omit<StoredBatch, 'id'>): BatchRow {
  const row = { session, tab, frame, doc, body };
  return made === undefined ? { ...row, n } : { ...row, made, before: n };
}

/** Aborts a transaction that may have failed already. */
function abort(tx: { readonly abort: () => void }): void {
  try {
    tx.abort();
  } catch {
    // InvalidStateError: it has ended.
  }
}

export function createDiskStore(open: OpenDatabase): Store {
  const deletion = createDeletionCheck();
  return {
    async append(incoming) {
      const db = await open();
      const tx = db.transaction(['batches', 'sessions'], 'readwrite', { durability: 'relaxed' });
      const batches = tx.objectStore('batches');
      const sessions = tx.objectStore('sessions');
      const added: StoredBatch[] = [];
      const rows = new Map<string, Parameters<typeof withBatch>[0]>();
      const write = async (): Promise<void> => {
        for (const batch of incoming) {
          const { session, doc, n, made } = batch;
          const stored =
            made === undefined
              ? batches.index('by-doc').getKey([doc, n])
              : batches.index('by-made').getKey([doc, made, n]);
          if ((await stored) !== undefined) continue;
          const before = rows.has(session) ? rows.get(session) : await sessions.get(session);
          // A batch that only ends a removed session does not create it again.
          if (isEndKind(made) && !before) continue;
          for (const each of [...deletion.gapsBefore(batch, before !== undefined), batch]) {
            const row = toRow(each);
            added.push(toBatch(row, await batches.add(row)));
            rows.set(session, withBatch(rows.get(session) ?? before, each));
          }
        }
        for (const row of rows.values()) if (row) await sessions.put(row);
      };
      await written(tx, () =>
        write().catch((error: unknown) => {
          abort(tx);
          throw error;
        }),
      );
      for (const [session, row] of rows) if (row) deletion.noteLength(session, row.length);
      return added;
    },
    async read(session, after, lengthWanted) {
      const db = await open();
      const batches: StoredBatch[] = [];
      let length = 0;
      let last = after;
      for (;;) {
        const found = await db.getAllFromIndex(
          'batches',
          'by-session',
          rangeOf(session, last),
          READ_AT_A_TIME,
        );
        for (const row of found) {
          if (row.id === undefined) continue;
          if (length > 0 && length + row.body.length > lengthWanted) return { batches, more: true };
          batches.push(toBatch(row, row.id));
          length += row.body.length;
          last = row.id;
        }
        if (found.length < READ_AT_A_TIME) return { batches, more: false };
      }
    },
    async newest(session, lengthMax) {
      const index = (await open()).transaction('batches').store.index('by-session');
      const batches: StoredBatch[] = [];
      let length = 0;
      for await (const { value, primaryKey } of index.iterate(rangeOf(session, -1), 'prev')) {
        length += value.body.length;
        if (length > lengthMax) break;
        batches.unshift(toBatch(value, primaryKey));
      }
      return batches;
    },
    async *newestFirst(doc) {
      const index = (await open()).transaction('batches').store.index('by-doc');
      const range = IDBKeyRange.bound([doc], [doc, Number.POSITIVE_INFINITY]);
      for await (const { value, primaryKey } of index.iterate(range, 'prev'))
        yield toBatch(value, primaryKey);
    },
    async session(session) {
      return (await open()).get('sessions', session);
    },
    async sessions() {
      const all = await (await open()).getAll('sessions');
      return all.sort((a, b) => b.lastMs - a.lastMs);
    },
    async forget(session) {
      deletion.noteRemoval(session);
      await forget(await open(), session);
    },
    async setForgotten(session, forgottenMs) {
      const tx = (await open()).transaction('sessions', 'readwrite');
      const row = await tx.store.get(session);
      if (row !== undefined) await tx.store.put(withForgotten(row, forgottenMs));
      await tx.done;
    },
    async shorten(session, lengthMax) {
      const db = await open();
      const tx = db.transaction(['batches', 'sessions'], 'readwrite');
      const row = await tx.objectStore('sessions').get(session);
      if (!row || row.length <= lengthMax) return 0;
      const batches = tx.objectStore('batches');
      const discard = createDiscard(DISCARDED);
      let { length, batches: count } = row;
      const cursors = batches.index('by-session').iterate(rangeOf(session, -1));
      for await (const cursor of cursors) {
        if (length <= shortened(lengthMax)) break;
        discard.take(toBatch(cursor.value, cursor.primaryKey));
        length -= cursor.value.body.length;
        count--;
        // Not awaited one by one: `done` waits for all of them.
        void cursor.delete();
      }
      for (const { id, ...batch } of discard.left()) {
        void batches.put({ ...toRow(batch), id });
        length += batch.body.length;
        count++;
      }
      void tx.objectStore('sessions').put({ ...row, length, batches: count });
      await tx.done;
      return row.length - length;
    },
    async prune(inUse, limits) {
      const db = await open();
      const rows = new Map((await db.getAll('sessions')).map((row) => [row.session, row]));
      const over = overLimits([...rows.values()], inUse, limits);
      for (const session of over) {
        deletion.noteRemoval(session);
        const row = rows.get(session);
        // Pages without streams, and sessions deleted by the user, are not listed.
        const isReported = row !== undefined && row.streams > 0 && row.forgottenMs === undefined;
        await forget(db, session, isReported ? { row, reason: limits.why } : undefined);
      }
      return over;
    },
    async removed() {
      return (await (await open()).getAll('removed')).reverse();
    },
    async forgetRemoved() {
      await (await open()).clear('removed');
    },
  };
}
