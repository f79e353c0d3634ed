// The panel's side of the port to the background: subscribes, reconnects, requests only missing batches.
import type { FromPanel, ToPanel } from '@/lib/messages/messages';
import { type Connect, createBackground, type PanelPort, postOn } from './background-requests';
import type { Channel, ChannelEvents } from './channel';

interface PortChannelOptions {
  readonly tab: number;
  readonly connect: Connect;
  /** Calls back after `ms` milliseconds; returns a function that cancels. */
  later(ms: number, run: () => void): () => void;
}

const RETRY_MS = [50, 200, 1000, 3000] as const;
/**
 * Longer than a restart. After an update, Chrome may start the background without its APIs, so that it never answers.
 */
const LOST_MS = 4000;

export function createPortChannel(options: PortChannelOptions): Channel {
  let port: PanelPort | undefined;
  let session: string | undefined;
  let after = -1;
  let tries = 0;
  let cancel: () => void = () => {};
  let ended = false;
  /** Ends the wait for an answer; undefined while none is expected. */
  let answered: (() => void) | undefined;

  const post = (message: FromPanel) => postOn(port, message);

  const receive = (events: ChannelEvents, message: ToPanel) => {
    tries = 0;
    answered?.();
    answered = undefined;
    events.connection('connected');
    switch (message.kind) {
      case 'session':
        if (message.session?.session !== session) after = -1;
        session = message.session?.session;
        events.session(message.session, message.recording);
        return;
      case 'batches': {
        if (message.session !== session) return;
        const fresh = message.batches.filter((batch) => batch.id > after);
        after = fresh.at(-1)?.id ?? after;
        if (fresh.length > 0) events.batches(message.session, fresh, message.more);
        return;
      }
      case 'newest':
        if (message.session === session) events.newest(message.batches);
        return;
      case 'failed':
        events.failed(message.sentence);
        return;
      case 'waiting':
        events.waiting(message.sentence);
    }
  };

  const connect = (events: ChannelEvents) => {
    if (ended) return;
    answered ??= options.later(LOST_MS, () => events.connection('lost'));
    const retry = () => {
      port = undefined;
      if (ended) return;
      cancel = options.later(RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)] ?? 3000, () => connect(events));
    };
    try {
      const fresh = options.connect();
      port = fresh;
      fresh.onMessage.addListener((message) => port === fresh && receive(events, message));
      fresh.onDisconnect.addListener(() => port === fresh && retry());
      post({ kind: 'hello', tab: options.tab, after, ...(session === undefined ? {} : { session }) });
    } catch {
      retry();
    }
  };

  return {
    open(events) {
      connect(events);
      return () => {
        ended = true;
        cancel();
        answered?.();
        port?.disconnect();
      };
    },
    clear: () => post({ kind: 'clear', tab: options.tab }),
    record: (on) => post({ kind: 'record', tab: options.tab, on }),
    read: createBackground(options.connect).read,
  };
}
