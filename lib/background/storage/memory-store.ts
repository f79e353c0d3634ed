// The store of private windows: nothing is written to disk. It lives as long as the background; bridges of private
// windows keep sent batches and send them again to the next background.
import { isEndKind } from '../../messages/background-batch';
import type { StoredBatch, StoredSession } from '../../messages/messages';
import { DISCARDED, overLimits, type Store, shortened, withBatch, withForgotten } from '../../messages/store';
import { createDiscard } from './discard';

const batchKey = ({ made, n }: Pick<StoredBatch, 'made' | 'n'>): string => `${made ?? ''} ${n}`;

/** A store limited to `lengthMax` UTF-16 units. */
export function createMemoryStore(lengthMax: number): Store {
  const sessions = new Map<string, { row: StoredSession; batches: StoredBatch[] }>();
  const known = new Map<string, Set<string>>();
  let lastId = 0;
  let length = 0;

  const forget = (session: string): void => {
    const current = sessions.get(session);
    if (!current) return;
    length -= current.row.length;
    for (const batch of current.batches) known.get(batch.doc)?.delete(batchKey(batch));
    sessions.delete(session);
  };

  return {
    async append(incoming) {
      const added: StoredBatch[] = [];
      const isNew = incoming.filter(
        (batch, at) =>
          !known.get(batch.doc)?.has(batchKey(batch)) &&
          incoming.findIndex((other) => other.doc === batch.doc && batchKey(other) === batchKey(batch)) ===
            at,
      );
      const more = isNew.reduce((sum, batch) => sum + batch.body.length, 0);
      if (length + more > lengthMax)
        throw new DOMException('The memory for private windows is full.', 'QuotaExceededError');
      for (const batch of isNew) {
        const { session, tab, frameId, doc, n, made, body } = batch;
        const stored: StoredBatch = {
          id: ++lastId,
          session,
          tab,
          frameId,
          doc,
          n,
          ...(made !== undefined && { made }),
          body,
        };
        const current = sessions.get(session);
        if (isEndKind(made) && !current) continue;
        sessions.set(session, {
          row: withBatch(current?.row, batch),
          batches: current?.batches ?? [],
        });
        sessions.get(session)?.batches.push(stored);
        const numbers = known.get(doc) ?? new Set<string>();
        known.set(doc, numbers.add(batchKey(batch)));
        length += body.length;
        added.push(stored);
      }
      return added;
    },
    async read(session, after, lengthWanted) {
      const rest = (sessions.get(session)?.batches ?? []).filter(({ id }) => id > after);
      let length = 0;
      const last = rest.findIndex(({ body }) => (length += body.length) >= lengthWanted);
      const batches = last < 0 ? rest : rest.slice(0, last + 1);
      return { batches, more: batches.length < rest.length };
    },
    async newest(session, lengthMax) {
      const all = sessions.get(session)?.batches ?? [];
      let length = 0;
      const before = all.findLastIndex(({ body }) => (length += body.length) > lengthMax);
      return all.slice(before + 1);
    },
    async *newestFirst(doc) {
      const all = [...sessions.values()].flatMap(({ batches }) => batches);
      yield* all.filter((batch) => batch.doc === doc && batch.made === undefined).sort((a, b) => b.n - a.n);
    },
    async session(session) {
      return sessions.get(session)?.row;
    },
    async sessions() {
      return [...sessions.values()].map(({ row }) => row).sort((a, b) => b.lastMs - a.lastMs);
    },
    async forget(session) {
      forget(session);
    },
    async setForgotten(session, forgottenMs) {
      const stored = sessions.get(session);
      if (stored !== undefined)
        sessions.set(session, { ...stored, row: withForgotten(stored.row, forgottenMs) });
    },
    async shorten(session, lengthMax) {
      const current = sessions.get(session);
      if (!current || current.row.length <= lengthMax) return 0;
      const discard = createDiscard(DISCARDED);
      const before = current.row.length;
      let now = before;
      while (current.batches.length > 1 && now > shortened(lengthMax)) {
        const batch = current.batches.shift();
        if (!batch) break;
        discard.take(batch);
        now -= batch.body.length;
      }
      const left = discard.left();
      current.batches.unshift(...left);
      now += left.reduce((sum, { body }) => sum + body.length, 0);
      sessions.set(session, {
        ...current,
        row: { ...current.row, length: now, batches: current.batches.length },
      });
      length += now - before;
      return before - now;
    },
    async prune(inUse, limits) {
      const rows = [...sessions.values()].map(({ row }) => row);
      const over = overLimits(rows, inUse, limits);
      for (const session of over) forget(session);
      return over;
    },
    // Removed sessions of private windows are not listed.
    removed: () => Promise.resolve([]),
    forgetRemoved: () => Promise.resolve(),
  };
}
