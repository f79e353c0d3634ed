// The database and its object stores.
import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { fromLegacyNumber } from '../../messages/background-batch';
import type { Removed, SavedRecording } from '../../messages/library';
import type { StoredBatch, StoredSession } from '../../messages/messages';

/**
 * Stored form of a batch. `frame` is its `frameId`: stored names stay when code changes. Its number is `n`, or
 * `before` for batches of the background, so that each of two indexes contains one kind. Up to version 2 all were in
 * `n`.
 */
export interface BatchRow extends Omit<StoredBatch, 'id' | 'frameId' | 'n'> {
  readonly id?: number;
  readonly frame: number;
  readonly n?: number;
  readonly before?: number;
}

export type RecordingRow = Omit<SavedRecording, 'id' | 'damage'> & { readonly id?: number };

interface LensSchema extends DBSchema {
  batches: {
    key: number;
    value: BatchRow;
    indexes: {
      'by-doc': [string, number];
      /** Since version 3. */
      'by-made': [string, string, number];
      'by-session': [string, number];
    };
  };
  sessions: { key: string; value: StoredSession };
  /** Since version 1; rows of that version have a name, `savedMs` and `size` only. */
  recordings: { key: number; value: RecordingRow };
  /** Bytes of recordings, separate from the rows so that listing does not read them. */
  files: { key: number; value: Blob };
  /** Sessions removed from Recent. Since version 2. */
  removed: { key: number; value: Removed };
}

export type LensDatabase = IDBPDatabase<LensSchema>;

/** Opens the database, again if the browser closed it. */
export type OpenDatabase = () => Promise<LensDatabase>;

const VERSION = 3;

const NEWER = 'The database was written by a newer version of AG-UI Lens; update the extension to go on.';
const BLOCKED = 'An older window of AG-UI Lens holds the database; close it, or restart the browser.';

export function createDatabase(name = 'ag-ui-lens'): OpenDatabase {
  let opened: Promise<LensDatabase> | undefined;
  const reset = (): void => {
    opened = undefined;
  };
  const start = (): Promise<LensDatabase> => {
    opened = openOnce(name, reset);
    opened.catch(reset);
    return opened;
  };
  return async () => {
    const db = await (opened ?? start());
    return isUsable(db) ? db : start();
  };
}

/** Opens a database; calls `closed` when it must be reopened. Never blocks other connections. */
function openOnce(name: string, closed: () => void): Promise<LensDatabase> {
  return new Promise((resolve, reject) => {
    const opening = openDB<LensSchema>(name, VERSION, {
      upgrade,
      blocked: () => reject(new Error(BLOCKED)),
      blocking: async () => {
        // The database will be deleted, or upgraded by a newer version of the extension: release it.
        closed();
        (await opening).close();
      },
      terminated: closed,
    });
    opening.then(resolve, (error: unknown) => {
      const isNewer = error instanceof Error && error.name === 'VersionError';
      reject(isNewer ? new Error(NEWER, { cause: error }) : error);
    });
  });
}

// More than the batches of a millisecond.
const IDS_A_MS = 16;

type Upgrade = NonNullable<OpenDBCallbacks<LensSchema>['upgrade']>;

/** Upgrades step by step; a new database has version 0. */
const upgrade: Upgrade = async (db, from, _to, tx) => {
  if (from < 1) makeFirst(db);
  if (from < 2) db.createObjectStore('removed', { autoIncrement: true });
  if (from < 3) tx.objectStore('batches').createIndex('by-made', ['doc', 'made', 'before'], { unique: true });
  if (from > 0 && from < 3) await splitNumbers(tx);
};

/** Moves the kind of a batch from its number into a field. Reads only keys of the documents' own batches: they may be 1 GB. */
async function splitNumbers(tx: Parameters<Upgrade>[3]): Promise<void> {
  const batches = tx.objectStore('batches');
  const made: number[] = [];
  let cursor = await batches.index('by-doc').openKeyCursor();
  for (; cursor; cursor = await cursor.continue()) {
    if (fromLegacyNumber(cursor.key[1]).made !== undefined) made.push(cursor.primaryKey);
  }
  for (const id of made) {
    const { n: number = 0, ...row } = (await batches.get(id)) ?? {};
    const { n: before, ...kind } = fromLegacyNumber(number);
    if ('doc' in row) await batches.put({ ...row, ...kind, before });
  }
}

function makeFirst(db: LensDatabase): void {
  const batches = db.createObjectStore('batches', { keyPath: 'id', autoIncrement: true });
  batches.createIndex('by-doc', ['doc', 'n'], { unique: true });
  batches.createIndex('by-session', ['session', 'id']);
  db.createObjectStore('sessions', { keyPath: 'session' });
  db.createObjectStore('recordings', { keyPath: 'id', autoIncrement: true });
  db.createObjectStore('files');
  // Panels request ids above the last received one, even after the database was deleted and created again: new ids
  // continue above all earlier ones.
  const id = Date.now() * IDS_A_MS;
  void batches.add({ id, session: '', tab: -1, frame: -1, doc: '', n: -1, body: '[]' });
  void batches.delete(id);
}

/** False after the connection was closed; there is no other test, and not every closing fires an event. */
function isUsable(db: LensDatabase): boolean {
  try {
    db.transaction('sessions');
    return true;
  } catch {
    // InvalidStateError: closed.
    return false;
  }
}

/** Waits for a transaction and returns the result of `write`; both are awaited so that neither rejection goes unhandled. */
export async function written<T>(
  tx: { readonly error: DOMException | null; readonly done: Promise<void> },
  write: () => Promise<T>,
): Promise<T> {
  const [wrote, done] = await Promise.allSettled([write(), tx.done]);
  // The transaction has the reason of the failure; its requests may lack it.
  if (wrote.status === 'rejected') throw tx.error ?? wrote.reason;
  if (done.status === 'rejected') throw tx.error ?? done.reason;
  return wrote.value;
}
