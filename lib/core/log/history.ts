// The state of any fold at any event: the nearest checkpoint plus a replay. Boundaries up to the position of an event
// are applied before it; those after the last event only in `head`.
import { firstIndex } from '@/lib/core/json/sorted';
import type { Log } from '@/lib/core/log/log';
import type { Boundary, Fold } from '@/lib/core/log/types';

export interface History<S> {
  readonly length: number;
  /** Folds appended events until `isTimeUp`; true if all were folded. */
  advance(isTimeUp?: () => boolean): boolean;
  /** The state after event `seq` (-1: before the first). Returned states do not change. */
  at(seq: number): S;
  after(boundary: number): S;
  /** Includes trailing boundaries. */
  head(): S;
  soFar(): S;
}

/** An exception of a fold, at a boundary or at event `seq`. */
export interface SkippedStep {
  readonly seq: number;
  readonly boundary?: Boundary;
  readonly error: unknown;
}

/** Distance of checkpoints, whichever limit is reached first, and handling of exceptions. */
interface HistoryOptions {
  /** Events and boundaries between checkpoints. */
  readonly interval?: number;
  /** UTF-16 units of raw text between checkpoints: a few huge events take as long to replay as many small ones. */
  readonly units?: number;
  /**
   * Receives each step on which the fold throws; the step is skipped from then on. Without it, the caller gets the
   * exception.
   */
  readonly onSkip?: ((what: SkippedStep) => void) | undefined;
}

interface Point<S> {
  /** Number of events and boundaries applied. */
  events: number;
  boundaries: number;
  state: S;
}

export function createHistory<S>(fold: Fold<S>, log: Log, options: HistoryOptions = {}): History<S> {
  const { interval = 256, units = 512 * 1024, onSkip } = options;
  let live: Point<S> = { events: 0, boundaries: 0, state: fold.init() };
  const checkpoints: Point<S>[] = [{ ...live, state: fold.fork(live.state) }];
  let sinceUnits = 0;
  let visited: Point<S> | undefined;
  // Skipped steps: an event as its seq, a boundary as the complement of its index.
  const skipped = new Set<number>();
  // State after the newest skipped step since the last checkpoint.
  let afterSkip: Point<S> | undefined;

  const nextBoundary = ({ events, boundaries }: Point<S>): Boundary | undefined => {
    const boundary = log.boundaries[boundaries];
    return boundary !== undefined && boundary.beforeSeq <= events ? boundary : undefined;
  };

  /** Applies the next boundary if it precedes the next event, else that event. */
  const applyNext = (point: Point<S>): void => {
    const boundary = nextBoundary(point);
    if (boundary !== undefined) {
      if (fold.boundary !== undefined && !skipped.has(~point.boundaries))
        point.state = fold.boundary(point.state, boundary);
      point.boundaries++;
      return;
    }
    const event = skipped.has(point.events) ? undefined : log.at(point.events);
    if (event !== undefined) point.state = fold.step(point.state, event);
    point.events++;
  };

  const forked = (point: Point<S>): Point<S> => ({ ...point, state: fold.fork(point.state) });

  /** Skips the next step, on which the fold has thrown. */
  const skipNext = (point: Point<S>, error: unknown): void => {
    if (onSkip === undefined) throw error;
    const boundary = nextBoundary(point);
    skipped.add(boundary === undefined ? point.events : ~point.boundaries);
    onSkip({ seq: point.events, error, ...(boundary && { boundary }) });
  };

  /** Replays from a point until `isThere`. An exception may leave a half-changed state, so the replay starts again. */
  const reach = (from: () => Point<S>, isThere: (point: Point<S>) => boolean): Point<S> => {
    for (;;) {
      const point = forked(from());
      try {
        while (!isThere(point)) applyNext(point);
        return point;
      } catch (error) {
        skipNext(point, error);
      }
    }
  };

  /** Applies the next step; on an exception, rebuilds the state without it. */
  const advanceLive = (): void => {
    try {
      applyNext(live);
    } catch (error) {
      skipNext(live, error);
      const { events, boundaries } = live;
      const isThere = (point: Point<S>): boolean =>
        point.events === events && point.boundaries === boundaries;
      live = reach(() => afterSkip ?? nearest(() => false), isThere);
      afterSkip = forked(live);
    }
  };

  // Counts boundaries, too: there may be as many requests without events as events.
  const isDue = (): boolean => {
    const last = checkpoints.at(-1);
    const since = live.events - (last?.events ?? 0) + live.boundaries - (last?.boundaries ?? 0);
    return since >= interval || sinceUnits >= units;
  };

  /** The last checkpoint that is not beyond the point. */
  const nearest = (isBeyond: (point: Point<S>) => boolean): Point<S> => {
    const beyond = firstIndex(checkpoints.length, (at) => {
      const point = checkpoints[at];
      return point === undefined || isBeyond(point);
    });
    const found = checkpoints[Math.max(0, beyond - 1)];
    const isCloser = visited !== undefined && !isBeyond(visited) && visited.events > (found?.events ?? 0);
    const point = isCloser ? visited : found;
    if (point === undefined) throw new Error('Expected a checkpoint at the start of the history');
    return point;
  };

  /** True for a point with more events, or with a boundary after the last of them. */
  const isBehind =
    (events: number) =>
    (point: Point<S>): boolean =>
      point.events > events || (log.boundaries[point.boundaries - 1]?.beforeSeq ?? -1) >= events;

  const advance = (isTimeUp?: () => boolean): boolean => {
    while (live.events < log.length || live.boundaries < log.boundaries.length) {
      if (isTimeUp?.() === true) return false;
      const { events } = live;
      advanceLive();
      if (live.events > events) sinceUnits += log.lengthOf(events);
      if (!isDue()) continue;
      checkpoints.push(forked(live));
      afterSkip = undefined;
      sinceUnits = 0;
    }
    return true;
  };

  const soFar = (): S => fold.fork(live.state);

  return {
    get length() {
      return live.events;
    },
    advance,
    at(seq) {
      const events = Math.max(0, Math.min(seq + 1, log.length));
      if (live.events < events) advance(() => live.events >= events);
      const isThere = (point: Point<S>): boolean => point.events >= events;
      const point = reach(() => nearest(isBehind(events)), isThere);
      visited = point;
      return fold.fork(point.state);
    },
    after(boundary) {
      advance();
      const events = log.boundaries[boundary]?.beforeSeq ?? log.length;
      const wanted = Math.min(boundary + 1, log.boundaries.length);
      const point = reach(
        () => nearest((at) => at.events > events || at.boundaries > wanted),
        (at) => at.boundaries >= wanted && at.events >= events,
      );
      return fold.fork(point.state);
    },
    head() {
      advance();
      return soFar();
    },
    soFar,
  };
}
