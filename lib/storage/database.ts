// The extension's database and its object stores.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Removed, SavedRecording } from '../wire/library';
import type { StoredBatch, StoredSession } from '../wire/messages';

/** A batch as it is stored. Its field `frame` is the batch's `frameId`: stored rows outlive names in the code. */
export interface BatchRow extends Omit<StoredBatch, 'id' | 'frameId'> {
  readonly id?: number;
  readonly frame: number;
}

/** A recording as it is stored. */
export type RecordingRow = Omit<SavedRecording, 'id' | 'damage'> & { readonly id?: number };

/** The object stores. */
interface LensSchema extends DBSchema {
  batches: {
    key: number;
    value: BatchRow;
    indexes: { 'by-doc': [string, number]; 'by-session': [string, number] };
  };
  sessions: { key: string; value: StoredSession };
  /** Since version 1; rows of that version have a name, `savedMs` and `size` only. */
  recordings: { key: number; value: RecordingRow };
  /** The bytes of a recording, apart from its row, so that listing does not read them. */
  files: { key: number; value: Blob };
  /** Sessions that fell out of Recent. Since version 2. */
  removed: { key: number; value: Removed };
}

/** The open database. */
export type LensDatabase = IDBPDatabase<LensSchema>;

/** Returns the open database, reopening it if the browser closed it. */
export type OpenDatabase = () => Promise<LensDatabase>;

const VERSION = 2;

const NEWER = 'The database was written by a newer version of AG-UI Lens; update the extension to go on.';
const BLOCKED = 'An older window of AG-UI Lens holds the database; close it, or restart the browser.';

/** Keeps a database open, and reopens it when it was closed. */
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

/** Opens a database; `closed` is called when it is to be opened again. Never waits for others to let it. */
function openOnce(name: string, closed: () => void): Promise<LensDatabase> {
  return new Promise((resolve, reject) => {
    const opening = openDB<LensSchema>(name, VERSION, {
      upgrade,
      blocked: () => reject(new Error(BLOCKED)),
      blocking: async () => {
        // It is to be deleted, or a newer version of the extension is waiting for us: let it through.
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

// No database gets more batches than this in a millisecond.
const IDS_A_MS = 16;

/** From any older version to this one, step by step; a new database has version 0. */
function upgrade(db: LensDatabase, from: number): void {
  if (from < 1) makeFirst(db);
  if (from < 2) db.createObjectStore('removed', { autoIncrement: true });
}

function makeFirst(db: LensDatabase): void {
  const batches = db.createObjectStore('batches', { keyPath: 'id', autoIncrement: true });
  batches.createIndex('by-doc', ['doc', 'n'], { unique: true });
  batches.createIndex('by-session', ['session', 'id']);
  db.createObjectStore('sessions', { keyPath: 'session' });
  db.createObjectStore('recordings', { keyPath: 'id', autoIncrement: true });
  db.createObjectStore('files');
  // Panels ask for ids above the last one they got, also after the database was deleted and made again: its ids go on
  // above those of any before it.
  const id = Date.now() * IDS_A_MS;
  void batches.add({ id, session: '', tab: -1, frame: -1, doc: '', n: -1, body: '[]' });
  void batches.delete(id);
}

/** False once the connection was closed: there is no other way to tell, and not every closing fires an event. */
function isUsable(db: LensDatabase): boolean {
  try {
    db.transaction('sessions');
    return true;
  } catch {
    // InvalidStateError: closed.
    return false;
  }
}
