// Work of a component that may take long: begun at once, and gone on with in turns where it takes more than one.
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { runInTurns } from '@/lib/core/json/steps';
import { type Scheduler, TURN_MS } from '@/lib/panel/scheduler';

function inTurns<T>(scheduler: Scheduler, steps: Iterator<unknown, T>) {
  const found = signal<T | undefined>(undefined);
  const stop = runInTurns(steps, scheduler, {
    turnMs: TURN_MS,
    done: (value) => {
      found.value = value;
    },
  });
  return { found, stop };
}

/** What comes of steps; undefined while they are under way. They begin anew with other `inputs`. */
export function useTurns<T>(
  scheduler: Scheduler,
  begin: () => Iterator<unknown, T>,
  inputs: readonly unknown[],
): T | undefined {
  const turns = useMemo(() => inTurns(scheduler, begin()), inputs);
  useEffect(() => turns.stop, [turns]);
  return turns.found.value;
}
