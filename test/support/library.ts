// Recordings of a library that tests do not look into.

import type { SavedFacts, SavedRecording, SavedWords } from '@/lib/messages/library';
import type { LibraryState, StoredSession } from '@/lib/messages/messages';
import type { Library, LibraryEvents } from '@/lib/panel/library';

export const FACTS: SavedFacts = {
  startedMs: 1_700_000_000_000,
  durationMs: 1_500,
  sites: ['http://localhost:3000'],
  events: 12,
  runs: 2,
  errors: 1,
  warnings: 0,
  picture: ['0123', '9000'],
};

/** A name and nothing else. */
export const words = (name: string): SavedWords => ({ name, tags: [], note: '' });

/** A saved recording with what a test does not care about filled in. */
export function saved(over: Partial<SavedRecording> & { readonly id: number }): SavedRecording {
  return { ...FACTS, ...words(`recording ${over.id}`), savedMs: over.id * 1000, size: over.id, ...over };
}

/** A session of Recent with what a test does not care about filled in. */
export function recent(over: Partial<StoredSession> & { readonly session: string }): StoredSession {
  const times = { startedMs: 1_700_000_000_000, lastMs: 1_700_000_001_000 };
  return { tab: 1, url: '', length: 100, batches: 1, streams: 1, private: false, ...times, ...over };
}

/** A library in memory, with what it was asked for. */
export function fakeLibrary(rows: readonly SavedRecording[] = [], over: Partial<LibraryState> = {}) {
  let state: LibraryState = {
    saved: rows,
    recent: [],
    removed: [],
    room: { used: 1e6, quota: 2e9 },
    ...over,
  };
  const watchers = new Set<LibraryEvents>();
  const files = new Map<number, Uint8Array<ArrayBuffer>>();
  const set = (part: Partial<LibraryState>): void => {
    state = { ...state, ...part };
    for (const { changed } of watchers) changed(state);
  };
  const change = (id: number, to: (row: SavedRecording) => SavedRecording | undefined): Promise<void> => {
    set({ saved: state.saved.flatMap((row) => (row.id === id ? (to(row) ?? []) : row)) });
    return Promise.resolve();
  };
  let last = Math.max(0, ...rows.map(({ id }) => id));
  const add = (row: SavedRecording, bytes: Uint8Array<ArrayBuffer>): Promise<number> => {
    files.set(row.id, bytes);
    set({ saved: [row, ...state.saved] });
    return Promise.resolve(row.id);
  };
  const library: Library = {
    watch(listener) {
      watchers.add(listener);
      listener.changed(state);
      return () => watchers.delete(listener);
    },
    save: ({ words: patch, facts, bytes }) =>
      add({ ...facts, ...patch, id: ++last, savedMs: last * 1000, size: bytes.length }, bytes),
    edit: (id, patch) => change(id, (row) => ({ ...row, ...patch })),
    duplicate: (id, name) => {
      const row = state.saved.find((each) => each.id === id) ?? saved({ id });
      return add({ ...row, id: ++last, name }, files.get(id) ?? new Uint8Array(0));
    },
    remove: (id) => change(id, (row) => ({ ...row, deletedMs: 1 })),
    restore: (id) => change(id, ({ deletedMs: _deletedMs, ...row }) => row),
    purge: () => {
      set({ saved: state.saved.filter(({ deletedMs }) => deletedMs === undefined) });
      return Promise.resolve();
    },
    load: (id) => {
      const bytes = files.get(id);
      return bytes === undefined
        ? Promise.reject(new Error('This recording is no longer stored.'))
        : Promise.resolve(bytes);
    },
    begin: () => Promise.resolve({ batches: [], more: false }),
    forgetAll: () => {
      set({ recent: [], removed: [] });
      return Promise.resolve();
    },
  };
  return {
    library,
    files,
    set,
    get state() {
      return state;
    },
    fail(sentence: string): void {
      for (const { failed } of watchers) failed(sentence);
    },
  };
}
