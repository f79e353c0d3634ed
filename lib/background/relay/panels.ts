// The open panels and their requests. Each panel follows one session: that of its tab, or one of "Recent".
import type { FromPanel, StoredBatch, ToPanel } from '../../messages/messages';
import { isListed, type Store } from '../../messages/store';
import type { Arming, PanelRules, TabSite } from './arming';
import { createFollower, type Follower } from './follower';
import type { Library, LibraryDesk } from './library';
import type { Port } from './port';
import type { Tabs } from './tabs';

export interface PanelsParts {
  readonly tabs: Tabs;
  readonly disk: Store;
  readonly memory: Store;
  readonly library: Library;
  readonly arming: Arming;
  readonly site: (tab: number) => Promise<TabSite>;
  /** Opens the page where the user can allow an origin. */
  readonly askUser: (tab: number, origin: string | undefined) => void;
  readonly cleared: (tab: number, session: string) => void;
  readonly resumed: (tab: number) => void;
  readonly after: (ms: number, work: () => void) => void;
  readonly nowMs: () => number;
}

export interface Panel {
  /** Answers a message; rejects if a store fails. */
  readonly answer: (message: FromPanel) => Promise<void>;
  readonly post: (message: ToPanel) => void;
  readonly closed: () => void;
}

export interface Panels {
  readonly open: (port: Port) => Panel;
  readonly stored: (batches: readonly StoredBatch[]) => void;
  readonly failed: (tab: number | undefined, sentence: string) => void;
  /** Reports to all panels that storing waits, with the reason; without a sentence, that it works again. */
  readonly waiting: (sentence?: string) => void;
  /** Permissions changed: panels query their pages again. */
  readonly sitesChanged: () => void;
  readonly viewed: () => Iterable<string>;
  /** Unwatches the tabs of panels that have not reconnected since an earlier background. */
  readonly dropUnwatched: () => void;
}

const SESSION_GONE = 'The captured data of this session is no longer stored.';

interface PanelView {
  readonly post: (message: ToPanel) => void;
  readonly follower: Follower;
  readonly desk: LibraryDesk;
  readonly rules: PanelRules;
  /** The tab that is followed; undefined while a session of "Recent" is shown. */
  tab: number | undefined;
  session: string | undefined;
}

/** Posts to a port that may be closed; its close event removes the panel. */
function poster(port: Port): (message: ToPanel) => void {
  return (message) => {
    try {
      port.post(message);
    } catch {
      // The panel was closed.
    }
  };
}

