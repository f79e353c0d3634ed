// Long work of a component, continued in turns of the scheduler.
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { runInTurns } from '@/lib/core/json/steps';
import { type Scheduler, TURN_MS } from '@/lib/panel/scheduler';

interface Turns<T> {
  readonly found: ReadonlySignal<T | undefined>;
  stop(): void;
}

function inTurns<T>(scheduler: Scheduler, steps: Iterator<unknown, T>): Turns<T> {
  const found = signal<T | undefined>(undefined);
  const stop = runInTurns(steps, scheduler, {
    turnMs: TURN_MS,
    done: (value) => {
      found.value = value;
    },
  });
  return { found, stop };
}

/** Result of the steps; undefined while running. Restarts with other `inputs`. */
export function useTurns<T>(
  scheduler: Scheduler,
  begin: () => Iterator<unknown, T>,
  inputs: readonly unknown[],
): T | undefined {
  const turns = useMemo(() => inTurns(scheduler, begin()), inputs);
  useEffect(() => turns.stop, [turns]);
  return turns.found.value;
}
