// What framers and decoders are. Types only.
import type { JsonObject } from '@/lib/agui/json';

/** Something that could not be read as it should: shown, never thrown. */
export interface Problem {
  /** What kind of trouble: `framing`, `json`, `protobuf`, `shape`, `unknown-type`, `dialect`. */
  readonly code: 'framing' | 'json' | 'protobuf' | 'shape' | 'unknown-type' | 'dialect';
  /** One sentence: what happened, where. */
  readonly message: string;
  /** The stock client's own error text, where it would stop. */
  readonly clientText?: string;
  /** JSON pointer into the event, where the problem has a place. */
  readonly pointer?: string;
}

/** One delimited unit of a stream. */
export interface Frame {
  /** As it was on the wire; base64 where `binary`. */
  readonly raw: string;
  readonly binary: boolean;
  /** Payload without the framing; base64 where `binary`. */
  readonly data: string;
  /** Name of the event, where the framing has one (`event:` of SSE). */
  readonly event?: string;
  /** Set where the bytes could not be framed as they should. */
  readonly problem?: Problem;
}

/** What a framer may look at to say whether a body is its own. */
export interface FramerHead {
  /** Value of content-type, lower case, as it came. */
  readonly contentType?: string;
  /** The first units of the body (bytes as latin1 where they are no text). */
  readonly start: string;
}

/** A way of cutting a body into frames. `create()` makes the state of one stream. */
export interface Framer {
  readonly name: string;
  /** 0 to 1; the highest wins. */
  confidence(head: FramerHead): number;
  create(): FrameReader;
  /** The same frame again from its raw text, for events that are decoded when asked for. */
  reread(raw: string): Frame;
}

/** The state of one framed stream. Any split of the input gives the same frames. */
export interface FrameReader {
  push(chunk: string | Uint8Array): Frame[];
  end(): Frame[];
}

/** What a decoder made of a frame. */
export interface Decoded {
  /** The event's type; `''` where there is none. */
  readonly type: string;
  readonly event?: JsonObject;
  /** The event as it was on the wire, where the decoder took out what 0.0.x tolerated and 1.0 does not. */
  readonly original?: JsonObject;
  readonly problems: readonly Problem[];
  /** True for a frame of the transport itself (a ping, a join): it is no event and is left out. */
  readonly isControl?: true;
  /** True where the decoder can read the event but another dialect is meant. */
  readonly isForeign?: true;
}

/** A way of spelling AG-UI. */
export interface Decoder {
  readonly dialect: string;
  /** 0 to 1 for the first frames of a stream (JSON values of them, undefined where they are none). */
  confidence(head: readonly unknown[]): number;
  /** Makes the function for one stream; it must answer the same frame in the same way whenever it is asked. */
  create(): (frame: Frame) => Decoded;
}
