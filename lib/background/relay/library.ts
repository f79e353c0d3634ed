// Answers panels about saved recordings, and sends them changes. A deleted recording can be restored for a while, in
// any panel; later reads of the library delete it permanently.
import { base64Slices, parseSlices } from '../../messages/base64';
import type { Recordings, Room, SavedRecording } from '../../messages/library';
import { RESTORABLE_MS, SLICE_LENGTH } from '../../messages/limits';
import type { FromPanel, ToPanel } from '../../messages/messages';
import { isFull, isListed, type Store } from '../../messages/store';

export interface LibraryParts {
  readonly recordings: Recordings;
  readonly disk: Store;
  /** For private windows, of which nothing is saved. */
  readonly memory: Store;
  readonly room: () => Promise<Room>;
  readonly nowMs: () => number;
}

export interface LibraryDesk {
  readonly answer: (message: FromPanel) => Promise<void>;
  readonly closed: () => void;
}

export interface Library {
  readonly open: (post: (message: ToPanel) => void) => LibraryDesk;
  /** Sends the library to all panels that show it. */
  readonly changed: () => void;
  readonly purge: () => Promise<void>;
}

const GONE = 'This recording is no longer stored.';
const BROKEN = 'The recording did not arrive whole. Save it again.';
const PRIVATE = 'Sessions of private windows are kept in memory only. Export it to keep it as a file.';
const FULL =
  'The disk is full: nothing in the library was changed. Delete recordings or forget sessions that you do not need, and try again.';

/** Browsers have errors without a message. */
function sentenceOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: `${error}` };
  return message || `The browser refused (${name}). Try again.`;
}

type Save = Extract<FromPanel, { readonly kind: 'save' }>;

export function createLibrary({ recordings, disk, memory, room, nowMs }: LibraryParts): Library {
  const watchers = new Set<(message: ToPanel) => void>();

  const removeDeleted = async (isOver: (row: SavedRecording) => boolean): Promise<boolean> =>
    (await recordings.remove((row) => row.deletedMs !== undefined && isOver(row))) > 0;
  const purge = async (): Promise<void> => {
    const now = nowMs();
    // The absolute difference: a clock that was set back must not delay the deletion for years.
    await removeDeleted(({ deletedMs = now }) => Math.abs(now - deletedMs) >= RESTORABLE_MS);
  };
  const message = async (): Promise<ToPanel> => {
    await purge();
    const [saved, recent, removed, space] = await Promise.all([
      recordings.list(),
      disk.sessions(),
      disk.removed(),
      room().catch(() => ({})),
    ]);
    return { kind: 'library', library: { saved, recent: recent.filter(isListed), removed, room: space } };
  };
  const changed = async (): Promise<void> => {
    if (watchers.size === 0) return;
    try {
      const change = await message();
      for (const post of watchers) post(change);
    } catch (error) {
      for (const post of watchers) post({ kind: 'failed', sentence: `The library cannot be read. ${error}` });
    }
  };
  /** Deletes restorable recordings before refusing. */
  const withRoom = async <T>(write: () => Promise<T>): Promise<T> => {
    try {
      return await write();
    } catch (error) {
      if (!isFull(error)) throw error;
      if (!(await removeDeleted(() => true))) throw new Error(FULL, { cause: error });
    }
    return write().catch((error: unknown) => {
      throw isFull(error) ? new Error(FULL, { cause: error }) : error;
    });
  };

  return {
    purge,
    changed: () => void changed(),
    open(post) {
      /** The parts received so far; if the connection breaks, nothing is saved. */
      let parts: string[] = [];
      const save = async (asked: Save): Promise<void> => {
        parts.push(asked.part);
        if (asked.more) return;
        const bytes = parseSlices(parts);
        parts = [];
        if (bytes === undefined) throw new Error(BROKEN);
        const isPrivate = asked.session !== undefined && (await memory.session(asked.session)) !== undefined;
        if (isPrivate) throw new Error(PRIVATE);
        const { words, facts } = asked;
        post({ kind: 'saved', id: await withRoom(() => recordings.save(words, facts, bytes)) });
      };
      const load = async (id: number): Promise<void> => {
        const bytes = await recordings.load(id);
        if (bytes === undefined) throw new Error(GONE);
        const slices = [...base64Slices(bytes, SLICE_LENGTH)];
        for (const [at, part] of slices.entries()) post({ kind: 'file', part, more: at < slices.length - 1 });
      };
      /** Executes messages that change the library; false for others. */
      const change = async (asked: FromPanel): Promise<boolean> => {
        switch (asked.kind) {
          case 'save':
            await save(asked);
            return !asked.more;
          case 'duplicate': {
            const id = await withRoom(() => recordings.duplicate(asked.id, asked.name));
            if (id === undefined) throw new Error(GONE);
            post({ kind: 'saved', id });
            return true;
          }
          case 'edit':
            if (!(await withRoom(() => recordings.edit(asked.id, asked.words)))) throw new Error(GONE);
            break;
          case 'delete': {
            const isThere = await withRoom(() => recordings.setDeleted(asked.id, asked.isDeleted));
            // Another panel may have deleted it permanently, which is the goal of deleting.
            if (!isThere && !asked.isDeleted) throw new Error(GONE);
            break;
          }
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
            post({ kind: 'failed', sentence: sentenceOf(error) });
          }
        },
        closed: () => watchers.delete(post),
      };
    },
  };
}
