// The state of the whole panel: the live session of the tab, or an opened file.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { messageOf } from '@/lib/core/json/reason';
import type { Channel } from './channel';
import { applyRulesOff } from './disabled-rules';
import { type ExportChoice, firstExportChoice } from './export-choice';
import type { Host, PageState } from './host';
import { type Connection, createLive, type Live } from './live';
import {
  type OpenedFile,
  type OpenSession,
  type ReadingChoices,
  remake,
  showFile,
  withConsumer,
  withDialect,
} from './open-session';
import type { Scheduler } from './scheduler';
import type { Session } from './session';
import { createSettings, type Settings } from './settings';

export interface Notice {
  readonly severity: 'error' | 'info';
  readonly text: string;
  readonly action?: { readonly label: string; run(): void };
}

export interface Job {
  readonly text: string;
  /** Done share, 0 to 1; undefined while unknown. */
  readonly share: ReadonlySignal<number | undefined>;
  cancel(): void;
}

/** A file that is read while its preview is open. */
export interface IncomingFile {
  readonly opened: OpenSession;
  /** Bytes. */
  readonly size: number;
  answer(isWanted: boolean): void;
}

export interface Workspace {
  readonly host: Host;
  readonly scheduler: Scheduler;
  readonly settings: Settings;
  readonly current: ReadonlySignal<OpenSession>;
  readonly live: ReadonlySignal<OpenSession>;
  /** The newest events of a long live session on screen, until the first of all events are shown. */
  readonly newest: ReadonlySignal<Session | undefined>;
  readonly sessionId: ReadonlySignal<string | undefined>;
  readonly isPrivate: ReadonlySignal<boolean>;
  readonly connection: Signal<Connection>;
  readonly recording: Signal<boolean>;
  readonly waiting: ReadonlySignal<string | undefined>;
  readonly notice: Signal<Notice | undefined>;
  readonly job: Signal<Job | undefined>;
  readonly incoming: Signal<IncomingFile | undefined>;
  readonly page: Signal<PageState>;
  readonly view: Signal<string>;
  readonly dialog: Signal<string | undefined>;
  /** Choices of the export dialog; they last until the panel is closed. */
  readonly exportChoice: Signal<ExportChoice>;
  clear(): void;
  setRecording(on: boolean): void;
  /** Resolves to the file on screen once it is read, if it is still open. `look` decides if it is shown at all. */
  open(file: OpenedFile, look?: (next: OpenSession) => Promise<boolean>): Promise<OpenSession | undefined>;
  /** Reads a stream of the session on screen again with another dialect; undefined for automatic detection. */
  readAs(stream: string, dialect: string | undefined): Promise<void>;
  /** Chooses the consumer of a site's streams; undefined for automatic detection. */
  readFor(site: string, consumer: string | undefined): Promise<void>;
  /** Returns to the live session. */
  close(): void;
  /** Queries the page again: after a grant, a reload, a navigation. */
  checkPage(): Promise<void>;
  dispose(): void;
}

/** The session on screen, and the one below it. */
interface Screen {
  readonly live: Live;
  readonly file: Signal<OpenSession | undefined>;
  readonly current: ReadonlySignal<OpenSession>;
}

function followSettings({ live, file, current }: Screen, settings: Settings): () => void {
  const stopRules = effect(() => applyRulesOff(current.value.session, settings, file.value !== undefined));
  const stopList = effect(() => {
    const { isFolded, isPreserved } = settings.values.value;
    current.value.session.list.isFolded.value = isFolded;
    // Only for the live session: a file is shown as a whole.
    live.current.value.session.list.isPreserved.value = isPreserved;
    const newest = live.newest.value?.list;
    if (newest === undefined) return;
    newest.isFolded.value = isFolded;
    newest.isPreserved.value = isPreserved;
  });
  // A page load hides the events before it, and clears a selection of them.
  const stopPage = effect(() => {
    const { list, cursor } = live.current.value.session;
    const since = list.since.value;
    if (since === 0) return;
    if (cursor.seq.peek() < since) cursor.goLive();
    list.range.value = undefined;
  });
  const stopSpeed = effect(() => {
    current.value.playback.speed.value = settings.values.value.speed;
  });
  return () => {
    stopRules();
    stopList();
    stopPage();
    stopSpeed();
  };
}

/** Reads the session on screen again with other choices; returns the reason of a failure, or undefined. */
type ReadCurrentAgain = (choose: (old: Session) => ReadingChoices) => Promise<string | undefined>;

/**
 * Creates the function that reads again. Calls run one after the other, so that each starts with the previous
 * choices.
 */
