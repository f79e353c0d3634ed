// The fold of a session. Until what judges is loaded it holds the model alone; then everything is folded again from its
// beginning, in turns, and the findings are there: the same as if they had been looked for all the time.
import { type ReadonlySignal, signal } from '@preact/signals';
import { OK } from '@/lib/core/clients/verdict';
import type { Readers } from '@/lib/core/consumers/consumers';
import { messageOf } from '@/lib/core/json/reason';
import type { Linted, LintFold } from '@/lib/core/lint/types';
import { createHistory, type History, type LeftOut } from '@/lib/core/log/history';
import type { Log } from '@/lib/core/log/log';
import type { Fold } from '@/lib/core/log/types';
import { modelFoldFor } from '@/lib/core/model/model';
import type { Model } from '@/lib/core/model/types';
import type { Late } from './late';
import { judging } from './later';
import { type Scheduler, TURN_MS } from './scheduler';

/** The fold, at any event. Reading it subscribes to its being judged. */
export interface Judged extends History<Linted> {
  /** Whether the findings are there. */
  readonly isJudged: ReadonlySignal<boolean>;
  /** Why there will be none, in words; undefined where nothing is in the way. */
  readonly failure: ReadonlySignal<string | undefined>;
  /** Resolves when they are there. */
  judged(): Promise<void>;
  /** Tries again what has failed. */
  tryAgain(): void;
}

/** The model, with nothing said about it. */
function unjudged(readers: Readers): LintFold {
  const fold: Fold<Model> = modelFoldFor(readers);
  const of = (model: Model): Linted => ({ model, verdict: OK, findings: [], leftOut: 0 });
  return {
    name: 'unjudged',
    init: () => of(fold.init()),
    step: ({ model }, event) => of(fold.step(model, event)),
    boundary: ({ model }, boundary) => of(fold.boundary?.(model, boundary) ?? model),
    fork: ({ model }) => of(fold.fork(model)),
  };
}

/** Folds a log, once its judges are loaded from its beginning. */
export function createJudged(
  log: Log,
  {
    readers,
    scheduler,
    leaveOut,
  }: {
    readonly readers: Readers;
    readonly scheduler: Scheduler;
    /** Told of what the fold throws on, by both folds. */
    readonly leaveOut?: ((what: LeftOut) => void) | undefined;
  },
  judges: Late<{ createLintFold(readers: Readers): LintFold }> = judging,
): Judged {
  const loaded = judges.now.peek();
  const historyOf = (fold: LintFold): History<Linted> => createHistory(fold, log, { leaveOut });
  const now = signal(historyOf(loaded?.createLintFold(readers) ?? unjudged(readers)));
  const isJudged = signal(loaded !== undefined);
  const catchUp = (judged: History<Linted>): Promise<void> =>
    new Promise((resolve) => {
      const turn = () => {
        const until = scheduler.now() + TURN_MS;
        if (!judged.advance(() => scheduler.now() >= until)) return scheduler.soon(turn);
        now.value = judged;
        isJudged.value = true;
        resolve();
      };
      turn();
    });
  const start = async (): Promise<void> => {
    const { createLintFold } = await judges.load();
    await catchUp(historyOf(createLintFold(readers)));
  };
  const failure = signal<string | undefined>(undefined);
  const begin = (): Promise<void> => {
    failure.value = undefined;
    const started = start();
    // Where the file cannot be read, whoever waits for the findings is told, and so is whoever looks for them.
    started.catch((error: unknown) => {
      failure.value = messageOf(error);
    });
    return started;
  };
  let judged = loaded === undefined ? begin() : Promise.resolve();
  return {
    isJudged,
    failure,
    judged: () => judged,
    tryAgain() {
      if (failure.peek() !== undefined) judged = begin();
    },
    advance: (isOver) => now.peek().advance(isOver),
    at: (seq) => now.value.at(seq),
    after: (boundary) => now.value.after(boundary),
    head: () => now.value.head(),
  };
}
