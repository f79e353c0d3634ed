// The library's side of the background: what panels ask of saved recordings, and who is told when something changes. What
// was deleted can be restored for a while, in any panel and whatever was closed in between; then it goes for good, the
// next time that somebody looks.
import { base64Slices, parseSlices } from '../wire/base64';
import type { Recordings, Room, SavedRecording } from '../wire/library';
import { SLICE_LENGTH, UNDO_MS } from '../wire/limits';
import type { FromPanel, ToPanel } from '../wire/messages';
import type { Store } from '../wire/store';

/** What the library needs. */
export interface LibraryParts {
  readonly recordings: Recordings;
  readonly disk: Store;
  /** For private windows: nothing of it is saved. */
  readonly memory: Store;
  readonly room: () => Promise<Room>;
  readonly nowMs: () => number;
}

/** One panel that asks. */
export interface LibraryDesk {
  /** Answers what is about the library; fails where the store does. */
  readonly answer: (message: FromPanel) => Promise<void>;
  readonly closed: () => void;
}

/** The library. */
export interface Library {
  readonly open: (post: (message: ToPanel) => void) => LibraryDesk;
  /** Tells everybody who looks at the library that it has changed. */
  readonly changed: () => void;
  /** Deletes for good what can no longer be restored. */
  readonly purge: () => Promise<void>;
}

const GONE = 'This recording is no longer stored.';
const BROKEN = 'The recording did not arrive whole. Save it again.';
const PRIVATE = 'Sessions of private windows are kept in memory only. Export it to keep it as a file.';
const FULL =
  'The disk is full: the recording was not saved. Delete recordings or forget sessions that you do not need, and save it again.';

const isFull = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';

type Save = Extract<FromPanel, { readonly kind: 'save' }>;

/** Creates the library; nobody looks at it yet. */
export function createLibrary({ recordings, disk, memory, room, nowMs }: LibraryParts): Library {
  const watchers = new Set<(message: ToPanel) => void>();

  const removeDeleted = async (isOver: (row: SavedRecording) => boolean): Promise<boolean> => {
    const over = (await recordings.list()).filter((row) => row.deletedMs !== undefined && isOver(row));
    if (over.length > 0) await recordings.remove(over.map(({ id }) => id));
    return over.length > 0;
  };
  const purge = async (): Promise<void> => {
    const now = nowMs();
    // A clock that was set back must not keep it for years.
    await removeDeleted(({ deletedMs = now }) => Math.abs(now - deletedMs) >= UNDO_MS);
  };
  const message = async (): Promise<ToPanel> => {
    await purge();
    const [saved, recent, removed, space] = await Promise.all([
      recordings.list(),
      disk.sessions(),
      disk.removed(),
      room().catch(() => ({})),
    ]);
    return { kind: 'library', library: { saved, recent, removed, room: space } };
  };
  const changed = async (): Promise<void> => {
    if (watchers.size === 0) return;
    try {
      const news = await message();
      for (const post of watchers) post(news);
    } catch (error) {
      for (const post of watchers) post({ kind: 'failed', sentence: `The library cannot be read. ${error}` });
    }
  };
  /** What was deleted makes room before anything is refused. */
  const saveWhole = async ({ words, facts }: Save, bytes: Uint8Array<ArrayBuffer>): Promise<number> => {
    const save = () => recordings.save(words, facts, bytes);
    try {
      return await save();
    } catch (error) {
      if (!isFull(error)) throw error;
      if (!(await removeDeleted(() => true))) throw new Error(FULL, { cause: error });
    }
    return save().catch((error: unknown) => {
      throw isFull(error) ? new Error(FULL, { cause: error }) : error;
    });
  };

  return {
    purge,
    changed: () => void changed(),
    open(post) {
      /** The parts of what is being saved; a line that breaks in between leaves nothing. */
      let parts: string[] = [];
      const save = async (asked: Save): Promise<void> => {
        parts.push(asked.part);
        if (asked.more) return;
        const bytes = parseSlices(parts);
        parts = [];
        if (bytes === undefined) throw new Error(BROKEN);
        const isPrivate = asked.session !== undefined && (await memory.session(asked.session)) !== undefined;
        if (isPrivate) throw new Error(PRIVATE);
        post({ kind: 'saved', id: await saveWhole(asked, bytes) });
      };
      const load = async (id: number): Promise<void> => {
        const bytes = await recordings.load(id);
        if (bytes === undefined) throw new Error(GONE);
        const slices = [...base64Slices(bytes, SLICE_LENGTH)];
        for (const [at, part] of slices.entries()) post({ kind: 'file', part, more: at < slices.length - 1 });
      };
      /** Does what changes the library; false for what does not. */
      const change = async (asked: FromPanel): Promise<boolean> => {
        switch (asked.kind) {
          case 'save':
            await save(asked);
            return !asked.more;
          case 'duplicate': {
            const id = await recordings.duplicate(asked.id, asked.name);
            if (id === undefined) throw new Error(GONE);
            post({ kind: 'saved', id });
            return true;
          }
          case 'edit':
            if (!(await recordings.edit(asked.id, asked.words))) throw new Error(GONE);
            break;
          case 'delete':
            await recordings.setDeleted(asked.id, asked.isDeleted);
            break;
          case 'purge':
            await removeDeleted(() => true);
            break;
          default:
            return false;
        }
        post({ kind: 'done' });
        return true;
      };
      const ask = async (asked: FromPanel): Promise<void> => {
        if (asked.kind === 'load') return load(asked.id);
        if (asked.kind === 'library') {
          watchers.add(post);
          return post(await message());
        }
        if (await change(asked)) await changed();
      };
      return {
        async answer(asked) {
          try {
            await ask(asked);
          } catch (error) {
            post({ kind: 'failed', sentence: error instanceof Error ? error.message : `${error}` });
          }
        },
        closed: () => watchers.delete(post),
      };
    },
  };
}
