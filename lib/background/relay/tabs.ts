// The session of each tab, and its capture switch. They outlive the background within one run of the browser, in a
// memo that the browser clears when it quits: tab ids start over then.

export interface TabMemory {
  /** Id of this run of the browser; part of every session id. */
  readonly run: string;
  readonly tabs: Readonly<Record<string, TabState>>;
}

/** Adapter of storage.session. */
export interface Memo {
  load(): Promise<unknown>;
  save(memory: TabMemory): Promise<void>;
}

export interface Tabs {
  /** The session that the tab writes to, created if there is none. */
  readonly sessionFor: (tab: number, isPrivate: boolean) => string;
  readonly session: (tab: number) => string | undefined;
  /** A session for documents of unknown tabs. */
  readonly sessionOfNoTab: () => string;
  readonly isRecording: (tab: number) => boolean;
  readonly isPrivate: (tab: number) => boolean;
  /** True if a panel shows the tab, or did when the background last ran. */
  readonly isWatched: (tab: number) => boolean;
  readonly watch: (tab: number, on: boolean) => void;
  readonly watched: () => readonly number[];
  readonly isClosed: (tab: number) => boolean;
  readonly record: (tab: number, on: boolean) => void;
  /** The next batch begins a new session. */
  readonly clear: (tab: number) => void;
  /** The tab is closed. Last messages of its documents may arrive later (in Firefox they do). */
  readonly closed: (tab: number) => void;
  readonly inUse: () => ReadonlySet<string>;
  /** True for sessions of this run of the browser. */
  readonly isOurs: (session: string) => boolean;
}

interface TabState {
  session?: string;
  isOff: boolean;
  isPrivate: boolean;
  isClosed: boolean;
  isWatched: boolean;
}

// Number of closed tabs that are remembered. Tab ids are unique within one run.
const CLOSED_MAX = 64;

/** Restores the tabs from the memo, which never contains private ones. */
export async function createTabs(memo: Memo, newId: () => string): Promise<Tabs> {
  const loaded = parseMemory(await memo.load());
  const run = loaded?.run ?? newId();
  const loadedTabs = Object.entries(loaded?.tabs ?? {});
  const states = new Map(loadedTabs.map(([tab, state]) => [Number(tab), { ...state }]));
  const save = (): void => {
    const saved = [...states].filter(([, { isPrivate }]) => !isPrivate);
    void memo.save({ run, tabs: Object.fromEntries(saved.map(([tab, state]) => [tab, { ...state }])) });
  };
  const stateOf = (tab: number): TabState => {
    const state = states.get(tab) ?? { isOff: false, isPrivate: false, isClosed: false, isWatched: false };
    states.set(tab, state);
    return state;
  };
  if (!loaded) save();

  return {
    sessionFor(tab, isPrivate) {
      const state = stateOf(tab);
      state.isPrivate = isPrivate;
      if (state.session === undefined) {
        state.session = `${run}-${tab}-${newId()}`;
        save();
      }
      return state.session;
    },
    session: (tab) => states.get(tab)?.session,
    sessionOfNoTab: () => `${run}-none-${newId()}`,
    isRecording: (tab) => !states.get(tab)?.isOff,
    isClosed: (tab) => states.get(tab)?.isClosed ?? false,
    isPrivate: (tab) => states.get(tab)?.isPrivate ?? false,
    isWatched: (tab) => states.get(tab)?.isWatched ?? false,
    watch(tab, on) {
      if (!on && !states.has(tab)) return;
      stateOf(tab).isWatched = on;
      save();
    },
    watched: () => [...states].flatMap(([tab, { isWatched }]) => (isWatched ? tab : [])),
    record(tab, on) {
      stateOf(tab).isOff = !on;
      save();
    },
    clear(tab) {
      delete stateOf(tab).session;
      save();
    },
    closed(tab) {
      // Also for an unknown tab: its documents may not have sent anything yet.
      stateOf(tab).isClosed = true;
      const closed = [...states].filter(([, { isClosed }]) => isClosed);
      for (const [old] of closed.slice(0, -CLOSED_MAX)) states.delete(old);
      save();
    },
    inUse: () =>
      new Set([...states.values()].flatMap(({ session, isClosed }) => (isClosed ? [] : (session ?? [])))),
    isOurs: (session) => session.startsWith(`${run}-`),
  };
}

function parseMemory(value: unknown): TabMemory | undefined {
  const memory = value as Partial<TabMemory> | undefined;
  return typeof memory?.run === 'string' && typeof memory.tabs === 'object'
    ? (memory as TabMemory)
    : undefined;
}
