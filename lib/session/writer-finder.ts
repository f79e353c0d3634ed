// Looks for the writers of a place of the state in turns, so that the panel stays awake while it does.
import { type ReadonlySignal, signal } from '@preact/signals';
import { type BlamePlace, searchWriters, type Writer } from '@/lib/model/blame';
import type { Session } from './session';

/** How long one turn may take, milliseconds. */
const TURN_MS = 8;

/** How far a search is. */
export interface WritersFound {
  /** The newest first. */
  readonly writers: readonly Writer[];
  /** There are no older ones. */
  readonly isDone: boolean;
  readonly isSearching: boolean;
  /** Everything after this event was looked at. */
  readonly searchedTo: number;
}

/** A search that goes on until it has what was asked for. */
export interface WriterFinder {
  readonly view: ReadonlySignal<WritersFound>;
  /** Looks for that many more. */
  more(count: number): void;
  /** Stops; `more` goes on from there. */
  cancel(): void;
}

/** Starts to look for the newest `count` writers of a place. */
export function createWriterFinder(session: Session, place: BlamePlace, count: number): WriterFinder {
  const { scheduler } = session;
  const search = searchWriters(session, place);
  let wanted = 0;
  let turns = 0;
  const seen = (isSearching: boolean): WritersFound => ({
    writers: [...search.found],
    isDone: search.isDone,
    isSearching,
    searchedTo: search.searchedTo,
  });
  const view = signal(seen(false));

  const turn = (mine: number): void => {
    if (mine !== turns) return;
    const until = scheduler.now() + TURN_MS;
    while (!search.isDone && search.found.length < wanted && scheduler.now() < until) search.step();
    const isSearching = !search.isDone && search.found.length < wanted;
    view.value = seen(isSearching);
    if (isSearching) scheduler.soon(() => turn(mine));
  };
  const more = (by: number): void => {
    wanted = search.found.length + by;
    turn(++turns);
  };
  more(count);
  return {
    view,
    more,
    cancel() {
      turns++;
      if (view.peek().isSearching) view.value = seen(false);
    },
  };
}
