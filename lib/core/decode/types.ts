// The interfaces of framers, decoders and translators. Types only.
import type { Json, JsonObject } from '@/lib/core/json/json';

/** Something that could not be read as it should: shown, never thrown. */
export interface Problem {
  readonly code: 'framing' | 'json' | 'protobuf' | 'shape' | 'unknown-type' | 'dialect';
  /** One sentence: what happened, and where. */
  readonly message: string;
  /** The stock client's own error text, if it would stop. */
  readonly clientText?: string;
  /** JSON pointer into the event, if the problem has a location. */
  readonly pointer?: string;
  /** True if the event is read all the same: an odd spelling whose meaning is clear. */
  readonly isReadable?: true;
  /** True for a limit of ours: the client's result is unknown. */
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
  /** Set for text that stands in no frame: it is shown in place and is not an event. Of a long one, `raw` is the beginning. */
  readonly unread?: Unread;
}

/** The size of a text that no client reads. */
export interface Unread {
  /** In UTF-16 units. */
  readonly units: number;
  readonly lines: number;
}

export interface FramerHead {
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
 * The state of one framed stream. Any split of the input yields the same frames, and every character of it is in one, or
 * is a separator or a comment of the framing.
 */
export interface FrameReader {
  push(chunk: string | Uint8Array): Frame[];
  end(): Frame[];
  /** After the end: what stood behind the last frame and is none, as far as some clients read it. */
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
  /** The event as on the wire, if the decoder respelled it or removed what 1.0 does not tolerate. */
  readonly original?: JsonObject;
  readonly problems: readonly Problem[];
  /** True if the event was taken out of something around it, which is what is on the wire. */
  readonly isWrapped?: true;
  /** The run that the event is about, if its envelope names one: a feed of several runs at once. */
  readonly about?: About;
  /** True for a frame of the transport itself (a ping, a join): it is not an event and is left out. */
  readonly isControl?: true;
  /** True if the decoder can show the frame but it belongs to another dialect. */
  readonly isForeign?: true;
  /** Set if the frame was translated: the events it yielded. Everything else is then empty. */
  readonly parts?: readonly Decoded[];
}

export interface Dialect {
  readonly dialect: string;
  /** False if this is not AG-UI on the wire: it is named and shown, but AG-UI rules do not judge it. */
  readonly judged?: false;
  /**
   * 0 to 1 for the first frames of a stream, given as JSON values (undefined if invalid) and as frames, for what is
   * outside the JSON; `input` is the run request that they answer.
   */
  confidence(head: readonly unknown[], frames: readonly Frame[], input?: JsonObject): number;
  /** Texts that may show the dialect wherever they stand in a stream: a reason to choose again. */
  readonly signs?: readonly string[];
}

/** A spelling of AG-UI, or a protocol that is only named: one event per frame. */
export interface Decoder extends Dialect {
  /** Makes the function for one stream. It must always decode the same frame in the same way. */
  create(): (frame: Frame) => Decoded;
}

/** A protocol that carries the content of AG-UI in another form: a frame yields any number of AG-UI events. */
export interface Translator extends Dialect {
  translate(): Translation;
}

/** The state of one translated stream. Its events depend on earlier frames: they are kept, not decoded again. */
export interface Translation {
  /** The events of a frame; empty if it has none, undefined if it is not of this protocol. */
  frame(frame: Frame): readonly Decoded[] | undefined;
  request?(input: JsonObject): void;
  /** The events implied by the orderly end of the stream. */
  end?(): readonly Decoded[];
}
