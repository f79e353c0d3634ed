// Tabs whose page is changed by rules. A panel arms its tab for the origin shown at that time, while the panel is
// open. Rules are not stored: after a restart, the background has none until panels send them again. It stores which
// tabs were armed, so that documents of other tabs need not wait.
import {
  type ArmingState,
  type DirectorReport,
  type HeldEvent,
  NO_CHANGES,
  parseFromArming,
  type ToDirector,
  UNARMED,
} from '../../messages/arming';
import { parsePageRules, parseSentRequest } from '../../messages/page-rules';
import type { Port } from './port';
import { patternOf } from './sites';

export interface ArmingParts {
  readonly site: (tab: number) => Promise<TabSite>;
  /** Starts directors in the documents of a tab that lack one. */
  readonly startDirectors: (tab: number) => Promise<void>;
  /** Later documents of these sites start a director. Other sites do not, unless they did before and are kept. */
  readonly armSites: (patterns: readonly string[], keepsOthers: boolean) => Promise<void>;
  /** Marks the toolbar icon of a tab. */
  readonly showArmed: (tab: number, isArmed: boolean) => void;
  /** Ids of armed tabs, stored until the browser quits. */
  readonly armedMemo: ArmedMemo;
  readonly after: (ms: number, work: () => void) => void;
}

export interface TabSite {
  /** Absent if the browser does not reveal it. */
  readonly origin?: string;
  readonly granted: boolean;
  readonly isPrivate: boolean;
}

export interface ArmedMemo {
  readonly load: () => Promise<unknown>;
  readonly save: (tabs: readonly number[]) => Promise<void>;
}

/** A document with a director, as the browser identifies it. */
export interface DirectorSender {
  readonly tab: number;
  readonly frame: number;
  readonly origin?: string;
}

export interface PanelRules {
  readonly arm: (tab: number, rules: unknown, isPrivateConfirmed: boolean) => Promise<void>;
  /** Sends a command to the directors of the tabs armed by this panel. */
  readonly send: (message: Extract<ToDirector, { readonly kind: 'playback' | 'held' | 'stop-sent' }>) => void;
  /** Sends a request from a frame of a tab armed by this panel; once, even if its director is not connected yet. */
  readonly ask: (frame: number, request: unknown) => void;
  readonly closed: () => void;
}

export interface Arming {
  readonly open: (post: (state: ArmingState) => void) => PanelRules;
  readonly director: (port: Port, sender: DirectorSender) => void;
  /** A tab shows another document, possibly of another origin. */
  readonly navigated: (tab: number) => Promise<void>;
  /** Starts the time in which panels of an earlier background can arm their tabs again (`REARM_MS`). */
  readonly startGracePeriod: () => void;
}

interface ArmedTab {
  readonly tab: number;
  readonly desk: object;
  readonly post: (state: ArmingState) => void;
  readonly origin: string;
  rules: ToDirector;
  /** True if the rules also apply to later documents and survive a restart of the background. */
  isApplied: boolean;
  /** Newest report of each document. */
  readonly reports: Map<string, DirectorReport>;
  /** A request that waits for the director of its frame. */
  waiting?: { readonly frame: number; readonly message: ToDirector } | undefined;
}

interface DirectorConnection {
  readonly port: Port;
  readonly sender: DirectorSender;
  doc: string | undefined;
}

// By then, panels that were open when an earlier background ended have reconnected, even on a busy machine. As long
// as a new document waits for its rules (`WAIT_MS` of the director).
const REARM_MS = 5000;

const AGAIN_AFTER_MS = 300;
const TRIES_MAX = 4;

/** Time in which a started director connects. */
const CONNECT_MS = 5000;

const NONE: ReadonlySet<unknown> = new Set();

const INVALID = 'The rules are invalid or too long, so the page was left as it is.';
const NOT_ALLOWED = 'AG-UI Lens may not read this page, so it cannot change it. Allow the site first.';
const OTHER_ORIGIN = 'The page went to another site, so the rules were switched off.';
const OTHER_PANEL = 'Another panel of this tab has set its own rules, so these were switched off.';
const NOT_STARTED = 'The rules could not be started in this page. Reload it, and start them again.';
const NOT_SENT = 'The request is invalid or too long, so it was not sent.';
const NO_FRAME =
  'The document that sent the recorded request is gone, or belongs to another site than the page, so nothing was sent.';

