// Writes batches into the stores, with two fallbacks: after making room, and as gaps for what still does not fit.
// Batches of private windows are kept in memory, never on disk.
import { RECENT_LENGTH_MAX, RECENT_MAX } from '../wire/limits';
import type { StoredBatch } from '../wire/messages';
import { gapBody } from '../wire/parse-batch';
import type { NewBatch, Store } from '../wire/store';
import type { Tabs } from './tabs';

/** What a writer needs. */
export interface BatchWriterParts {
  readonly tabs: Tabs;
  readonly disk: Store;
  readonly memory: Store;
  /** Called with the batches just stored. */
  readonly onStored: (batches: readonly StoredBatch[]) => void;
  readonly onFailed: (tab: number, sentence: string) => void;
  /** Sessions that a panel is showing: never deleted to make room. */
  readonly viewed: () => Iterable<string>;
}

/** Writes batches. */
export interface BatchWriter {
  /** The store for private windows, or for all others. */
  readonly storeFor: (isPrivate: boolean) => Store;
  /** Stores batches, each in the store of its kind of window, and reports them. Never throws. */
  readonly write: (batches: readonly NewBatch[]) => Promise<void>;
  /** Deletes the oldest sessions in Recent beyond its limits. */
  readonly prune: (isPrivate: boolean) => Promise<void>;
}

/** A gap as large as the batch that it stands for. */
function asGap(batch: NewBatch, detail: string): NewBatch {
  const body = gapBody({ t: 0, reason: 'not-stored', bytes: batch.body.length, detail });
  return { ...batch, body };
}

/** Creates a writer. */
export function createBatchWriter(parts: BatchWriterParts): BatchWriter {
  const { tabs, disk, memory } = parts;
  const storeFor = (isPrivate: boolean): Store => (isPrivate ? memory : disk);
  const pruneTo = async (store: Store, limits: { sessions: number; length: number }): Promise<void> => {
    const inUse = new Set([...tabs.inUse(), ...parts.viewed()]);
    // What cannot be deleted now is deleted with the next batch.
    await store.prune(inUse, limits).catch(() => undefined);
  };
  const append = async (store: Store, batches: readonly NewBatch[]): Promise<readonly StoredBatch[]> => {
    try {
      return await store.append(batches);
    } catch {
      // Most likely the disk is full: delete the oldest sessions in Recent first.
      await pruneTo(store, { sessions: 0, length: 0 });
    }
    try {
      return await store.append(batches);
    } catch (error) {
      parts.onFailed(batches[0]?.tab ?? -1, `${batches.length} batches could not be stored: ${error}`);
      const gaps = batches.map((batch) => asGap(batch, `${error}`.slice(0, 1000)));
      return await store.append(gaps).catch(() => []);
    }
  };
  return {
    storeFor,
    async write(batches) {
      for (const isPrivate of [false, true]) {
        const own = batches.filter((batch) => batch.private === isPrivate);
        if (own.length > 0) parts.onStored(await append(storeFor(isPrivate), own));
      }
    },
    prune: (isPrivate) => pruneTo(storeFor(isPrivate), { sessions: RECENT_MAX, length: RECENT_LENGTH_MAX }),
  };
}
