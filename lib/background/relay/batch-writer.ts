// Writes batches into a store. In a full store, makes room, and stores gaps for batches that still do not fit. The
// caller handles other failures, which delete no sessions.

import { isEndKind } from '../../messages/background-batch';
import { gapBody, outlineOf } from '../../messages/gap-body';
import {
  IN_USE_LENGTH_MAX,
  RECENT_LENGTH_MAX,
  RECENT_MAX,
  RESTORABLE_MS,
  SESSION_LENGTH_MAX,
} from '../../messages/limits';
import type { StoredBatch, StoredSession } from '../../messages/messages';
import { isFull, type NewBatch, type Store } from '../../messages/store';
import type { SettingsOfSites } from './site-settings';
import type { Tabs } from './tabs';

export interface BatchWriterParts {
  readonly tabs: Tabs;
  readonly settings: SettingsOfSites;
  readonly nowMs: () => number;
  readonly onStored: (batches: readonly StoredBatch[]) => void;
  /** Reports to the panels of a tab, or to all. */
  readonly onFailed: (tab: number | undefined, sentence: string) => void;
  readonly onRemoved: () => void;
  /** Sessions shown by a panel: never deleted to make room. */
  readonly viewed: () => Iterable<string>;
}

export interface BatchWriter {
  /** Stores batches, or gaps of their size, and reports them; resolves to a sentence if both fail. */
  readonly write: (store: Store, batches: readonly NewBatch[]) => Promise<string | undefined>;
  readonly prune: (store: Store) => Promise<void>;
  /** Discards the oldest batches of sessions in use that exceed their limits, and reports it. */
  readonly shorten: (store: Store) => Promise<void>;
}

// Sessions up to this length are not shortened.
const SHORT = 1024 * 1024;

/** A gap of the batch's size; ends stay, as they are as short as a gap. */
function asGap(batch: NewBatch, detail: string): NewBatch {
  if (isEndKind(batch.made)) return batch;
  const { body } = batch;
  const gap = { t: 0, reason: 'not-stored', bytes: body.length, detail } as const;
  return { ...batch, body: gapBody(gap, outlineOf(body)) };
}

const DAY_MS = 24 * 60 * 60 * 1000;
// A document may still send batches after its tab was closed, which would recreate the session.
const LAST_WORDS_MS = 10_000;

export function createBatchWriter(parts: BatchWriterParts): BatchWriter {
  const { tabs, settings, nowMs } = parts;
  const isTooOld = ({ url, lastMs, forgottenMs }: StoredSession): boolean => {
    // The absolute difference: a clock that was set back must not delay the deletion for years.
    if (forgottenMs !== undefined) return Math.abs(nowMs() - forgottenMs) >= RESTORABLE_MS;
    const { keepDays } = settings.ofUrl(url);
    return keepDays !== undefined && nowMs() - lastMs > Math.max(keepDays * DAY_MS, LAST_WORDS_MS);
  };
  const inUse = (): ReadonlySet<string> => new Set([...tabs.inUse(), ...parts.viewed()]);
  // Sessions that cannot be deleted now are deleted with the next batch.
  const pruneTo = async (store: Store, limits: Parameters<Store['prune']>[1]): Promise<readonly string[]> => {
    const removed = await store.prune(inUse(), limits).catch(() => []);
    if (removed.length > 0) parts.onRemoved();
    return removed;
  };
  const reportRemoved = ({ length }: readonly string[]): void => {
    if (length > 0)
      parts.onFailed(undefined, `${length} older sessions were removed from Recent to make room.`);
  };
  const shorten = async (store: Store, session: string, tab: number, max: number): Promise<void> => {
    const length = await store.shorten(session, max).catch(() => 0);
    if (length > 0)
      parts.onFailed(
        tab,
        `The oldest ${Math.max(1, Math.round(length / 1e6))} MB of this session were discarded to make room.`,
      );
  };
  /** Makes room: deletes unused sessions first, then the oldest batches of the written ones. */
  const makeRoom = async (store: Store, batches: readonly NewBatch[]): Promise<void> => {
    const removed = await pruneTo(store, { sessions: 0, length: 0, why: 'disk' });
    reportRemoved(removed);
    if (removed.length > 0) return;
    for (const [session, tab] of new Map(batches.map((batch) => [batch.session, batch.tab]))) {
      const row = await store.session(session);
      if (row && row.length > SHORT) await shorten(store, session, tab, row.length - 1);
    }
  };
  const append = async (store: Store, batches: readonly NewBatch[]): Promise<readonly StoredBatch[]> => {
    try {
      return await store.append(batches);
    } catch (error) {
      if (!isFull(error)) throw error;
      await makeRoom(store, batches);
    }
    try {
      return await store.append(batches);
    } catch (error) {
      if (!isFull(error)) throw error;
      const gaps = batches.map((batch) => asGap(batch, `${error}`.slice(0, 1000)));
      const added = await store.append(gaps);
      parts.onFailed(batches[0]?.tab, `${batches.length} batches could not be stored: ${error}`);
      return added;
    }
  };
  return {
    async write(store, batches) {
      if (batches.length === 0) return undefined;
      try {
        parts.onStored(await append(store, batches));
      } catch (error) {
        return `Captured data cannot be stored and waits: ${error}`;
      }
      return undefined;
    },
    async prune(store) {
      const any = Number.POSITIVE_INFINITY;
      await pruneTo(store, { sessions: any, length: any, isOver: isTooOld, why: 'age' });
      await pruneTo(store, { sessions: RECENT_MAX, length: Number.POSITIVE_INFINITY, why: 'number' });
      reportRemoved(await pruneTo(store, { sessions: RECENT_MAX, length: RECENT_LENGTH_MAX, why: 'length' }));
    },
    async shorten(store) {
      const used = inUse();
      const rows = (await store.sessions().catch(() => [])).filter(({ session }) => used.has(session));
      const share = IN_USE_LENGTH_MAX / rows.filter(({ length }) => length > SHORT).length;
      for (const { session, tab, length, url } of rows) {
        const { lengthMax = SESSION_LENGTH_MAX } = settings.ofUrl(url);
        const max = Math.min(SESSION_LENGTH_MAX, lengthMax, Math.floor(share));
        if (length > SHORT && length > max) await shorten(store, session, tab, max);
      }
    },
  };
}
