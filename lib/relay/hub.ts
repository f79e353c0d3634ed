// The background without a browser: bridges hand in batches, panels follow sessions. Everything outside comes in as
// an argument; only the stores and the memo outlive the background.
import type { FromPanel, StoredBatch, ToPanel } from '../wire/messages';
import type { Store } from '../wire/store';
import type { BridgeSender } from './documents';
import { createFollower, type Follower } from './follower';
import type { Port } from './port';
import { createReceiver, type Receiver } from './receiver';
import { createTabs, type Memo, type Tabs } from './tabs';

/** What the hub needs. */
export interface HubParts {
  readonly disk: Store;
  /** For private windows: never on disk. */
  readonly memory: Store;
  readonly memo: Memo;
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Whether the tab's pages are captured, and their origin if the browser reveals it. */
  readonly site: (tab: number) => Promise<{ readonly origin?: string; readonly granted: boolean }>;
  /** Opens the page on which the user can grant access to an origin. */
  readonly askUser: (tab: number, origin: string | undefined) => void;
}

/** The hub: give it every port that connects. */
export interface Hub {
  readonly bridge: (port: Port, sender: BridgeSender) => void;
  readonly panel: (port: Port) => void;
  readonly tabClosed: (tab: number) => void;
}

interface Panel {
  readonly post: (message: ToPanel) => void;
  readonly follower: Follower;
  /** The tab that is followed; undefined while a session from Recent is shown. */
  tab: number | undefined;
  session: string | undefined;
}

interface Ready {
  readonly tabs: Tabs;
  readonly receiver: Receiver;
}

/** Creates the hub. Ports may be given at once; they wait for the memo. */
export function createHub(parts: HubParts): Hub {
  const { disk, memory } = parts;
  const panels = new Set<Panel>();
  const ready = start();

  async function start(): Promise<Ready> {
    const tabs = await createTabs(parts.memo, parts.newId);
    const receiver = createReceiver({
      tabs,
      disk,
      memory,
      nowMs: parts.nowMs,
      onStored: (batches) => stored(tabs, batches),
      onFailed: (tab, sentence) => {
        for (const panel of panels) if (panel.tab === tab) panel.post({ kind: 'failed', sentence });
      },
      viewed: () => [...panels].flatMap(({ session }) => session ?? []),
    });
    return { tabs, receiver };
  }
  const storeOf = async (session: string): Promise<Store> =>
    (await memory.session(session)) === undefined ? disk : memory;
  const follow = (panel: Panel, tabs: Tabs, tab: number, after: number): void => {
    panel.tab = tab;
    panel.session = tabs.session(tab);
    panel.follower.start(tab, panel.session, after, tabs.isRecording(tab));
  };
  const stored = (tabs: Tabs, batches: readonly StoredBatch[]): void => {
    for (const panel of panels) {
      const { tab } = panel;
      // The tab has its first batch, or its first after a Clear.
      if (tab !== undefined && tabs.session(tab) !== panel.session) follow(panel, tabs, tab, -1);
      else panel.follower.stored(batches);
    }
  };
  const sendSessions = async (panel: Panel): Promise<void> => {
    panel.post({ kind: 'sessions', sessions: await disk.sessions() });
  };
  const forget = async (tabs: Tabs, session: string): Promise<void> => {
    for (const panel of panels) {
      if (panel.tab === undefined || tabs.session(panel.tab) !== session) continue;
      tabs.clear(panel.tab);
      follow(panel, tabs, panel.tab, -1);
    }
    await (await storeOf(session)).forget(session);
  };
  const answer = async (panel: Panel, { tabs, receiver }: Ready, message: FromPanel): Promise<void> => {
    switch (message.kind) {
      case 'hello': {
        const isSame = message.session !== undefined && message.session === tabs.session(message.tab);
        return follow(panel, tabs, message.tab, isSame ? message.after : -1);
      }
      case 'open': {
        panel.tab = undefined;
        panel.session = message.session;
        const row = await (await storeOf(message.session)).session(message.session);
        return panel.follower.start(row?.tab ?? -1, message.session, message.after, false);
      }
      case 'clear':
        tabs.clear(message.tab);
        for (const each of panels) if (each.tab === message.tab) follow(each, tabs, message.tab, -1);
        return;
      case 'record':
        tabs.record(message.tab, message.on);
        for (const each of panels) if (each.tab === message.tab) each.follower.again(message.on);
        if (message.on) receiver.resume(message.tab);
        return;
      case 'sessions':
        return sendSessions(panel);
      case 'forget':
        await forget(tabs, message.session);
        return sendSessions(panel);
      case 'site':
        return panel.post({ kind: 'site', tab: message.tab, ...(await parts.site(message.tab)) });
      case 'grant':
        return parts.askUser(message.tab, message.origin);
    }
  };

  return {
    bridge(port, sender) {
      port.onMessage((message) => {
        void ready.then(({ receiver }) => receiver.arrive(port, sender, message));
      });
    },
    panel(port) {
      const post = (message: ToPanel): void => {
        try {
          port.post(message);
        } catch {
          // The panel was closed; its close event removes it.
        }
      };
      const follower = createFollower({
        post,
        read: async (session, after, length) => (await storeOf(session)).read(session, after, length),
        row: async (session) => (await storeOf(session)).session(session),
      });
      const panel: Panel = { post, follower, tab: undefined, session: undefined };
      panels.add(panel);
      port.onClose(() => panels.delete(panel));
      port.onMessage((message) => {
        void ready
          .then((all) => answer(panel, all, message as FromPanel))
          .catch((error: unknown) => post({ kind: 'failed', sentence: `The background failed: ${error}` }));
      });
    },
    tabClosed(tab) {
      void ready.then(({ tabs, receiver }) => {
        tabs.closed(tab);
        return receiver.prune();
      });
    },
  };
}
