// Writes batches into a store. Where there is no room it makes some, and stores gaps for what still does not fit. Any
// other failure is left to whoever waits: it says nothing about room, so nobody's sessions are deleted for it.
import { RECENT_LENGTH_MAX, RECENT_MAX } from '../wire/limits';
import type { StoredBatch } from '../wire/messages';
import { gapBody } from '../wire/parse-batch';
import type { NewBatch, Store } from '../wire/store';
import type { Tabs } from './tabs';

/** What a writer needs. */
export interface BatchWriterParts {
  readonly tabs: Tabs;
  /** Called with the batches just stored. */
  readonly onStored: (batches: readonly StoredBatch[]) => void;
  readonly onFailed: (tab: number, sentence: string) => void;
  /** Sessions that a panel is showing: never deleted to make room. */
  readonly viewed: () => Iterable<string>;
}

/** Writes batches. */
export interface BatchWriter {
  /** Stores batches, or gaps of their size, and reports them; resolves to a sentence if neither could be stored. */
  readonly write: (store: Store, batches: readonly NewBatch[]) => Promise<string | undefined>;
  /** Deletes the oldest sessions in Recent beyond its limits. */
  readonly prune: (store: Store) => Promise<void>;
}

/** A gap as large as the batch that it stands for; an end is as short as a gap, and stays. */
function asGap(batch: NewBatch, detail: string): NewBatch {
  if (batch.ends) return batch;
  return { ...batch, body: gapBody({ t: 0, reason: 'not-stored', bytes: batch.body.length, detail }) };
}

const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

/** Creates a writer. */
export function createBatchWriter(parts: BatchWriterParts): BatchWriter {
  const { tabs } = parts;
  const pruneTo = async (store: Store, limits: { sessions: number; length: number }): Promise<void> => {
    const inUse = new Set([...tabs.inUse(), ...parts.viewed()]);
    // What cannot be deleted now is deleted with the next batch.
    await store.prune(inUse, limits).catch(() => undefined);
  };
  const append = async (store: Store, batches: readonly NewBatch[]): Promise<readonly StoredBatch[]> => {
    try {
      return await store.append(batches);
    } catch (error) {
      if (!isFull(error)) throw error;
      await pruneTo(store, { sessions: 0, length: 0 });
    }
    try {
      return await store.append(batches);
    } catch (error) {
      if (!isFull(error)) throw error;
      const gaps = batches.map((batch) => asGap(batch, `${error}`.slice(0, 1000)));
      const added = await store.append(gaps);
      parts.onFailed(batches[0]?.tab ?? -1, `${batches.length} batches could not be stored: ${error}`);
      return added;
    }
  };
  return {
    async write(store, batches) {
      if (batches.length === 0) return undefined;
      try {
        parts.onStored(await append(store, batches));
      } catch (error) {
        return `What is captured cannot be stored at the moment, and waits: ${error}`;
      }
      return undefined;
    },
    prune: (store) => pruneTo(store, { sessions: RECENT_MAX, length: RECENT_LENGTH_MAX }),
  };
}
