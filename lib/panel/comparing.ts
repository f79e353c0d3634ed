// Compares two runs in turns, so that the panel stays responsive.
import { type ReadonlySignal, signal } from '@preact/signals';
import { comparing } from '@/lib/core/compare/compare';
import type { Comparison, Ignorable, Side } from '@/lib/core/compare/types';
import { runInTurns } from '@/lib/core/json/steps';
import { TURN_MS } from './scheduler';
import type { Session } from './session';

export interface Comparing {
  /** Compared share, 0 to 1 in hundredths; undefined without a comparison. */
  readonly progress: ReadonlySignal<number | undefined>;
  readonly found: ReadonlySignal<Comparison | undefined>;
  begin(runs: readonly [number, number], ignored: readonly Ignorable[]): void;
  stop(): void;
}

/** Reuses the folds of the session. */
function sideOf({ log, models, findings }: Session, run: number): Side {
  const folded = {
    head: models.newest(),
    at: (seq: number) => models.seenBy('server', seq),
    findings: findings.listed.peek(),
  };
  return { log, run, folded };
}

export function createComparing(session: Session): Comparing {
  const { scheduler } = session;
  const progress = signal<number | undefined>(undefined);
  const found = signal<Comparison | undefined>(undefined);
  let stop = () => {};

  const begin: Comparing['begin'] = ([a, b], ignored) => {
    stop();
    const steps = comparing(sideOf(session, a), sideOf(session, b), ignored);
    stop = runInTurns(steps, scheduler, {
      turnMs: TURN_MS,
      progress: (share) => {
        progress.value = Math.floor(share * 100) / 100;
      },
      done: (comparison) => {
        found.value = comparison;
        progress.value = undefined;
      },
    });
  };
  return {
    progress,
    found,
    begin,
    stop() {
      stop();
      progress.value = undefined;
    },
  };
}
