// What a tap is: an observer over one page API that hands facts to `emit` and changes nothing for the page.
import type { CloseHow, Direction, GapReason, OpenRecord, Transport } from '../wire/records';
import type { Interest } from './candidates';

/** Takes every patch of a tap back. */
export type Undo = () => void;

/** The global object that a tap patches. */
export type PageWindow = Window & typeof globalThis;

/** What is known of a stream when it opens; undefined means absent. */
export type Opening = Pick<OpenRecord, 't' | 'transport' | 'url' | 'method'> & {
  readonly [K in keyof Omit<OpenRecord, 'kind' | 'stream'>]?: OpenRecord[K] | undefined;
};

/** One message of a delimited transport. */
export interface Message {
  readonly t: number;
  readonly dir: Direction;
  readonly data: string | Uint8Array;
  readonly event?: string | undefined;
  readonly lastEventId?: string | undefined;
}

/** Where taps put what they saw. Nothing here throws for any input that a page can make. */
export interface Emit {
  /** Milliseconds since the document's time origin. */
  readonly now: () => number;
  /** Does something later. */
  readonly after: (ms: number, work: () => void) => void;
  /**
   * Begins a stream and answers its number. One that is `unsure` is recorded until enough of it went by without a sign
   * of AG-UI; a gap says so then, and nothing more is written of it.
   */
  readonly open: (opening: Opening, interest?: Interest) => number;
  /** False once a stream was left alone: following it any further is for nothing. */
  readonly wants: (stream: number) => boolean;
  /** Bytes of a body; they are copied before this returns. */
  readonly bytes: (stream: number, bytes: Uint8Array) => void;
  /** Text of a body; `remade` where the page saw only a parsed value. */
  readonly text: (stream: number, text: string, remade?: true) => void;
  readonly frame: (stream: number, message: Message) => void;
  /** Ends a stream; what is closed already stays as it is. */
  readonly close: (stream: number, how: CloseHow, detail?: string, code?: number) => void;
  readonly gap: (reason: GapReason, facts?: { stream?: number; bytes?: number; detail?: string }) => void;
  /** Calls back when the document goes away, before its open streams are closed; answers how to stop that. */
  readonly onGone: (callback: () => void) => Undo;
}

/** An observer over one page API. */
export interface Tap {
  /** What it observes, as its records name it. */
  readonly name: Exclude<Transport, 'file'>;
  readonly install: (page: PageWindow, emit: Emit) => Undo;
}
