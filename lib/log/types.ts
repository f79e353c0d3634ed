// What the log hands out: streams, events, boundaries. Types only.
import type { JsonObject } from '@/lib/agui/json';
import type { Problem } from '@/lib/decode/types';
import type { CloseHow, GapReason, Transport } from '@/lib/wire/records';

/** One response body or socket under observation. Grows while it is open; the same object for its whole life. */
export interface Stream {
  /** Position in `log.streams`, from 0. */
  readonly index: number;
  /** Unique within a log: document id and number. */
  readonly key: string;
  readonly doc: string;
  readonly frameId: number;
  readonly transport: Transport;
  readonly url: string;
  readonly method: string;
  /** Unix time in milliseconds of the request. */
  readonly startMs: number;
  readonly headMs?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly requestBody?: string;
  /** Length of the request body where it was too large to be kept whole. */
  readonly requestBodyLength?: number;
  /** The run request, unwrapped from its envelope, where the request body (or the first frame sent) held one. */
  readonly input?: JsonObject;
  /** Method of the request's envelope, where it has one (CopilotKit: `agent/run`, `agent/connect`). */
  readonly envelope?: string;
  /** Name of the dialect that its frames were read as; absent before the first frame. */
  readonly dialect?: string;
  /** True where that dialect is another protocol, which no rule of AG-UI judges. */
  readonly isUnjudged?: true;
  readonly framing?: string;
  readonly close?: {
    readonly timeMs: number;
    readonly how: CloseHow;
    readonly detail?: string;
    readonly code?: number;
  };
  /** Number of events so far. */
  readonly events: number;
  /** Bytes or UTF-16 units received so far. */
  readonly length: number;
  /**
   * From this seq on something of the stream is missing in the log (a gap says what): nothing that depends on what
   * came before may be held against the app.
   */
  readonly incompleteFrom?: number;
  /**
   * From this seq on the client 1.0 reads nothing: at the end of a read more had waited for the end of a server-sent
   * event (LF LF) than it keeps.
   */
  readonly overflowFrom?: number;
  /** From this seq on: what was left of a frame where the body broke off; a reader that got an error never sees it. */
  readonly leftFrom?: number;
  /** First bytes of a body in which no event was found, for display; at most 2,000 units. */
  readonly head?: string;
}

export type { Problem };

/** A decoded event, made when it is asked for. */
export interface LoggedEvent {
  /** Position in `events`, dense from 0. */
  readonly seq: number;
  /** Unix time in milliseconds of arrival. */
  readonly timeMs: number;
  readonly stream: Stream;
  /** Position of the record that completed it, within its stream: events of one record came in one read. */
  readonly record: number;
  /** True where later events may have come in the same read. */
  readonly hasMore: boolean;
  /** The event's type; `''` where the frame held no event. */
  readonly type: string;
  /** The event as decoded; absent where the frame could not be read. */
  readonly event?: JsonObject;
  /** The event with what the decoder took out of it, where it did. */
  readonly original?: JsonObject;
  /** The frame as it was on the wire (text; base64 for binary frames). */
  readonly raw: string;
  readonly binary: boolean;
  readonly problems: readonly Problem[];
  /** True where it is no AG-UI on the wire (translated, or only named): no rule of AG-UI judges it. */
  readonly isUnjudged?: true;
}

/** A fact between events: shown as a row of its own, counted by no seq. */
export type Boundary =
  | {
      readonly kind: 'navigation';
      readonly beforeSeq: number;
      readonly timeMs: number;
      readonly url: string;
      readonly top: boolean;
    }
  | {
      readonly kind: 'open' | 'close';
      readonly beforeSeq: number;
      readonly timeMs: number;
      readonly stream: Stream;
    }
  | {
      /** A run request that a page sent on an open socket. */
      readonly kind: 'request';
      readonly beforeSeq: number;
      readonly timeMs: number;
      readonly stream: Stream;
      readonly input: JsonObject;
    }
  | {
      readonly kind: 'gap';
      readonly beforeSeq: number;
      readonly timeMs: number;
      readonly stream?: Stream;
      readonly reason: GapReason;
      readonly detail: string;
    };

/**
 * The only way that anything is derived from the log.
 * `step` and `boundary` may change nodes of the state that were made since the last `fork`; `fork` gives a state that
 * shares everything with the old one, after which neither changes what both see. Pure folds fork to themselves.
 */
export interface Fold<S> {
  readonly name: string;
  init(): S;
  step(state: S, event: LoggedEvent): S;
  boundary?(state: S, boundary: Boundary): S;
  fork(state: S): S;
}
