// State and actions of the library.
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '@/lib/core/json/reason';
import { cleanWords, type SavedRecording } from '@/lib/messages/library';
import type { LibraryState, StoredSession } from '@/lib/messages/messages';
import type { Library } from '@/lib/panel/library';
import type { OpenSession } from '@/lib/panel/open-session';
import type { Session } from '@/lib/panel/session';
import { sourceFrom } from '@/lib/panel/source';
import type { Workspace } from '@/lib/panel/workspace';
import { recordingOf } from '../export/save-file';
import { compressed } from '../files/compress-blob';
import { openRecent, openSaved } from '../files/open';
import { sortingOf, sortTable } from '../shared/sorting';
import { library as WORDS } from '../texts/library';
import type { Sorting } from '../ui/data-grid';
import { factsOf, readAside, titleOf } from './facts';
import { foundRows, SAVED_COLUMNS, type SavedColumn, sortedRows } from './rows';

export const LISTS = ['saved', 'recent'] as const;
type ListId = (typeof LISTS)[number];

export interface LibraryModel {
  /** Undefined until read. */
  readonly state: ReadonlySignal<LibraryState | undefined>;
  readonly failure: ReadonlySignal<string | undefined>;
  /** Last result, one sentence. */
  readonly done: ReadonlySignal<string | undefined>;
  readonly isSaving: ReadonlySignal<boolean>;
  readonly list: Signal<ListId>;
  readonly search: Signal<string>;
  readonly sorting: ReadonlySignal<Sorting<SavedColumn>>;
  sort(next: Sorting<SavedColumn> | undefined): void;
  /** As listed: searched and sorted. */
  readonly saved: ReadonlySignal<readonly SavedRecording[]>;
  /** Recordings that can be restored, latest deletion first. */
  readonly deleted: ReadonlySignal<readonly SavedRecording[]>;
  /** Unsaved sessions with at least one stream. */
  readonly recent: ReadonlySignal<readonly StoredSession[]>;
  readonly chosen: Signal<number | undefined>;
  readonly chosenRecent: Signal<string | undefined>;
  /** The recording that the session on screen was opened from or saved as. */
  readonly original: ReadonlySignal<SavedRecording | undefined>;
  saveShown(name: string): Promise<void>;
  /** Replaces the original, which can be restored. */
  saveAgain(name: string): Promise<void>;
  saveRecent(session: StoredSession): Promise<void>;
  open(row: SavedRecording): Promise<boolean>;
  openRecent(session: StoredSession, title: string | undefined): Promise<void>;
  edit(row: SavedRecording, words: Parameters<Library['edit']>[1]): Promise<boolean>;
  duplicate(row: SavedRecording): Promise<void>;
  remove(row: SavedRecording): Promise<void>;
  undo(): Promise<void>;
  purge(): Promise<void>;
  /** The session that was deleted last; it can be restored. */
  readonly forgotten: ReadonlySignal<StoredSession | undefined>;
  forget(session: StoredSession): Promise<void>;
  undoForget(): Promise<void>;
  forgetAll(): Promise<void>;
  again(): void;
  dispose(): void;
}

const NEWEST_FIRST = { by: 'when', isDescending: true } as const;

/** Recording of each session that was saved. */
const savedAs = new WeakMap<Session, number>();

export function nameOfRow({ id, name }: Pick<SavedRecording, 'id' | 'name'>): string {
  return name === '' ? WORDS.unnamed(id) : name;
}

export function storedSession({ current, sessionId }: Workspace): string | undefined {
  const { name, from } = current.value;
  if (name === undefined) return sessionId.value;
  return from?.kind === 'recent' ? from.session : undefined;
}

/** Selection after a row is removed: the next row, or the last. */
function neighbour(rows: readonly SavedRecording[], id: number): number | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return (rows[at + 1] ?? rows[at - 1])?.id;
}

