// Streams, events and boundaries. Types only.

import type { Declaration } from '@/lib/core/agui/capabilities';
import type { StopRequest } from '@/lib/core/agui/stop-request';
import type { About, Problem } from '@/lib/core/decode/types';
import type { JsonObject } from '@/lib/core/json/json';
import type { CloseHow, GapReason, Transport } from '@/lib/messages/records';

/** Many events whose frames are one text, which is quicker to look through than each of them. */
export interface Block {
  readonly text: string;
  /** The first event, and the one after the last. */
  readonly from: number;
  readonly end: number;
  /** The event at a position of the text, and where its frame ends. */
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
  /** Source of an answer that was made in place of the server's, or of a request that the page did not make. */
  readonly origin?: string;
  /** The code that sent the request, as JSON text. */
  readonly initiator?: string;
  readonly requestBody?: string;
  /** Length of the request body if it was too large to be kept whole. */
  readonly requestBodyLength?: number;
  /** The run request, unwrapped from its envelope, if the request body (or the first frame sent) held one. */
  readonly input?: JsonObject;
  /** For a request that was sent on an open socket: the seq that the next event had then. */
  readonly inputFrom?: number;
  /** Method of the request's envelope, if it has one (CopilotKit: `agent/run`, `agent/connect`). */
  readonly envelope?: string;
  /** The run that the request stops: such a stream has no events. */
  readonly stop?: StopRequest;
  /** True if the request asks for capabilities: the answer has no events, and is not a run. */
  readonly asksForCapabilities?: true;
  /** Capabilities that the answer declares; set when it has ended. */
  readonly declaration?: Declaration;
  /** The dialect its frames were read as; absent before the first frame. */
  readonly dialect?: string;
  /** True if that dialect is another protocol, which AG-UI rules do not judge. */
  readonly isUnjudged?: true;
  readonly framing?: string;
  readonly close?: {
    readonly timeMs: number;
    readonly how: CloseHow;
    readonly detail?: string;
    readonly code?: number;
  };
  readonly events: number;
  /** Frames without an event that are only counted: behind the first of many in a row; not in `events`. */
  readonly unlisted?: number;
  /** Bytes or UTF-16 units received so far. */
  readonly length: number;
  /** From this seq on, some of it is missing: findings that depend on earlier events must not blame the app. */
  readonly incompleteFrom?: number;
  /** From this seq on, client 1.0 reads nothing: more text waited for the end of an event (LF LF) than it buffers. */
  readonly overflowFrom?: number;
  /** From this seq on: the rest of a frame when the body broke off; a reader that got the error never sees it. */
  readonly leftFrom?: number;
  /** After the end: what stood behind the last frame and is none, as far as some clients read it. */
  readonly rest?: string;
  /** Spans in which rules of the user held events back, in order of their ends. */
  readonly held?: readonly HeldSpan[];
  /** The start of a body in which no event was found, for display; at most 2,000 units. */
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
  /** Position of the record that completed it, within its stream: events of one record arrived in one read. */
  readonly record: number;
  /** True if later events may have arrived in the same read. */
  readonly hasMore: boolean;
  /** The event's type; `''` if the frame held no event. */
  readonly type: string;
  /** The event as decoded; absent if the frame could not be read. */
  readonly event?: JsonObject;
  /** The event as on the wire, if the decoder changed it. */
  readonly original?: JsonObject;
  /** True if the event was taken out of something around it: another reader does not find it there. */
  readonly isWrapped?: true;
  /** The run that it is about, in a feed that carries several at once. */
  readonly about?: About;
  /** The frame as on the wire (text; base64 for binary frames). */
  readonly raw: string;
  readonly binary: boolean;
  readonly problems: readonly Problem[];
  /** True if it is not AG-UI on the wire (translated, or only named): AG-UI rules do not judge it. */
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
      /** `back`: a stream that ended with its document goes on, for the document came back. */
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
      /** Text of a body that is in no frame: no client reads it. */
      readonly kind: 'unread';
      readonly beforeSeq: number;
      readonly timeMs: number;
      readonly stream: Stream;
      /** Its beginning. */
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
 * The interface of everything derived from the log. `step` and `boundary` may change nodes of the state made since
 * the last `fork`; `fork` returns a state that shares everything with the old one, after which neither changes what
 * both see. Pure folds fork to themselves.
 */
export interface Fold<S> {
  readonly name: string;
  init(): S;
  step(state: S, event: LoggedEvent): S;
  boundary?(state: S, boundary: Boundary): S;
  fork(state: S): S;
}
