// Any fold at any event: the nearest checkpoint plus a replay. Boundaries take part: those up to an event's position
// are applied before it, those after the last event only in `head`.
import type { Log } from '@/lib/log/log';
import type { Fold } from '@/lib/log/types';

/** A fold over a log that can be evaluated at any event. */
export interface History<S> {
  /** Folds what was appended since the last call, or some of it, until its time is over; whether that was all. */
  advance(isOver?: () => boolean): boolean;
  /** The state after event `seq` (-1: before the first); safe to keep. */
  at(seq: number): S;
  /** The state just after a boundary; safe to keep. */
  after(boundary: number): S;
  /** The state after everything, including trailing boundaries; safe to keep. */
  head(): S;
}

/** When to make a checkpoint: whichever comes first. */
interface HistoryOptions {
  /** Events between checkpoints. */
  readonly interval?: number;
  /** UTF-16 units of raw text between checkpoints: a few huge events cost as much to replay as many small ones. */
  readonly units?: number;
}

interface Point<S> {
  /** Number of events and boundaries applied. */
  events: number;
  boundaries: number;
  state: S;
}

/** Creates the history of a fold over a log. */
export function createHistory<S>(fold: Fold<S>, log: Log, options: HistoryOptions = {}): History<S> {
  const { interval = 256, units = 512 * 1024 } = options;
  const live: Point<S> = { events: 0, boundaries: 0, state: fold.init() };
  const checkpoints: Point<S>[] = [{ ...live, state: fold.fork(live.state) }];
  let sinceUnits = 0;
  let visited: Point<S> | undefined;

  const applyBoundaries = (point: Point<S>, beforeOrAt: number, last = Number.POSITIVE_INFINITY): void => {
    for (;;) {
      const boundary = log.boundaries[point.boundaries];
      if (boundary === undefined || boundary.beforeSeq > beforeOrAt || point.boundaries > last) return;
      if (fold.boundary !== undefined) point.state = fold.boundary(point.state, boundary);
      point.boundaries++;
    }
  };

  const applyEvent = (point: Point<S>): void => {
    applyBoundaries(point, point.events);
    const event = log.at(point.events);
    if (event !== undefined) point.state = fold.step(point.state, event);
    point.events++;
  };

  const forked = (point: Point<S>): Point<S> => ({ ...point, state: fold.fork(point.state) });

  const isDue = (): boolean => {
    const last = checkpoints.at(-1);
    return live.events - (last?.events ?? 0) >= interval || sinceUnits >= units;
  };

  const nearest = (events: number): Point<S> => {
    let low = 0;
    let high = checkpoints.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((checkpoints[middle]?.events ?? 0) <= events) low = middle;
      else high = middle - 1;
    }
    const found = checkpoints[low];
    const isCloser =
      visited !== undefined && visited.events <= events && visited.events > (found?.events ?? 0);
    const point = isCloser ? visited : found;
    if (point === undefined) throw new Error('Expected a checkpoint at the start of the history');
    return point;
  };

  const advance = (isOver?: () => boolean): boolean => {
    while (live.events < log.length) {
      if (isOver?.() === true) return false;
      sinceUnits += log.lengthOf(live.events);
      applyEvent(live);
      if (!isDue()) continue;
      checkpoints.push(forked(live));
      sinceUnits = 0;
    }
    applyBoundaries(live, log.length);
    return true;
  };

  return {
    advance,
    at(seq) {
      advance();
      const events = Math.max(0, Math.min(seq + 1, log.length));
      const point = forked(nearest(events));
      while (point.events < events) applyEvent(point);
      visited = point;
      return fold.fork(point.state);
    },
    after(boundary) {
      advance();
      const events = log.boundaries[boundary]?.beforeSeq ?? log.length;
      const point = forked(nearest(Math.min(events, log.length)));
      while (point.events < events) applyEvent(point);
      applyBoundaries(point, events, boundary);
      return fold.fork(point.state);
    },
    head() {
      advance();
      return fold.fork(live.state);
    },
  };
}
