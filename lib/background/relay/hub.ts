// The background without a browser: bridges send batches, panels follow sessions. Its environment comes as arguments;
// only the stores and the memo outlive the background.
import type { FromPanel } from '../../messages/messages';
import { type Arming, type ArmingParts, createArming, type DirectorSender } from './arming';
import { type BadgesParts, createBadges } from './badges';
import type { BridgeSender } from './document';
import { createGrantedSites, type GrantedSites } from './granted-sites';
import { createLibrary, type LibraryParts } from './library';
import { createPanels, type Panels, type PanelsParts } from './panels';
import type { Port } from './port';
import { createReceiver, type Receiver, type ReceiverParts } from './receiver';
import { createSettingsOfSites, type SettingsOfSites } from './site-settings';
import { createTabs, type Memo, type Tabs } from './tabs';

export interface HubParts
  extends Pick<PanelsParts, 'disk' | 'memory' | 'site' | 'askUser'>,
    Pick<BadgesParts, 'showCount'>,
    Omit<ArmingParts, 'site' | 'after'>,
    Pick<ReceiverParts, 'nowMs' | 'after' | 'isThere' | 'isAnywhere' | 'startMarkers' | 'stayAwake'>,
    Pick<LibraryParts, 'recordings' | 'room'> {
  readonly memo: Memo;
  readonly siteSettings: () => Promise<unknown>;
  /** `site` is a match pattern. */
  readonly isGranted: (site: string) => Promise<boolean>;
  readonly newId: () => string;
}

export interface Hub {
  readonly bridge: (port: Port, sender: BridgeSender) => void;
  readonly panel: (port: Port) => void;
  readonly director: (port: Port, sender: DirectorSender) => void;
  readonly navigated: (tab: number) => void;
  readonly tabClosed: (tab: number) => void;
  readonly startMarked: () => void;
  readonly sitesChanged: () => void;
  readonly siteSettingsChanged: () => void;
}

// Delay after a start, milliseconds: the background first receives what woke it, such as connections or closing
// messages.
const FIRST_LOOK_MS = 1000;
const AGAIN_MS = 10_000;

interface Ready {
  readonly tabs: Tabs;
  readonly receiver: Receiver;
  readonly panels: Panels;
  readonly settings: SettingsOfSites;
}

async function start(parts: HubParts, grantedSites: GrantedSites, arming: Arming): Promise<Ready> {
  const { disk, memory, site, askUser, after } = parts;
  const [tabs, settings] = await Promise.all([
    createTabs(parts.memo, parts.newId),
    createSettingsOfSites(parts.siteSettings),
  ]);
  const library = createLibrary(parts);
  const row: BadgesParts['row'] = async (session) => (await memory.session(session)) ?? disk.session(session);
  const badges = createBadges({ tabs, row, showCount: parts.showCount });
  const panels = createPanels({
    tabs,
    disk,
    memory,
    library,
    arming,
    site,
    askUser,
    cleared(tab, session) {
      receiver.cleared(tab, session);
      badges.cleared(tab);
    },
    resumed: (tab) => receiver.resume(tab),
    after,
    nowMs: parts.nowMs,
  });
  const receiver = createReceiver({
    ...parts,
    tabs,
    grantedSites,
    settings,
    onStored(batches) {
      panels.stored(batches);
      badges.stored(batches);
    },
    onFailed: panels.failed,
    onWaiting: panels.waiting,
    onRemoved: library.changed,
    viewed: panels.viewed,
  });
  const endMissing = (): void => {
    // The store reports its error again at the next write.
    receiver.endMissing().catch(() => after(AGAIN_MS, endMissing));
  };
  after(FIRST_LOOK_MS, endMissing);
  // Repeated when the library is next read.
  after(AGAIN_MS, () => {
    panels.dropUnwatched();
    void receiver.prune();
    void library.purge().catch(() => undefined);
  });
  return { tabs, receiver, panels, settings };
}

/** Ports may connect before the memo is read; they wait. */
export function createHub(parts: HubParts): Hub {
  const grantedSites = createGrantedSites(parts.isGranted);
  const arming = createArming(parts);
  const ready = start(parts, grantedSites, arming);
  void ready.then(arming.startGracePeriod, arming.startGracePeriod);
  return {
    bridge(port, sender) {
      port.onClose(() => void ready.then(({ receiver }) => receiver.closed(port)));
      port.onMessage((message) => {
        void ready.then(({ receiver }) => receiver.arrive(port, sender, message));
      });
    },
    panel(port) {
      const opened = ready.then(({ panels }) => panels.open(port));
      port.onClose(() => void opened.then(({ closed }) => closed()));
      port.onMessage((message) => {
        void opened.then(({ answer, post }) =>
          // Only pages of the extension connect under the name of a panel.
          answer(message as FromPanel).catch((error: unknown) =>
            post({ kind: 'failed', sentence: `The background failed: ${error}` }),
          ),
        );
      });
    },
    director: arming.director,
    navigated: (tab) => void arming.navigated(tab),
    startMarked() {
      void ready.then(({ receiver }) => receiver.startMarked());
    },
    sitesChanged() {
      void Promise.all([ready, grantedSites.refresh()]).then(([{ receiver, panels }, again]) => {
        receiver.allowed(again);
        panels.sitesChanged();
      });
    },
    siteSettingsChanged() {
      void ready.then(async ({ settings, receiver }) => {
        await settings.refresh();
        await receiver.prune();
      });
    },
    tabClosed(tab) {
      void ready.then(({ tabs, receiver }) => {
        tabs.closed(tab);
        return receiver.tabClosed(tab);
      });
    },
  };
}
