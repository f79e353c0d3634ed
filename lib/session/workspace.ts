// What the panel shows as a whole: the live session of the tab, or a file that stands in its place.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Annotations } from '@/lib/files/annotations';
import { namedRules } from '@/lib/lint/selection';
import type { StoredSession } from '@/lib/wire/messages';
import type { Channel } from './channel';
import { createPlayback, type Playback } from './playback';
import { applyRulesOff, keepOwnRules } from './rules-off';
import { createSession, type IncomingBatch, type Scheduler, type Session } from './session';
import { createSettings, type Settings, type SettingsStore } from './settings';

/** What stands between the panel and the page's events, when there are none. */
export type PageState =
  | { readonly kind: 'unknown' }
  /** A page of the browser itself, which extensions may not look into. */
  | { readonly kind: 'forbidden'; readonly url: string }
  | { readonly kind: 'not-granted'; readonly origin: string }
  /** The browser does not say what page it is, so nobody may look into it yet. */
  | { readonly kind: 'hidden' }
  /** The panel belongs to no tab; it shows files only. */
  | { readonly kind: 'no-tab' }
  /** Granted, but the document was there before the taps could be. */
  | { readonly kind: 'needs-reload' }
  | { readonly kind: 'ready' };

/** What only the surroundings of the panel can do: the browser's extension APIs, or a page's own means. */
export interface Host {
  /** Looks at the inspected page; `captured` says whether anything of it was captured already. */
  page(captured: boolean): Promise<PageState>;
  /** Asks the user for an origin; must be called in a user gesture. True when it was granted. */
  grant(origin: string): Promise<boolean>;
  reload(): void;
  /** Hands a file to the user. */
  save(name: string, mime: string, parts: readonly string[]): void;
  /** Puts a text on the clipboard; false where the browser does not let us. */
  copy(text: string): Promise<boolean>;
  /** A built-in recording. */
  sample(): Promise<string>;
  /** Sessions that were not saved, newest first. */
  recent(): Promise<readonly StoredSession[]>;
  /** The batches of one of them. */
  openRecent(session: string): Promise<readonly IncomingBatch[]>;
  forgetRecent(session: string): Promise<void>;
  /** Where settings are kept. */
  readonly settings: SettingsStore;
}

/** A session and its player, with the name of the file it came from. */
export interface Shown {
  readonly session: Session;
  readonly playback: Playback;
  /** Absent for the live session. */
  readonly name?: string;
}

/** A sentence for the user, and how bad it is. */
export interface Notice {
  readonly severity: 'error' | 'info';
  readonly text: string;
}

/** The state of the whole panel. */
export interface Workspace {
  readonly host: Host;
  readonly settings: Settings;
  readonly shown: ReadonlySignal<Shown>;
  readonly live: ReadonlySignal<Shown>;
  /** Id of the live session in the store; undefined while it holds nothing. */
  readonly sessionId: ReadonlySignal<string | undefined>;
  readonly connection: Signal<'connecting' | 'connected' | 'lost'>;
  readonly recording: Signal<boolean>;
  readonly notice: Signal<Notice | undefined>;
  readonly page: Signal<PageState>;
  /** Id of the open view. */
  readonly view: Signal<string>;
  /** Id of the open dialog. */
  readonly dialog: Signal<string | undefined>;
  clear(): void;
  setRecording(on: boolean): void;
  /** Shows batches in place of the live session. */
  open(name: string, batches: readonly IncomingBatch[], marks?: Annotations): Promise<void>;
  /** Reads a stream of the session on screen again as another dialect; undefined for what its frames look like. */
  readAs(stream: string, dialect: string | undefined): Promise<void>;
  /** Back to the live session. */
  close(): void;
  /** Looks at the page again: after a grant, a reload, a navigation. */
  checkPage(): Promise<void>;
  dispose(): void;
}

/** Starts the panel's state on a channel. */
export function createWorkspace(channel: Channel, host: Host, scheduler: Scheduler): Workspace {
  const make = (name?: string, dialects?: ReadonlyMap<string, string>): Shown => {
    const session = createSession(scheduler, dialects);
    session.isFolded.value = settings.values.peek().isFolded;
    return { session, playback: createPlayback(session, scheduler), ...(name === undefined ? {} : { name }) };
  };
  const settings = createSettings(host.settings);
  const live = signal(make());
  const file = signal<Shown | undefined>(undefined);
  const connection = signal<'connecting' | 'connected' | 'lost'>('connecting');
  const recording = signal(true);
  const notice = signal<Notice | undefined>(undefined);
  const page = signal<PageState>({ kind: 'unknown' });
  const view = signal('messages');
  const current = signal<string | undefined>(undefined);
  let captured = false;

  const closeFile = () => {
    file.value?.session.dispose();
    file.value = undefined;
  };

  const checkPage = async () => {
    try {
      page.value = await host.page(captured);
    } catch {
      // No background to ask at the moment; the next session message asks again.
    }
  };

  const close = channel.open({
    connection: (state) => {
      connection.value = state;
    },
    session(stored, on) {
      captured ||= stored !== undefined;
      recording.value = on;
      if (current.value !== undefined && stored?.session !== current.value) live.value = make();
      current.value = stored?.session;
      void checkPage();
    },
    batches: (_, batches) => live.value.session.append(batches),
    failed: (sentence) => {
      notice.value = { severity: 'error', text: sentence };
    },
  });

  const stopRules = effect(() => {
    applyRulesOff((file.value ?? live.value).session, settings, file.value !== undefined);
  });

  const stopFollowing = effect(() => {
    const { isFolded, isPreserved } = settings.values.value;
    (file.value ?? live.value).session.isFolded.value = isFolded;
    // A file is looked at as a whole.
    live.value.session.isPreserved.value = isPreserved;
  });

  void checkPage();

  return {
    host,
    settings,
    live,
    shown: computed(() => file.value ?? live.value),
    sessionId: current,
    connection,
    recording,
    notice,
    page,
    view,
    dialog: signal<string | undefined>(undefined),
    clear() {
      if (file.value !== undefined) closeFile();
      else channel.clear();
    },
    // Shown once the background has answered: until then it still records, or still does not.
    setRecording: (on) => channel.record(on),
    async open(name, batches, { rulesOff, notes, dialects } = {}) {
      closeFile();
      const shown = make(name, dialects && new Map(Object.entries(dialects)));
      if (rulesOff !== undefined) keepOwnRules(shown.session, namedRules(rulesOff).ids);
      if (notes !== undefined) shown.session.notes.value = new Map(notes);
      shown.session.append(batches);
      shown.session.finish();
      file.value = shown;
      await shown.session.settled();
    },
    async readAs(stream, dialect) {
      const isFile = file.value !== undefined;
      const old = (file.value ?? live.value).session;
      const dialects = new Map(old.dialects);
      if (dialect === undefined) dialects.delete(stream);
      else dialects.set(stream, dialect);
      const shown = make(file.value?.name, dialects);
      const { session } = shown;
      if (old.hasOwnRules) keepOwnRules(session, old.rulesOff.value);
      session.append(old.incoming);
      if (isFile) session.finish();
      session.filterText.value = old.filterText.value;
      session.notes.value = old.notes.value;
      old.dispose();
      if (isFile) file.value = shown;
      else live.value = shown;
      await session.settled();
      const at = old.cursor.value;
      // Another dialect may make other events of the same frames; the place in the list is near enough.
      if (at !== 'live' && session.log.length > 0)
        session.cursor.value = Math.min(at, session.log.length - 1);
    },
    close: closeFile,
    checkPage,
    dispose() {
      stopFollowing();
      stopRules();
      close();
    },
  };
}