function createReadAgain({ live, file, current }: Screen, scheduler: Scheduler): ReadCurrentAgain {
  const remade = new WeakMap<OpenSession, OpenSession>();
  const newestOf = (asked: OpenSession): OpenSession => {
    const next = remade.get(asked);
    return next === undefined ? asked : newestOf(next);
  };
  const readNow = async (old: OpenSession, choose: (old: Session) => ReadingChoices) => {
    if (current.value !== old) return undefined;
    // Batches not read yet would be lost.
    await old.fed?.catch(() => {});
    const again = await old.session.reading.again();
    if ('gone' in again) return again.gone;
    // Cleared or closed meanwhile.
    if (current.value !== old) return undefined;
    const next = remake(scheduler, old, { ...choose(old.session), batches: again.batches });
    remade.set(old, next);
    if (old.name === undefined) live.current.value = next;
    else file.value = next;
    await next.session.reading.settled();
    const at = old.session.cursor.at.value;
    const { length } = next.session.log;
    // Another dialect may yield other events; the approximate position suffices.
    if (at !== 'live' && length > 0) next.session.cursor.at.value = Math.min(at, length - 1);
    return undefined;
  };
  let last: Promise<unknown> = Promise.resolve();
  return (choose) => {
    const asked = current.value;
    const mine = last.then(() => readNow(newestOf(asked), choose));
    // A failure does not block the next call.
    last = mine.catch(() => undefined);
    return mine;
  };
}

export function createWorkspace(channel: Channel, host: Host, scheduler: Scheduler): Workspace {
  const settings = createSettings(host.settings);
  const view = signal(settings.values.value.view);
  const stopKeeping = view.subscribe((id) => {
    if (id !== settings.values.peek().view) settings.change({ view: id });
  });
  const notice = signal<Notice | undefined>(undefined);
  const page = signal<PageState>({ kind: 'unknown' });
  const file = signal<OpenSession | undefined>(undefined);
  const fail = (text: string) => {
    notice.value = { severity: 'error', text };
  };
  const checkPage = async () => {
    try {
      page.value = await host.page(live.hasCaptured());
    } catch {
      // The background is not available; the next session message queries again.
    }
  };
  const live = createLive(channel, scheduler, {
    changed: () => void checkPage(),
    failed: fail,
    consumers: () => settings.values.value.consumers,
  });
  const current = computed(() => file.value ?? live.current.value);
  const screen = { live, file, current };
  const readAgain = createReadAgain(screen, scheduler);
  const readBy = async (choose: (old: Session) => ReadingChoices) => {
    const gone = await readAgain(choose);
    if (gone !== undefined) fail(gone);
  };
  const stopListening = live.open();
  const stopFollowing = followSettings(screen, settings);
  const reported = new WeakSet<readonly string[]>();
  const stopFailing = effect(() => {
    const failures = current.value.session.failures.value;
    // A session that is shown again is not reported again.
    if (failures.length === 0 || reported.has(failures)) return;
    reported.add(failures);
    fail(failures.join(' '));
  });
  const closeFile = () => {
    file.value?.session.reading.dispose();
    file.value = undefined;
  };
  const close = () => {
    closeFile();
    void host.own?.show();
  };
  void checkPage();

  return {
    host,
    scheduler,
    settings,
    live: live.current,
    newest: computed(() => (current.value.name === undefined ? live.newest.value : undefined)),
    current,
    sessionId: live.id,
    isPrivate: live.isPrivate,
    connection: live.connection,
    recording: live.recording,
    waiting: live.waiting,
    notice,
    job: signal<Job | undefined>(undefined),
    incoming: signal<IncomingFile | undefined>(undefined),
    page,
    view,
    dialog: signal<string | undefined>(undefined),
    exportChoice: signal(firstExportChoice(host)),
    clear() {
      if (file.value !== undefined) close();
      else channel.clear();
    },
    // Shown after the background has answered.
    setRecording: (on) => channel.record(on),
    async open(opened, look) {
      const next = showFile(scheduler, opened, settings.values.value.consumers);
      if (look !== undefined && !(await look(next))) {
        next.session.reading.dispose();
        return undefined;
      }
      closeFile();
      file.value = next;
      // It may be read again meanwhile, for another client.
      const still = () => (file.value?.fed === next.fed ? file.value : undefined);
      await next.fed?.catch((error: unknown) => still() && fail(messageOf(error)));
      await next.session.reading.settled();
      return still();
    },
    readAs: (stream, dialect) =>
      readBy((old) => ({
        dialects: withDialect(old, stream, dialect),
        consumers: old.annotations.consumers,
      })),
    readFor(site, consumer) {
      // Files of bare events have no site: the choice applies to the file only.
      if (/^(https?|wss?):/.test(site))
        settings.change((now) => ({ consumers: withConsumer(now.consumers, site, consumer) }));
      return readBy(({ annotations: { dialects, consumers } }) => ({
        dialects,
        consumers: withConsumer(consumers, site, consumer),
      }));
    },
    close,
    checkPage,
    dispose() {
      stopFollowing();
      stopFailing();
      stopKeeping();
      stopListening();
    },
  };
}
