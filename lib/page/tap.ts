// A tap observes one page API, passes facts to `emit` and changes nothing for the page.
import type { CloseHow, Direction, GapReason, OpenRecord, Transport } from '../messages/records';
import type { Interest } from './candidates';
import type { Handler } from './disguise';

export type Undo = () => void;

export type PageWindow = Window & typeof globalThis;

/** Facts about a stream when it opens; undefined means absent. */
type RequestOpening = Pick<OpenRecord, 't' | 'transport' | 'url' | 'method'> & {
  readonly [K in keyof Omit<OpenRecord, 'kind' | 'stream'>]?: OpenRecord[K] | undefined;
};

export interface Message {
  readonly t: number;
  readonly dir: Direction;
  readonly data: string | Uint8Array;
  readonly event?: string | undefined;
  readonly lastEventId?: string | undefined;
}

/** Receives the facts of taps. Nothing here throws for any input that a page can make. */
export interface Emit {
  /** Milliseconds since the document's time origin. */
  readonly now: () => number;
  readonly after: (ms: number, work: () => void) => void;
  /**
   * Begins a stream and returns its number. An `unsure` stream is recorded until enough of it has passed without a
   * sign of AG-UI; then it ends with a gap, and nothing more of it is written. A director writes into it by `answer`.
   */
  readonly open: (opening: RequestOpening, interest?: Interest, answer?: object) => number;
  /** False once a stream was dropped: there is no point in following it any further. */
  readonly wants: (stream: number) => boolean;
  readonly isOpen: (stream: number) => boolean;
  /** Bytes of a body, copied before this returns, or text of one. */
  readonly body: (stream: number, data: string | Uint8Array) => void;
  readonly frame: (stream: number, message: Message) => void;
  /** Ends a stream; does nothing if it is already closed. */
  readonly close: (stream: number, how: CloseHow, detail?: string, code?: number) => void;
  readonly gap: (reason: GapReason, facts?: { stream?: number; bytes?: number; detail?: string }) => void;
  /** Called before the open streams of a document that goes away are closed; returns a function that cancels this. */
  readonly onGone: (callback: () => void) => Undo;
}

/** Runs our own work; the page never sees it fail. */
export type Safely = <R>(work: () => R) => R | undefined;

export interface Patcher {
  readonly safely: Safely;
  /**
   * Observes calls of a method. `before` runs first and returns what `after` needs to know, or undefined to ignore
   * the call; `after` gets that and the native's result. Neither can change the call.
   */
  readonly observe: <N>(
    owner: object,
    key: PropertyKey,
    before: (self: unknown, args: unknown[]) => N | undefined,
    after?: (note: N, result: unknown, self: unknown, args: unknown[]) => void,
  ) => void;
  /** The page gets another promise that settles alike: a listener on its own would make a rejection look handled. */
  readonly observePromise: <N>(
    owner: object,
    key: PropertyKey,
    before: (self: unknown, args: unknown[]) => N | undefined,
    kept: (note: N, value: unknown) => void,
    failed: (note: N, error: unknown, self: unknown) => void,
  ) => void;
  /** Like `observe`, for the getter of a property: sees each object whose value is present. */
  readonly observeGetter: (owner: object, key: string, after: (self: unknown) => void) => void;
  /** Like `observe`, for a constructor: sees each object created, whatever class requested it. */
  readonly observeMade: <N, M extends object>(
    page: PageWindow,
    key: string,
    before: (args: unknown[]) => N | undefined,
    after: (note: N, made: M) => void,
  ) => void;
  readonly listenTo: (
    target: EventTarget,
    names: readonly string[],
    take: (event: Event, name: string) => void,
  ) => Undo;
  /** Replaces a method with a handler: only if `observe` is not enough. */
  readonly method: (owner: object, key: PropertyKey, handler: Handler, isWanted?: () => boolean) => void;
  /** The same functions for what need not be observed until something is true. */
  readonly once: (isWanted?: () => boolean) => Pick<Patcher, 'observe' | 'observePromise' | 'method'>;
  /** Gives a second name the replacement of the first, if both were the same function. */
  readonly alias: (owner: object, key: PropertyKey, original: PropertyKey) => void;
  readonly getter: (owner: object, key: string, handler: Handler) => void;
  readonly undo: Undo;
}

export interface Tap {
  readonly name: Exclude<Transport, 'file'>;
  /** Patches only by `patcher`, which undoes it. */
  readonly install: (page: PageWindow, emit: Emit, patcher: Patcher) => void;
}
