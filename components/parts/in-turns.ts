// Long work of a component, continued in turns of the scheduler.
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type Scheduler, TURN_MS } from '@/lib/panel/scheduler';

interface Turns<T> {
  readonly found: ReadonlySignal<T | undefined>;
  stop(): void;
}

function inTurns<T>(scheduler: Scheduler, steps: Iterator<unknown, T>): Turns<T> {
  const found = signal<T | undefined>(undefined);
  let isStopped = false;
  const turn = (): void => {
    if (isStopped) return;
    const until = scheduler.now() + TURN_MS;
    let next = steps.next();
    while (next.done !== true && scheduler.now() < until) next = steps.next();
    if (next.done === true) found.value = next.value;
    else scheduler.soon(turn);
  };
  turn();
  return {
    found,
    stop() {
      isStopped = true;
    },
  };
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
