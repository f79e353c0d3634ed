// Streams, events and boundaries. Types only.

import type { Declaration } from '@/lib/core/agui/capabilities';
import type { StopRequest } from '@/lib/core/agui/stop-request';
import type { About, Problem } from '@/lib/core/decode/types';
import type { JsonObject } from '@/lib/core/json/json';
import type { CloseHow, GapReason, Transport } from '@/lib/messages/records';

/** Consecutive events whose frames are one text, which is faster to search than single events. */
export interface Block {
  readonly text: string;
  /** The first event, and the one after the last. */
  readonly from: number;
  readonly end: number;
  /** The event at a position of the text, and the end of its frame. */
  at(position: number): { readonly seq: number; readonly end: number };
}

export interface HeldSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One response body or socket. Grows while it is open; the same object throughout. */
export interface Stream {
  /** Position in `log.streams`, from 0. */
  readonly index: number;
  /** Unique within a log: document id and stream number. */
  readonly key: string;
  readonly doc: string;
  readonly frameId: number;
  readonly transport: Transport;
  readonly url: string;
  readonly method: string;
  /** Unix time of the request, in milliseconds. */
  readonly startMs: number;
  readonly headMs?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** Source of a response made by Lens, or of a request that the page did not make. */
  readonly origin?: string;
  /** The code that sent the request, as JSON text. */
  readonly initiator?: string;
  /** True for a file without the reads of the page: each event counts as a read of its own. */
  readonly hasUnknownReads?: true;
  readonly requestBody?: string;
  /** Length of the request body if it was too large to be kept whole. */
  readonly requestBodyLength?: number;
  /** The run request, without its envelope, if the request body or the first sent frame contains one. */
  readonly input?: JsonObject;
  /** For a request on an open socket: the seq of the next event at that time. */
  readonly inputFrom?: number;
  /** Method of the request's envelope, if it has one (CopilotKit: `agent/run`, `agent/connect`). */
  readonly envelope?: string;
  /** The run that the request stops: such a stream has no events. */
  readonly stop?: StopRequest;
  /** True if the request asks for capabilities: the response has no events, and is not a run. */
  readonly asksForCapabilities?: true;
  /** Capabilities declared by the response; set at its end. */
  readonly declaration?: Declaration;
  /** The dialect its frames were read as; absent before the first frame. */
  readonly dialect?: string;
  /** True if that dialect is another protocol, to which AG-UI rules do not apply. */
  readonly isUnjudged?: true;
  readonly framing?: string;
  readonly close?: {
    readonly timeMs: number;
    readonly how: CloseHow;
    readonly detail?: string;
    readonly code?: number;
  };
  readonly events: number;
  /** Number of frames without an event that are only counted, not in `events`. */
  readonly unlisted?: number;
  /** Bytes or UTF-16 units received so far. */
  readonly length: number;
  /** From this seq on, data is missing: findings that depend on earlier events must not blame the app. */
  readonly incompleteFrom?: number;
  /**
   * From this seq on, client 1.0 reads nothing: more text waited for the end of an event (LF LF) than its buffer
   * takes.
   */
  readonly overflowFrom?: number;
  /** From this seq on: the rest of a frame when the body broke off. A client that got the error does not read it. */
  readonly leftFrom?: number;
  /** After the end: text after the last frame that some clients read. */
  readonly rest?: string;
  /** Spans in which rules of the user held events back, in order of their ends. */
  readonly held?: readonly HeldSpan[];
  /** The start of a body without events, for display; at most 2,000 units. */
  readonly head?: string;
}

export type { About, Problem };

/** A decoded event, made on demand. */
export interface LoggedEvent {
  /** Position in the log, dense from 0. */
  readonly seq: number;
  /** Unix time of arrival, in milliseconds. */
  readonly timeMs: number;
  readonly stream: Stream;
  /** Position of the record that completed it, within its stream. Events of one record arrived in one read. */
  readonly record: number;
  /** True if later events may have arrived in the same read. */
  readonly hasMore: boolean;
  /** The event's type; `''` if the frame held no event. */
  readonly type: string;
  /** The event as decoded; absent if the frame could not be read. */
  readonly event?: JsonObject;
  /** The event as on the wire, if the decoder changed it. */
  readonly original?: JsonObject;
  /** True if the event was in an envelope, where another client does not find it. */
  readonly isWrapped?: true;
  /** The run of the event, in a feed of several runs. */
  readonly about?: About;
  /** The frame as on the wire (text; base64 for binary frames). */
  readonly raw: string;
  readonly binary: boolean;
  readonly problems: readonly Problem[];
  /** True if the event is not AG-UI on the wire (translated, or only named): AG-UI rules do not apply. */
  readonly isUnjudged?: true;
}

/** A fact between events: shown as a row of its own, without a seq. */
export type Boundary =
  | {
      readonly kind: 'navigation';
      readonly doc: string;
      readonly beforeSeq: number;
      readonly timeMs: number;
      readonly url: string;
      readonly top: boolean;
    }
  | {
      /** `back`: a stream that ended with its document continues, as the document has returned. */
      readonly kind: 'open' | 'close' | 'back';
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
      /** Text of a body outside of frames, which no client reads. */
      readonly kind: 'unread';
      readonly beforeSeq: number;
      readonly timeMs: number;
      readonly stream: Stream;
      /** The beginning of the text. */
      readonly text: string;
      readonly units: number;
      readonly lines: number;
      /** True if further text of this stream is not listed. */
      readonly isLast?: true;
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
 * Derives a state from the log. `step` and `boundary` may change nodes of the state made since the last `fork`.
 * `fork` returns a state that shares everything with the old one; neither changes shared nodes. Pure folds return the
 * state itself.
 */
export interface Fold<S> {
  readonly name: string;
  init(): S;
  step(state: S, event: LoggedEvent): S;
  boundary?(state: S, boundary: Boundary): S;
  fork(state: S): S;
}
