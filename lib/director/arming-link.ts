// The arming script of a document: passes rules from the background to the director, and its reports back. The
// background may restart while a tab is armed: the link reconnects, and responses continue meanwhile.
import type { Port } from '../background/relay/port';
import {
  type DirectorReport,
  type FromArming,
  parseDirectorReport,
  type ToDirector,
} from '../messages/arming';
import { isObject } from '../messages/values';

interface ArmingLinkParts {
  readonly doc: string;
  /** Connects to the background; undefined once the extension is removed. */
  readonly connect: () => Port | undefined;
  /** True if the extension was removed or updated; its ports may still be open. */
  readonly isGone: () => boolean;
  /** Opens the channel to the document's director; returns its send function. */
  readonly openHandshake: (
    receive: (message: unknown) => void,
    joined: () => void,
  ) => (message: ToDirector) => void;
  readonly after: (ms: number, work: () => void) => void;
  /** Called when the document is no longer armed. */
  readonly ended: () => void;
}

// Delay before a reconnect; the background restarts faster.
const RECONNECT_MS = 100;
const TRIES_MAX = 20;
const GONE_AFTER_MS = 1000;

export function linkDirector({ doc, connect, isGone, openHandshake, after, ended }: ArmingLinkParts): void {
  let port: Port | undefined;
  let isOver = false;
  let tries = 0;
  let rules: ToDirector | undefined;
  let report: DirectorReport | undefined;

  const post = (): void => {
    if (!report) return;
    try {
      port?.post({ ...report, doc } satisfies FromArming);
    } catch {
      // The close event follows, and then a reconnect.
    }
  };
  const end = (): void => {
    isOver = true;
    send({ kind: 'off' });
    port?.close();
    ended();
  };
  const start = (): void => {
    const fresh = isOver ? undefined : connect();
    port = fresh;
    if (isOver) return;
    if (!fresh) {
      end();
      return;
    }
    fresh.onMessage((message) => {
      // Sent by the background of this extension.
      const sent = message as ToDirector;
      if (isOver || !isObject(sent)) return;
      tries = 0;
      if (sent.kind === 'off') {
        end();
        return;
      }
      if (sent.kind === 'rules') rules = sent;
      send(sent);
    });
    fresh.onClose(() => {
      if (isOver) return;
      if (++tries > TRIES_MAX) end();
      else if (tries === 1) start();
      else after(RECONNECT_MS, start);
    });
    post();
  };
  const send = openHandshake(
    (message) => {
      report = parseDirectorReport(message);
      post();
    },
    () => {
      if (isOver) send({ kind: 'off' });
      else if (rules) send(rules);
    },
  );
  const watch = (): void => {
    if (isOver) return;
    if (isGone()) end();
    else after(GONE_AFTER_MS, watch);
  };
  start();
  watch();
}
