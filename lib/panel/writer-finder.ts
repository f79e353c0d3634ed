// Finds the writers of a state value in turns, so that the panel stays responsive.
import { type ReadonlySignal, signal } from '@preact/signals';
import { type Difference, differences } from '@/lib/core/json/diff';
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { runInTurns } from '@/lib/core/json/steps';
import { type BlameTarget, type StateWriter, searchWriters } from '@/lib/core/model/queries/blame';
import { TURN_MS } from './scheduler';
import type { Session } from './session';

/** Number of listed changes per writer, plus one that shows that there are more. */
const CHANGES_MAX = 4;

export interface DescribedWriter extends StateWriter {
  /**
   * The first changes inside the value; absent for one writer, and unless it was an object or array before and after.
   */
  readonly changes?: readonly Difference[];
}

interface WritersFound {
  /** The newest first. */
  readonly writers: readonly DescribedWriter[];
  /** There are no older ones. */
  readonly isDone: boolean;
  readonly isSearching: boolean;
  /** All events after this one were searched. */
  readonly searchedTo: number;
}

export interface WriterFinder {
  readonly view: ReadonlySignal<WritersFound>;
  /** Searches that many more. */
  more(count: number): void;
  /** Stops; `more` goes on from there. */
  cancel(): void;
}

function isContainer(value: Json | undefined): boolean {
  return isJsonObject(value) || Array.isArray(value);
}

/** Finds the newest `count` writers of a place; with their changes if `count` > 1. */
export function createWriterFinder(session: Session, place: BlameTarget, count: number): WriterFinder {
  const { scheduler } = session;
  const search = searchWriters({ log: session.log, modelAt: session.models.at }, place);
  // Described one at a time: comparing two large values takes time.
  const described: DescribedWriter[] = [];
  let wanted = 0;
  let stop = () => {};
  const isDone = () => search.isDone && described.length === search.found.length;
  const isEnough = () => described.length >= wanted || isDone();
  const describe = (writer: StateWriter): DescribedWriter => {
    const { before, after } = writer;
    const isInner = count > 1 && isContainer(before) && isContainer(after);
    return isInner ? { ...writer, changes: differences(before, after, CHANGES_MAX) } : writer;
  };
  const seen = (isSearching: boolean): WritersFound => ({
    writers: [...described],
    isDone: isDone(),
    isSearching,
    searchedTo: search.searchedTo,
  });
  const view = signal(seen(false));

  function* steps(): Generator<undefined, void> {
    while (!isEnough()) {
      const next = search.found[described.length];
      if (next === undefined) search.step();
      else described.push(describe(next));
      if (!isEnough()) yield;
    }
  }
  const show = (isSearching: boolean) => {
    view.value = seen(isSearching);
  };
  const more = (by: number): void => {
    stop();
    wanted = described.length + by;
    stop = runInTurns(steps(), scheduler, {
      turnMs: TURN_MS,
      progress: () => show(true),
      done: () => show(false),
    });
  };
  more(count);
  return {
    view,
    more,
    cancel() {
      stop();
      if (view.peek().isSearching) show(false);
    },
  };
}
