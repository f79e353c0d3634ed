// The live session of the tab.
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Consumers } from './annotations';
import type { Channel, ChannelEvents } from './channel';
import { createOpenSession, type OpenSession } from './open-session';
import type { Scheduler } from './scheduler';
import { createSession, type Session } from './session';
import { sourceFrom } from './source';

export type Connection = 'connecting' | 'connected' | 'lost';

export interface Live {
  readonly current: Signal<OpenSession>;
  /** The newest events of a long session, until the first of all events are shown. */
  readonly newest: ReadonlySignal<Session | undefined>;
  /** Its id in the store; undefined while it is empty. */
  readonly id: ReadonlySignal<string | undefined>;
  /** True for a private window; the session is in memory only. */
  readonly isPrivate: ReadonlySignal<boolean>;
  readonly connection: Signal<Connection>;
  readonly recording: Signal<boolean>;
  /** Reason why captured data cannot be stored at the moment. */
  readonly waiting: ReadonlySignal<string | undefined>;
  readonly hasCaptured: () => boolean;
  /** Starts to listen; returns a function that stops it. */
  open(): () => void;
}

interface LiveEvents {
  /** The tab has another session, or capture was turned on or off. */
  changed(): void;
  failed(sentence: string): void;
  consumers(): Consumers;
}

export function createLive(channel: Channel, scheduler: Scheduler, callbacks: LiveEvents): Live {
  const id = signal<string | undefined>(undefined);
  const isPrivate = signal(false);
  const connection = signal<Connection>('connecting');
  const recording = signal(true);
  const waiting = signal<string | undefined>(undefined);
  let hasCaptured = false;

  // A session gets its id with its first batch and keeps it, whichever session the tab has later.
  let identity: { id?: string } = {};
  const make = (): OpenSession => {
    const mine: { id?: string } = {};
    identity = mine;
    const source = sourceFrom((after) =>
      mine.id === undefined ? Promise.resolve([]) : channel.read(mine.id, after),
    );
    return createOpenSession(scheduler, { source, consumers: callbacks.consumers() });
  };
  const current = signal(make());
  const early = signal<Session | undefined>(undefined);
  const newest = computed(() => {
    if (early.value === undefined) return undefined;
    const { length, progress } = early.value.reading;
    // While it is read, its last row is not the newest event.
    return length.value > 0 && progress.value === undefined ? early.value : undefined;
  });
  const dropEarly = () => {
    early.peek()?.reading.dispose();
    early.value = undefined;
  };
  const stopDropping = effect(() => {
    if (current.value.session.reading.length.value > 0) dropEarly();
  });

  const events: ChannelEvents = {
    connection: (state) => {
      connection.value = state;
    },
    session(stored, isOn) {
      hasCaptured ||= stored !== undefined;
      recording.value = isOn;
      if (id.value !== undefined && stored?.session !== id.value) {
        // Its waiting batches are not shown.
        current.value.session.reading.dispose();
        current.value = make();
        dropEarly();
      }
      id.value = stored?.session;
      isPrivate.value = stored?.private ?? false;
      if (stored !== undefined) identity.id = stored.session;
      callbacks.changed();
    },
    newest(batches) {
      const session = createSession(scheduler, { consumers: callbacks.consumers() });
      session.reading.append(batches);
      dropEarly();
      early.value = session;
    },
    batches: (_, batches, more) => current.value.session.reading.append(batches, more),
    failed: callbacks.failed,
    waiting: (sentence) => {
      waiting.value = sentence;
    },
  };
  return {
    current,
    newest,
    id,
    isPrivate,
    connection,
    recording,
    waiting,
    hasCaptured: () => hasCaptured,
    open() {
      const close = channel.open(events);
      return () => {
        close();
        stopDropping();
      };
    },
  };
}
