// Recordings that the user saved by name. Only the user deletes them.
import type { OpenDatabase, SavedRecording } from './database';

/** Saved recordings. */
interface Recordings {
  save(name: string, file: Blob, savedMs: number): Promise<SavedRecording>;
  /** All recordings, newest first, without their bytes. */
  list(): Promise<readonly SavedRecording[]>;
  load(id: number): Promise<Blob | undefined>;
  remove(id: number): Promise<void>;
}

/** The saved recordings in a database. */
export function createRecordings(open: OpenDatabase): Recordings {
  return {
    async save(name, file, savedMs) {
      const row = { name, savedMs, size: file.size };
      const tx = (await open()).transaction(['recordings', 'files'], 'readwrite');
      const write = async (): Promise<number> => {
        const id = await tx.objectStore('recordings').add(row);
        await tx.objectStore('files').put(file, id);
        return id;
      };
      const [id] = await Promise.all([write(), tx.done]);
      return { id, ...row };
    },
    async list() {
      const rows = await (await open()).getAll('recordings');
      return rows
        .flatMap(({ id, ...row }) => (id === undefined ? [] : [{ id, ...row }]))
        .sort((a, b) => b.savedMs - a.savedMs);
    },
    async load(id) {
      return (await open()).get('files', id);
    },
    async remove(id) {
      const tx = (await open()).transaction(['recordings', 'files'], 'readwrite');
      await Promise.all([
        tx.objectStore('recordings').delete(id),
        tx.objectStore('files').delete(id),
        tx.done,
      ]);
    },
  };
}
