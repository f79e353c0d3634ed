// The store of saved recordings. Only the user deletes them.
import { cleanWords, parseSaved, type Recordings, type SavedRecording } from '../../messages/library';
import { type LensDatabase, type OpenDatabase, type RecordingRow, written } from './database';

/** Rows by key; an unreadable row does not hide others. */
async function rowsOf(db: LensDatabase): Promise<ReadonlyMap<number, unknown>> {
  const keys = await db.getAllKeys('recordings');
  const all = await db.getAll('recordings').catch(() => undefined);
  if (all?.length === keys.length) return new Map(keys.map((key, at) => [key, all[at]]));
  const rows = await Promise.allSettled(keys.map((key) => db.get('recordings', key)));
  return new Map(
    rows.map((row, at) => [keys[at] ?? -1, row.status === 'fulfilled' ? row.value : UNREADABLE]),
  );
}

const UNREADABLE = 'unreadable';

/** Runs tasks one after the other, even after failures. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}

export function createRecordings(open: OpenDatabase, nowMs: () => number): Recordings {
  /** Serializes read-and-write tasks of several panels. */
  const inTurn = createTurns();
  /** Adds a row and its bytes, both or neither. */
  const add = async (row: RecordingRow, file: Blob): Promise<number> => {
    const tx = (await open()).transaction(['recordings', 'files'], 'readwrite');
    return written(tx, async () => {
      const id = await tx.objectStore('recordings').add(row);
      await tx.objectStore('files').put(file, id);
      return id;
    });
  };
  /** Updates a row; false if neither it nor its bytes exist. */
  const change = (id: number, to: (old: SavedRecording) => RecordingRow): Promise<boolean> =>
    inTurn(async () => {
      const db = await open();
      // Outside of the writing transaction: an unreadable row would abort it.
      const row: unknown = await db.get('recordings', id).catch(() => UNREADABLE);
      const hasFile = (await db.getKey('files', id)) !== undefined;
      const isThere = row !== undefined || hasFile;
      const { damage: _damage, ...old } = parseSaved(id, row, hasFile);
      if (!isThere) return false;
      const tx = db.transaction('recordings', 'readwrite');
      await written(tx, () => tx.store.put({ ...to(old), id }));
      return true;
    });
  const list = async (): Promise<readonly SavedRecording[]> => {
    const db = await open();
    const [rows, files] = await Promise.all([rowsOf(db), db.getAllKeys('files')]);
    const hasFile = new Set(files);
    const ids = [...new Set([...rows.keys(), ...files])];
    return ids
      .map((id) => parseSaved(id, rows.get(id), hasFile.has(id)))
      .sort((a, b) => b.savedMs - a.savedMs || b.id - a.id);
  };
  return {
    list,
    save(words, facts, bytes) {
      const row = { name: '', tags: [], note: '', ...cleanWords(words), ...facts };
      return add({ ...row, savedMs: nowMs(), size: bytes.length }, new Blob([bytes]));
    },
    edit: (id, words) => change(id, (old) => ({ ...old, ...cleanWords(words) })),
    async duplicate(id, name) {
      const db = await open();
      const row: unknown = await db.get('recordings', id).catch(() => UNREADABLE);
      const file = await db.get('files', id);
      if (file === undefined) return undefined;
      const { id: _id, deletedMs: _deletedMs, damage: _damage, ...copy } = parseSaved(id, row, true);
      return add({ ...copy, ...cleanWords({ name }), savedMs: nowMs() }, file);
    },
    setDeleted: (id, isDeleted) =>
      change(id, ({ deletedMs: _deletedMs, ...old }) => ({
        ...old,
        ...(isDeleted && { deletedMs: nowMs() }),
      })),
    async load(id) {
      const file = await (await open()).get('files', id);
      return file && new Uint8Array(await file.arrayBuffer());
    },
    remove: (isWanted) =>
      inTurn(async () => {
        const ids = (await list()).filter(isWanted).map(({ id }) => id);
        if (ids.length === 0) return 0;
        const tx = (await open()).transaction(['recordings', 'files'], 'readwrite');
        for (const id of ids) {
          // Not awaited one by one: `done` waits for all of them.
          void tx.objectStore('recordings').delete(id);
          void tx.objectStore('files').delete(id);
        }
        await tx.done;
        return ids.length;
      }),
  };
}