function totalOf(reports: Iterable<DirectorReport>): DirectorReport {
  const affected: Record<string, number> = {};
  let notEditable: DirectorReport['notEditable'] = {};
  const held: HeldEvent[] = [];
  let open = 0;
  let paused = 0;
  let sending = 0;
  for (const report of reports) {
    open += report.open;
    paused += report.paused;
    sending += report.sending;
    held.push(...report.held);
    notEditable = { ...notEditable, ...report.notEditable };
    for (const [id, count] of Object.entries(report.affected)) affected[id] = (affected[id] ?? 0) + count;
  }
  return { affected, notEditable, held, open, paused, sending };
}

export function createArming(parts: ArmingParts): Arming {
  const isClosed = new WeakSet<object>();
  const armed = new Map<number, ArmedTab>();
  const connections = new Set<DirectorConnection>();
  /** Calls of `arm` that query the site of their tab. */
  const pendingArms = new Set<{ readonly tab: number }>();
  let sites = Promise.resolve();
  let isNew = true;
  /** Tabs armed in an earlier background and not disarmed since; undefined if unknown. */
  const armedBefore: Promise<Set<unknown> | undefined> = parts.armedMemo
    .load()
    .then((tabs) => new Set(Array.isArray(tabs) ? tabs : []))
    .catch(() => undefined);
  let saved = armedBefore.then(() => {});

  const send = (connection: DirectorConnection, message: ToDirector): void => {
    try {
      connection.port.post(message);
    } catch {
      // The document has ended.
      connections.delete(connection);
    }
  };
  const connectionsOf = (tab: number): readonly DirectorConnection[] =>
    [...connections].filter(({ sender }) => sender.tab === tab);
  const fits = ({ origin }: ArmedTab, { sender }: DirectorConnection): boolean => sender.origin === origin;
  const report = (state: ArmedTab, problem?: string): void => {
    if (!state.isApplied) return;
    state.post({
      isArmed: true,
      ...totalOf(state.reports.values()),
      ...(problem !== undefined && { problem }),
    });
  };
  const armSites = (): void => {
    const patterns = [...armed.values()].flatMap(({ origin }) => patternOf(origin) ?? []);
    // A panel that arms its tab again relies on the sites of the earlier background.
    const keepsOthers = isNew || pendingArms.size > 0;
    // One after the other. On failure later documents are not armed, which changes nothing for the page.
    sites = sites.then(() => parts.armSites([...new Set(patterns)], keepsOthers)).catch(() => undefined);
  };
  /** Tabs whose panels may reconnect stay stored. */
  const saveArmed = (): void => {
    saved = saved
      .then(async () => {
        const before = (isNew && (await armedBefore)) || NONE;
        const arming = [...pendingArms].map(({ tab }) => tab);
        const tabs = [...before, ...arming, ...armed.keys()].filter((tab) => typeof tab === 'number');
        await parts.armedMemo.save([...new Set(tabs)]);
      })
      // On failure, documents of other tabs wait until the grace period ends.
      .catch(() => undefined);
  };
  const turnOff = (connection: DirectorConnection): void => {
    send(connection, { kind: 'off' });
    connections.delete(connection);
  };
  const later = (): Promise<void> => new Promise((resolve) => parts.after(AGAIN_AFTER_MS, resolve));
  /** In Firefox, a tab may have no URL for a moment while its document is replaced. */
  const siteOf = async (tab: number): Promise<TabSite> => {
    for (let tries = 1; ; tries++) {
      const site = await parts.site(tab);
      if (site.origin !== undefined || tries === TRIES_MAX) return site;
      await later();
    }
  };
  const disarm = (state: ArmedTab, problem?: string): void => {
    if (armed.get(state.tab) !== state) return;
    armed.delete(state.tab);
    void armedBefore.then((tabs) => tabs?.delete(state.tab));
    for (const connection of connectionsOf(state.tab)) turnOff(connection);
    parts.showArmed(state.tab, false);
    armSites();
    saveArmed();
    if (problem !== undefined) state.post({ ...UNARMED, problem });
  };
  /** A document that is being replaced takes no script: then tries again in the next one. */
  const startDirectors = async (state: ArmedTab): Promise<void> => {
    for (let tries = 1; armed.get(state.tab) === state; tries++) {
      try {
        await parts.startDirectors(state.tab);
        return;
      } catch (error) {
        // A closed tab, or an error page of the browser.
        if (tries === TRIES_MAX) disarm(state, `${NOT_STARTED} (${error})`);
        else await later();
      }
    }
  };
  const isBeingArmed = (tab: number): boolean => [...pendingArms].some((call) => call.tab === tab);
  /** Turns off the director of a document whose tab is not armed, as far as a new background can know. */
  const turnOffUnarmed = async (connection: DirectorConnection): Promise<void> => {
    const { tab } = connection.sender;
    const before = isNew ? await armedBefore : NONE;
    if (before && !before.has(tab) && !armed.has(tab) && !isBeingArmed(tab) && connections.has(connection))
      turnOff(connection);
  };
  /** Turns off directors, and removes sites, of an earlier background whose tabs were not armed again. */
  const removeLeft = (): void => {
    for (const connection of connections) {
      const state = armed.get(connection.sender.tab);
      if (state && !fits(state, connection)) turnOff(connection);
      else void turnOffUnarmed(connection);
    }
    armSites();
    saveArmed();
  };
  const endGracePeriod = (): void => {
    isNew = false;
    removeLeft();
  };

  return {
    open(post) {
      const desk: PanelRules = {
        async arm(tab, value, isPrivateConfirmed) {
          const rules = parsePageRules(value);
          if (!rules) return post({ ...UNARMED, problem: INVALID });
          const call = { tab };
          pendingArms.add(call);
          let site: TabSite;
          try {
            site = await siteOf(tab);
          } finally {
            pendingArms.delete(call);
          }
          const { origin, granted, isPrivate } = site;
          const refuse = (state: ArmingState): void => {
            post(state);
            removeLeft();
          };
          if (!granted || origin === undefined) return refuse({ ...UNARMED, problem: NOT_ALLOWED });
          if (isPrivate && !isPrivateConfirmed) return refuse({ ...UNARMED, asksPrivate: true });
          if (isClosed.has(desk)) return removeLeft();
          const before = armed.get(tab);
          if (before && before.desk !== desk) disarm(before, OTHER_PANEL);
          const isSame = before?.desk === desk && before.origin === origin;
          const message: ToDirector = { kind: 'rules', rules };
          const state: ArmedTab = isSame
            ? before
            : { tab, desk, post, origin, rules: message, isApplied: false, reports: new Map() };
          state.rules = message;
          armed.set(tab, state);
          parts.showArmed(tab, true);
          for (const connection of connectionsOf(tab)) {
            if (fits(state, connection)) send(connection, message);
            else turnOff(connection);
          }
          armSites();
          saveArmed();
          if (!isSame) {
            await Promise.all([sites, saved, startDirectors(state)]);
            state.isApplied = true;
          }
          if (armed.get(tab) === state) report(state);
        },
        send(message) {
          for (const state of armed.values())
            if (state.desk === desk)
              for (const connection of connectionsOf(state.tab)) send(connection, message);
        },
        ask(frame, value) {
          const state = [...armed.values()].find((each) => each.desk === desk);
          // Disarmed meanwhile; the panel has this state already.
          if (!state) return;
          const request = parseSentRequest(value);
          if (!request) return report(state, NOT_SENT);
          const message: ToDirector = { kind: 'send', request };
          const connection = connectionsOf(state.tab).find(
            (each) => each.sender.frame === frame && fits(state, each),
          );
          if (connection) return send(connection, message);
          const waiting = { frame, message };
          state.waiting = waiting;
          parts.after(CONNECT_MS, () => {
            if (state.waiting !== waiting) return;
            state.waiting = undefined;
            if (armed.get(state.tab) === state) report(state, NO_FRAME);
          });
        },
        closed() {
          isClosed.add(desk);
          for (const state of [...armed.values()]) if (state.desk === desk) disarm(state);
        },
      };
      return desk;
    },
    director(port, sender) {
      const connection: DirectorConnection = { port, sender, doc: undefined };
      connections.add(connection);
      port.onMessage((message) => {
        const from = parseFromArming(message);
        const state = armed.get(sender.tab);
        if (!from || !connections.has(connection)) return;
        connection.doc = from.doc;
        if (!state || !fits(state, connection)) return;
        state.reports.set(from.doc, from);
        report(state);
      });
      port.onClose(() => {
        connections.delete(connection);
        const state = armed.get(sender.tab);
        const last = connection.doc === undefined ? undefined : state?.reports.get(connection.doc);
        if (!state || connection.doc === undefined || !last) return;
        state.reports.set(connection.doc, { ...NO_CHANGES, affected: last.affected });
        report(state);
      });
      const state = armed.get(sender.tab);
      if (state && fits(state, connection)) {
        send(connection, state.rules);
        if (state.waiting?.frame === sender.frame) {
          send(connection, state.waiting.message);
          state.waiting = undefined;
        }
      } else if (state) turnOff(connection);
      else void turnOffUnarmed(connection);
    },
    startGracePeriod: () => parts.after(REARM_MS, endGracePeriod),
    async navigated(tab) {
      const state = armed.get(tab);
      if (!state) return;
      const { origin } = await siteOf(tab);
      if (origin !== state.origin) disarm(state, OTHER_ORIGIN);
    },
  };
}
