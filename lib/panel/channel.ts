// Sources of batches: the background over a port, or direct calls.
import type { StoredBatch, StoredSession } from '@/lib/messages/messages';

export interface ChannelEvents {
  /** The session of the following batches; undefined before the first capture in the tab. */
  session(session: StoredSession | undefined, recording: boolean): void;
  newest(batches: readonly StoredBatch[]): void;
  /** Batches with rising ids; `more`: others follow at once. */
  batches(session: string, batches: readonly StoredBatch[], more: boolean): void;
  /** `lost` while the background does not answer; the channel reconnects itself. */
  connection(state: 'connected' | 'lost'): void;
  failed(sentence: string): void;
  /** Reason why captured data cannot be stored at the moment; undefined once it can. */
  waiting(sentence: string | undefined): void;
}

export interface Channel {
  /** Starts it; returns a function that stops it. */
  open(events: ChannelEvents): () => void;
  /** Starts a new, empty session for the tab. */
  clear(): void;
  record(on: boolean): void;
  /** Reads batches of a session with ids above `after` again. Rejects with a sentence if they are gone. */
  read(session: string, after: number): Promise<readonly StoredBatch[]>;
}

/** A channel without a browser: `start` calls the events. It keeps the batches. */
export function createDirectChannel(
  start: (events: ChannelEvents) => () => void,
  actions: Partial<Pick<Channel, 'clear' | 'record'>> = {},
): Channel {
  const kept: StoredBatch[] = [];
  return {
    open: (events) =>
      start({
        ...events,
        batches(session, batches, more) {
          for (const batch of batches) kept.push(batch);
          events.batches(session, batches, more);
        },
      }),
    clear: actions.clear ?? (() => {}),
    record: actions.record ?? (() => {}),
    read: (session, after) =>
      Promise.resolve(kept.filter((batch) => batch.session === session && batch.id > after)),
  };
}