export function createLibraryModel(workspace: Workspace, library: Library): LibraryModel {
  const state = signal<LibraryState | undefined>(undefined);
  /** Errors of reading the list, and of the last action. */
  const unread = signal<string | undefined>(undefined);
  const undone = signal<string | undefined>(undefined);
  const done = signal<string | undefined>(undefined);
  const forgotten = signal<StoredSession | undefined>(undefined);
  const isSaving = signal(false);
  const list = signal<ListId>('saved');
  const search = signal('');
  const { settings } = workspace;
  const sorting = computed(() => sortingOf(settings, 'saved', SAVED_COLUMNS) ?? NEWEST_FIRST);
  const chosen = signal<number | undefined>(undefined);
  const sorted = computed(() => sortedRows(state.value?.saved ?? [], sorting.value));
  const saved = computed(() => foundRows(sorted.value, search.value));
  const original = computed(() => {
    const { session, name, from } = workspace.current.value;
    const rows = state.value?.saved ?? [];
    // A recording of the live session contains only its beginning.
    if (name === undefined) return undefined;
    const id = savedAs.get(session) ?? (from?.kind === 'saved' ? from.id : undefined);
    return rows.find((row) => row.id === id && row.deletedMs === undefined);
  });
  const deleted = computed(() =>
    (state.value?.saved ?? [])
      .filter(({ deletedMs }) => deletedMs !== undefined)
      .sort((a, b) => (b.deletedMs ?? 0) - (a.deletedMs ?? 0)),
  );
  const start = () =>
    library.watch({
      changed(next) {
        batch(() => {
          state.value = next;
          unread.value = undefined;
        });
      },
      failed: (sentence) => {
        unread.value = state.peek() === undefined ? WORDS.unreadable(sentence) : sentence;
      },
    });
  let stop = start();

  /** Undefined if the action fails, which sets the error. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    undone.value = undefined;
    done.value = undefined;
    try {
      return await work();
    } catch (error) {
      undone.value = messageOf(error);
      return undefined;
    }
  };
  interface Wanted {
    read(): Promise<Pick<OpenSession, 'session' | 'name' | 'from'>>;
    readonly name: string;
    readonly session: string | undefined;
    readonly over?: SavedRecording | undefined;
  }
  const save = ({ read, session, over, ...texts }: Wanted): Promise<void> =>
    attempt(async () => {
      isSaving.value = true;
      const shown = await read();
      // Cleaned as in the list.
      const { name = '' } = cleanWords({ name: texts.name.trim() || titleOf(shown) });
      const facts = factsOf(shown.session);
      const bytes = await compressed(await recordingOf(workspace, shown));
      const words = { name, tags: over?.tags ?? [], note: over?.note ?? '' };
      const id = await library.save({ words, facts, bytes, session });
      savedAs.set(shown.session, id);
      // Removed last, so that one of the two always exists.
      if (over !== undefined) await library.remove(over.id);
      batch(() => {
        chosen.value = id;
        list.value = 'saved';
        search.value = '';
        const listed = nameOfRow({ id, name });
        done.value = over === undefined ? WORDS.savedAs(listed) : WORDS.savedAgain(listed);
      });
    }).finally(() => (isSaving.value = false));

  const onScreen = (): Pick<Wanted, 'read' | 'session'> => {
    const shown = workspace.current.peek();
    const read = () => shown.session.reading.settled().then(() => shown);
    return { read, session: storedSession(workspace) };
  };

  return {
    state,
    failure: computed(() => undone.value ?? unread.value),
    done,
    isSaving,
    list,
    search,
    sorting,
    sort: (next) => sortTable(settings, 'saved', next),
    saved,
    deleted,
    recent: computed(() => (state.value?.recent ?? []).filter(({ streams }) => streams > 0)),
    chosen,
    chosenRecent: signal(undefined),
    original,
    saveShown: (name) => save({ ...onScreen(), name }),
    saveAgain: (name) => save({ ...onScreen(), name, over: original.peek() }),
    saveRecent({ session, url }) {
      const source = sourceFrom((after) => workspace.host.openRecent(session, after));
      const read = async () => {
        const found = await source.batches(-1);
        if ('gone' in found) throw new Error(found.gone);
        const aside = await readAside(workspace.current.peek().session, found.batches, source);
        return { ...aside, name: url };
      };
      return save({ read, name: '', session });
    },
    async open(row) {
      const isOpen = await attempt(async () => {
        await openSaved(workspace, { id: row.id, name: nameOfRow(row) }, await library.load(row.id));
        return true;
      });
      return isOpen === true;
    },
    async openRecent(session, title) {
      await attempt(() => openRecent(workspace, session, title));
    },
    async edit({ id }, words) {
      const isDone = await attempt(() => library.edit(id, words).then(() => true));
      return isDone === true;
    },
    async duplicate(row) {
      const id = await attempt(() => library.duplicate(row.id, WORDS.copyOf(nameOfRow(row))));
      if (id !== undefined) chosen.value = id;
    },
    async remove({ id }) {
      // Before the row is removed, so that a neighbour exists.
      chosen.value = neighbour(saved.peek(), id);
      await attempt(() => library.remove(id));
      if (undone.peek() !== undefined) chosen.value = id;
    },
    async undo() {
      const [newest] = deleted.peek();
      if (newest === undefined) return;
      chosen.value = newest.id;
      await attempt(() => library.restore(newest.id));
    },
    async purge() {
      await attempt(() => library.purge());
    },
    forgotten,
    async forget(row) {
      await attempt(() => workspace.host.forgetRecent(row.session, true));
      if (undone.peek() === undefined) forgotten.value = row;
    },
    async undoForget() {
      const row = forgotten.peek();
      if (row === undefined) return;
      await attempt(() => workspace.host.forgetRecent(row.session, false));
      if (undone.peek() === undefined) forgotten.value = undefined;
    },
    async forgetAll() {
      await attempt(() => library.forgetAll());
      forgotten.value = undefined;
    },
    again() {
      stop();
      unread.value = undefined;
      stop = start();
    },
    dispose: () => stop(),
  };
}
