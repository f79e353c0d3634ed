// Single requests to the background, each on a port of its own: recent sessions, the inspected page.
import type { FromPanel, StoredBatch, StoredSession, ToPanel } from '@/lib/messages/messages';

/** The used part of a runtime port. */
export interface PanelPort {
  postMessage(message: FromPanel): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: ToPanel) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

/** Opens a port named PANEL_PORT. */
export type Connect = () => PanelPort;

/** Sends a message on a port that may have closed: its event opens the next one. */
export function postOn(port: PanelPort | undefined, message: FromPanel): void {
  try {
    port?.postMessage(message);
  } catch {
    // The port has closed.
  }
}

export interface Beginning {
  readonly batches: readonly StoredBatch[];
  readonly more: boolean;
}

/** Requests to the background. They reject with a sentence if the background does not answer. */
export interface Background {
  sessions(): Promise<readonly StoredSession[]>;
  forget(session: string, isForgotten: boolean): Promise<void>;
  /** The batches of a stored session with ids above `after`; -1 for all. */
  read(session: string, after: number): Promise<readonly StoredBatch[]>;
  /** The first batches of a stored session. */
  begin(session: string): Promise<Beginning>;
  site(tab: number): Promise<Extract<ToPanel, { readonly kind: 'site' }>>;
  grantPage(tab: number, origin: string): void;
}

/** Sends a request over a new port, in one or several messages; resolves to the first message with a value. */
export type Ask = <T>(
  question: FromPanel | Iterable<FromPanel>,
  answer: (message: ToPanel) => T | undefined,
) => Promise<T>;

export function createAsk(connect: Connect): Ask {
  return (question, answer) =>
    new Promise((resolve, reject) => {
      const port = connect();
      port.onDisconnect.addListener(() => reject(new Error('The background did not answer. Try again.')));
      port.onMessage.addListener((message) => {
        const isFailed = message.kind === 'failed';
        const value = isFailed ? undefined : answer(message);
        if (!isFailed && value === undefined) return;
        if (isFailed) reject(new Error(message.sentence));
        else if (value !== undefined) resolve(value);
        port.disconnect();
      });
      for (const message of Symbol.iterator in question ? question : [question]) port.postMessage(message);
    });
}

export function createBackground(connect: Connect): Background {
  const ask = createAsk(connect);
  const sessions = (message: ToPanel) => (message.kind === 'sessions' ? message.sessions : undefined);
  return {
    sessions: () => ask({ kind: 'sessions' }, sessions),
    forget: (session, isForgotten) =>
      ask({ kind: 'forget', session, isForgotten }, sessions).then(() => undefined),
    read(session, after) {
      const batches: StoredBatch[] = [];
      return ask({ kind: 'open', session, after }, (message) => {
        if (message.kind !== 'batches') return undefined;
        for (const batch of message.batches) batches.push(batch);
        return message.more ? undefined : batches;
      });
    },
    begin: (session) =>
      ask({ kind: 'open', session, after: -1 }, (message) =>
        message.kind === 'batches' ? { batches: message.batches, more: message.more } : undefined,
      ),
    site: (tab) => ask({ kind: 'site', tab }, (message) => (message.kind === 'site' ? message : undefined)),
    grantPage: (tab, origin) => connect().postMessage({ kind: 'grant', tab, origin }),
  };
}
