// What the library shows, and what can be done in it.
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '@/lib/core/json/reason';
import { cleanWords, type SavedRecording } from '@/lib/messages/library';
import type { LibraryState, StoredSession } from '@/lib/messages/messages';
import type { Library } from '@/lib/panel/library';
import type { Session } from '@/lib/panel/session';
import type { Shown } from '@/lib/panel/shown';
import { sourceFrom } from '@/lib/panel/source';
import type { Workspace } from '@/lib/panel/workspace';
import { openRecent, openSaved } from '../files/open';
import { recordingOf } from '../files/write-file';
import { library as WORDS } from '../texts/library';
import type { Sorting } from '../ui/data-grid';
import { factsOf, readAside, titleOf } from './facts';
import { packed } from './pack';
import { foundRows, type SavedColumn, sortedRows } from './rows';

/** The lists. */
export const LISTS = ['saved', 'recent'] as const;
/** One of LISTS. */
export type ListId = (typeof LISTS)[number];

/** The library of a panel. */
export interface LibraryModel {
  /** Undefined until it was read. */
  readonly state: ReadonlySignal<LibraryState | undefined>;
  /** What went wrong last, one sentence. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** What was done last, one sentence. */
  readonly done: ReadonlySignal<string | undefined>;
  /** Whether something is being saved. */
  readonly isSaving: ReadonlySignal<boolean>;
  readonly list: Signal<ListId>;
  readonly search: Signal<string>;
  readonly sorting: Signal<Sorting<SavedColumn>>;
  /** The saved recordings as they are listed. */
  readonly saved: ReadonlySignal<readonly SavedRecording[]>;
  /** Those that can be restored, the newest deletion first. */
  readonly deleted: ReadonlySignal<readonly SavedRecording[]>;
  /** The sessions that were not saved and hold more than visited pages. */
  readonly recent: ReadonlySignal<readonly StoredSession[]>;
  /** Id of the recording that is chosen. */
  readonly chosen: Signal<number | undefined>;
  /** The session that is chosen. */
  readonly chosenRecent: Signal<string | undefined>;
  /** The recording that the session on screen is of: it was opened from there, or saved as it. */
  readonly original: ReadonlySignal<SavedRecording | undefined>;
  /** Saves the session on screen, up to now, as one more recording. */
  saveShown(name: string): Promise<void>;
  /** Saves it in place of its original, which can be restored. */
  saveAgain(name: string): Promise<void>;
  saveRecent(session: StoredSession): Promise<void>;
  /** Opens it in place of the live session; true if that worked. */
  open(row: SavedRecording): Promise<boolean>;
  openRecent(session: StoredSession): Promise<void>;
  /** Changes its words; true if that worked. */
  edit(row: SavedRecording, words: Parameters<Library['edit']>[1]): Promise<boolean>;
  duplicate(row: SavedRecording): Promise<void>;
  remove(row: SavedRecording): Promise<void>;
  /** Restores what was deleted last. */
  undo(): Promise<void>;
  purge(): Promise<void>;
  forget(session: StoredSession): Promise<void>;
  forgetAll(): Promise<void>;
  /** Reads the library again. */
  again(): void;
  dispose(): void;
}

/** The recording that a session was last saved as. */
const savedAs = new WeakMap<Session, number>();

/** What a recording is called in the list. */
export function nameOfRow({ id, name }: Pick<SavedRecording, 'id' | 'name'>): string {
  return name === '' ? WORDS.unnamed(id) : name;
}

/** The stored session that is on screen, if it is one. */
export function storedSession({ shown, sessionId }: Workspace): string | undefined {
  const { name, from } = shown.value;
  if (name === undefined) return sessionId.value;
  return from?.kind === 'recent' ? from.session : undefined;
}

/** What is chosen when a row goes: the next one, or the last. */
function neighbour(rows: readonly SavedRecording[], id: number): number | undefined {
  const at = rows.findIndex((row) => row.id === id);
  return (rows[at + 1] ?? rows[at - 1])?.id;
}

/** Looks at the library until it is disposed of. */
export function createLibraryModel(workspace: Workspace, library: Library): LibraryModel {
  const state = signal<LibraryState | undefined>(undefined);
  /** Why the list could not be read; why what was done last did not work. */
  const unread = signal<string | undefined>(undefined);
  const undone = signal<string | undefined>(undefined);
  const done = signal<string | undefined>(undefined);
  const isSaving = signal(false);
  const list = signal<ListId>('saved');
  const search = signal('');
  const sorting = signal<Sorting<SavedColumn>>({ by: 'when', isDescending: true });
  const chosen = signal<number | undefined>(undefined);
  const sorted = computed(() => sortedRows(state.value?.saved ?? [], sorting.value));
  const saved = computed(() => foundRows(sorted.value, search.value));
  const original = computed(() => {
    const { session, name, from } = workspace.shown.value;
    const rows = state.value?.saved ?? [];
    // The live session goes on: what was saved of it is a part.
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

  /** Does something, and says why it did not work; undefined then. */
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
  /** What is saved: read first, if it has to be; its name, where somebody has said one; its stored session. */
  interface Wanted {
    read(): Promise<Pick<Shown, 'session' | 'name' | 'from'>>;
    readonly name: string;
    readonly session: string | undefined;
    readonly over?: SavedRecording | undefined;
  }
  const save = ({ read, session, over, ...said }: Wanted): Promise<void> =>
    attempt(async () => {
      isSaving.value = true;
      const shown = await read();
      // As it will be listed.
      const { name = '' } = cleanWords({ name: said.name.trim() || titleOf(shown) });
      const facts = factsOf(shown.session);
      const bytes = await packed(await recordingOf(workspace, shown));
      const words = { name, tags: over?.tags ?? [], note: over?.note ?? '' };
      const id = await library.save({ words, facts, bytes, session });
      savedAs.set(shown.session, id);
      // Only now: at no moment is there none of them.
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
    const shown = workspace.shown.peek();
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
        const aside = await readAside(workspace.shown.peek().session, found.batches, source);
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
    async openRecent(session) {
      await attempt(() => openRecent(workspace, session));
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
      // Before the row goes, so that there is always one to go on from.
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
    async forget({ session }) {
      await attempt(() => workspace.host.forgetRecent(session));
    },
    async forgetAll() {
      await attempt(() => library.forgetAll());
    },
    again() {
      stop();
      unread.value = undefined;
      stop = start();
    },
    dispose: () => stop(),
  };
}
