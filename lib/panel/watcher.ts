// The values at watched paths over the whole session, read in turns.
import { type ReadonlySignal, signal } from '@preact/signals';
import { StateSamples } from '@/lib/core/model/queries/state-samples';
import { TURN_MS } from './scheduler';
import type { Session } from './session';

export interface Watcher {
  /** Rises when there are more values. */
  readonly turn: ReadonlySignal<number>;
  readonly samples: StateSamples;
  advance(): void;
  dispose(): void;
}

export function createWatcher(session: Session, threadId: string, pointers: readonly string[]): Watcher {
  const { scheduler } = session;
  const samples = new StateSamples({ log: session.log, modelAt: session.models.at }, threadId, pointers);
  const turn = signal(0);
  let isReading = false;
  let isGone = false;
  const read = (): void => {
    isReading = false;
    if (isGone) return;
    const until = scheduler.now() + TURN_MS;
    const isDone = samples.advance(session.log.length - 1, () => scheduler.now() >= until);
    turn.value++;
    if (!isDone) start();
  };
  const start = (): void => {
    if (isReading) return;
    isReading = true;
    scheduler.soon(read);
  };
  return {
    turn,
    samples,
    advance: start,
    dispose() {
      isGone = true;
    },
  };
}
