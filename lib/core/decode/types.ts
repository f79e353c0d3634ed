// The interfaces of framers, decoders and translators. Types only.
import type { Json, JsonObject } from '@/lib/core/json/json';

/** Input that could not be read as intended: shown, never thrown. */
export interface Problem {
  readonly code: 'framing' | 'json' | 'protobuf' | 'shape' | 'unknown-type' | 'dialect';
  /** One sentence: what happened, and where. */
  readonly message: string;
  /** The stock client's own error text, if it would stop. */
  readonly clientText?: string;
  /** JSON pointer into the event, if the problem has a location. */
  readonly pointer?: string;
  /** True for an unusual spelling with a clear meaning: the event is read. */
  readonly isReadable?: true;
  /** True for a limit of Lens: the client's result is unknown. */
  readonly isOurs?: true;
}

/** The value of a frame, or the problem that prevented reading it. */
export type FrameValue = { readonly value: Json } | { readonly problem: Problem };

export interface Frame {
  /** As on the wire; base64 if `binary`. */
  readonly raw: string;
  readonly binary: boolean;
  /** Payload without the framing; base64 if `binary`. */
  readonly data: string;
  /** Name of the event, if the framing has one (`event:` of SSE). */
  readonly event?: string;
  /** Set if the bytes could not be framed properly. */
  readonly problem?: Problem;
  /** Set for text outside of frames: shown in place, but not an event. `raw` is cut for a long one. */
  readonly unread?: Unread;
}

/** Size of a text that no client reads. */
export interface Unread {
  /** In UTF-16 units. */
  readonly units: number;
  readonly lines: number;
}

interface FramerHead {
  /** The content type, in lower case. */
  readonly contentType?: string;
  /** The first units of the body (bytes as latin1 if it is not text). */
  readonly start: string;
}

/** A way to cut a body into frames. `create()` makes the state for one stream. */
export interface Framer {
  readonly name: string;
  /** 0 to 1; the highest wins. */
  confidence(head: FramerHead): number;
  create(): FrameReader;
  /** Restores a frame from its raw text, to decode its event again later. */
  reread(raw: string): Frame;
}

/**
 * The state of one framed stream. Any split of the input yields the same frames. Every character is in a frame, or is
 * a separator or comment of the framing.
 */
export interface FrameReader {
  push(chunk: string | Uint8Array): Frame[];
  end(): Frame[];
  /** Called after the end: text after the last frame that some clients read. */
  rest?(): string;
}

export interface About {
  readonly threadId: string;
  readonly runId: string;
}

export interface Decoded {
  /** The event's type; `''` if there is none. */
  readonly type: string;
  readonly event?: JsonObject;
  /** The event as on the wire, if the decoder changed its spelling or removed material that 1.0 does not tolerate. */
  readonly original?: JsonObject;
  readonly problems: readonly Problem[];
  /** True if the event was inside an envelope, which is on the wire. */
  readonly isWrapped?: true;
  /** The run of the event, if its envelope names one: one feed may carry several runs. */
  readonly about?: About;
  /** True for a frame of the transport itself, such as a ping. It is not an event and is omitted. */
  readonly isControl?: true;
  /** True if the decoder can show the frame but it belongs to another dialect. */
  readonly isForeign?: true;
  /** Set if the frame was translated: the resulting events. Everything else is then empty. */
  readonly parts?: readonly Decoded[];
}

export interface Dialect {
  readonly dialect: string;
  /** False if this is not AG-UI on the wire: named and shown, without findings. */
  readonly judged?: false;
  /**
   * 0 to 1 for the first frames of a stream, given as JSON values (undefined if invalid) and as frames, for facts
   * outside of the JSON; `input` is the run request of the stream.
   */
  confidence(head: readonly unknown[], frames: readonly Frame[], input?: JsonObject): number;
  /** Texts anywhere in a stream that may show the dialect: on one of them, the dialect is detected again. */
  readonly signs?: readonly string[];
}

/** A spelling of AG-UI, or a protocol that is only named: one event per frame. */
export interface Decoder extends Dialect {
  /** Creates the function for one stream. It must be deterministic: equal frames yield equal events. */
  create(): (frame: Frame) => Decoded;
}

/** A protocol that carries the content of AG-UI in another form: a frame yields any number of AG-UI events. */
export interface Translator extends Dialect {
  translate(): Translation;
}

/** The state of one translated stream. Its events depend on earlier frames, so they are stored, not decoded again. */
export interface Translation {
  /** The events of a frame; empty if it has none, undefined if it is not of this protocol. */
  frame(frame: Frame): readonly Decoded[] | undefined;
  request?(input: JsonObject): void;
  /** Events implied by the orderly end of the stream. */
  end?(): readonly Decoded[];
}