export function createPanels({ tabs, disk, memory, library, arming, ...parts }: PanelsParts): Panels {
  const views = new Set<PanelView>();
  let waiting: ToPanel | undefined;
  const storeOf = async (session: string): Promise<Store> =>
    (await memory.session(session)) === undefined ? disk : memory;
  const viewsOf = (tab: number): readonly PanelView[] => [...views].filter((view) => view.tab === tab);

  const follow = (view: PanelView, tab: number, after: number): void => {
    view.tab = tab;
    view.session = tabs.session(tab);
    if (!tabs.isWatched(tab)) {
      tabs.watch(tab, true);
      // A site that is captured only with an open panel resumes.
      parts.resumed(tab);
    }
    view.follower.start(tab, view.session, after, tabs.isRecording(tab));
  };
  const openSession = async (view: PanelView, session: string, after: number): Promise<void> => {
    view.tab = undefined;
    view.session = session;
    const row = await (await storeOf(session)).session(session);
    // Deleted or pruned: without an answer, the panel would wait forever.
    if (row === undefined) view.post({ kind: 'failed', sentence: SESSION_GONE });
    else view.follower.start(row.tab, session, after, false);
  };
  /** A panel of the tab was closed, or shows another session. */
  const leave = (tab: number | undefined): void => {
    if (tab !== undefined && viewsOf(tab).length === 0) tabs.watch(tab, false);
  };
  const clear = (tab: number): void => {
    const session = tabs.session(tab);
    tabs.clear(tab);
    if (session !== undefined) parts.cleared(tab, session);
    for (const view of viewsOf(tab)) follow(view, tab, -1);
  };
  const record = (tab: number, on: boolean): void => {
    tabs.record(tab, on);
    for (const view of viewsOf(tab)) view.follower.again(on);
    if (on) parts.resumed(tab);
  };
  /** Later batches of its tabs start a new session. */
  const leaveSession = async (session: string, store: Store): Promise<void> => {
    const row = await store.session(session);
    for (const tab of new Set([...views].map((view) => view.tab).concat(row?.tab)))
      if (tab !== undefined && tabs.session(tab) === session) clear(tab);
  };
  const forget = async (session: string, isForgotten: boolean): Promise<void> => {
    const store = await storeOf(session);
    if (isForgotten) await leaveSession(session, store);
    // A private session cannot be restored.
    if (store === memory) await memory.forget(session);
    else await store.setForgotten(session, isForgotten ? parts.nowMs() : undefined);
  };
  const forgetAll = async (view: PanelView): Promise<void> => {
    for (const { session } of await disk.sessions()) {
      await leaveSession(session, disk);
      await disk.forget(session);
    }
    await disk.forgetRemoved();
    view.post({ kind: 'done' });
  };
  const sendSessions = async ({ post }: PanelView): Promise<void> => {
    post({ kind: 'sessions', sessions: (await disk.sessions()).filter(isListed) });
  };
  const sendSite = async ({ post }: PanelView, tab: number): Promise<void> => {
    const id = tabs.session(tab);
    const session = id === undefined ? undefined : await (await storeOf(id)).session(id);
    post({ kind: 'site', tab, ...(await parts.site(tab)), ...(session !== undefined && { session }) });
  };
  const answer = async (view: PanelView, message: FromPanel): Promise<void> => {
    switch (message.kind) {
      case 'hello': {
        if (waiting) view.post(waiting);
        const isSame = message.session !== undefined && message.session === tabs.session(message.tab);
        return follow(view, message.tab, isSame ? message.after : -1);
      }
      case 'open':
        return openSession(view, message.session, message.after);
      case 'clear':
        return clear(message.tab);
      case 'record':
        return record(message.tab, message.on);
      case 'sessions':
        return sendSessions(view);
      case 'forget':
        await forget(message.session, message.isForgotten);
        library.changed();
        return sendSessions(view);
      case 'forget-all':
        await forgetAll(view);
        return library.changed();
      case 'site':
        return sendSite(view, message.tab);
      case 'arm':
        return view.rules.arm(message.tab, message.rules, message.isPrivateConfirmed);
      case 'playback':
      case 'held':
      case 'stop-sent':
        return view.rules.send(message);
      case 'send':
        return view.rules.ask(message.frame, message.request);
      case 'grant':
        return parts.askUser(message.tab, message.origin);
      default:
        return view.desk.answer(message);
    }
  };

  return {
    open(port) {
      const post = poster(port);
      const follower = createFollower({
        post,
        read: async (session, after, length) => (await storeOf(session)).read(session, after, length),
        // A session that is read as a whole has no newest batches ahead.
        newest: async (session, length) =>
          view.tab === undefined ? [] : (await storeOf(session)).newest(session, length),
        row: async (session) => (await storeOf(session)).session(session),
        after: parts.after,
      });
      const desk = library.open(post);
      const rules = arming.open((state) => post({ kind: 'arming', state }));
      const view: PanelView = { post, follower, desk, rules, tab: undefined, session: undefined };
      views.add(view);
      return {
        post,
        answer: (message) => answer(view, message),
        closed() {
          views.delete(view);
          follower.close();
          desk.closed();
          rules.closed();
          leave(view.tab);
        },
      };
    },
    stored(batches) {
      for (const view of views) {
        const { tab } = view;
        // The tab has its first batch, or its first one after a Clear.
        if (tab !== undefined && tabs.session(tab) !== view.session) follow(view, tab, -1);
        else view.follower.stored(batches);
      }
    },
    failed(tab, sentence) {
      for (const { post } of tab === undefined ? views : viewsOf(tab)) post({ kind: 'failed', sentence });
    },
    waiting(sentence) {
      const message: ToPanel = { kind: 'waiting', ...(sentence !== undefined && { sentence }) };
      waiting = sentence === undefined ? undefined : message;
      for (const { post, tab } of views) if (tab !== undefined) post(message);
    },
    sitesChanged() {
      for (const { tab, follower } of views) if (tab !== undefined) follower.again(tabs.isRecording(tab));
    },
    dropUnwatched() {
      for (const tab of tabs.watched()) leave(tab);
    },
    viewed: () => [...views].flatMap(({ session }) => session ?? []),
  };
}
