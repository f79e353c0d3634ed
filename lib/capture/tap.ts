// What a tap is: an observer of one page API that passes facts to `emit` and changes nothing for the page.
import type { CloseHow, Direction, GapReason, OpenRecord, Transport } from '../wire/records';
import type { Interest } from './candidates';

/** Undoes every patch of a tap. */
export type Undo = () => void;

/** The global object that a tap patches. */
export type PageWindow = Window & typeof globalThis;

/** What is known about a stream when it opens; undefined means absent. */
type Opening = Pick<OpenRecord, 't' | 'transport' | 'url' | 'method'> & {
  readonly [K in keyof Omit<OpenRecord, 'kind' | 'stream'>]?: OpenRecord[K] | undefined;
};

/** One message of a transport with its own framing. */
export interface Message {
  readonly t: number;
  readonly dir: Direction;
  readonly data: string | Uint8Array;
  readonly event?: string | undefined;
  readonly lastEventId?: string | undefined;
}

/** Where taps report what they see. Nothing here throws for any input that a page can make. */
export interface Emit {
  /** Milliseconds since the document's time origin. */
  readonly now: () => number;
  /** Does something later. */
  readonly after: (ms: number, work: () => void) => void;
  /**
   * Begins a stream and returns its number. An `unsure` stream is recorded until enough of it has passed without a
   * sign of AG-UI; then a gap says so, and nothing more of it is written.
   */
  readonly open: (opening: Opening, interest?: Interest) => number;
  /** False once a stream was dropped: there is no point in following it any further. */
  readonly wants: (stream: number) => boolean;
  /** Bytes of a body; copied before this returns. */
  readonly bytes: (stream: number, bytes: Uint8Array) => void;
  /** Text of a body; `remade` if the page saw only a parsed value. */
  readonly text: (stream: number, text: string, remade?: true) => void;
  readonly frame: (stream: number, message: Message) => void;
  /** Ends a stream; does nothing if it is already closed. */
  readonly close: (stream: number, how: CloseHow, detail?: string, code?: number) => void;
  readonly gap: (reason: GapReason, facts?: { stream?: number; bytes?: number; detail?: string }) => void;
  /**
   * Calls back when the document goes away, before its open streams are closed; returns a function that cancels this.
   */
  readonly onGone: (callback: () => void) => Undo;
}

/** An observer of one page API. */
export interface Tap {
  /** Name of what it observes, as used in records. */
  readonly name: Exclude<Transport, 'file'>;
  readonly install: (page: PageWindow, emit: Emit) => Undo;
}
