// What framers, decoders and translators are. Types only.
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
  /** True where the event is read all the same: an odd spelling, that the model takes for what it means. */
  readonly isReadable?: true;
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
  /** The event as it was on the wire, where the decoder spelled it anew or took out what 1.0 does not tolerate. */
  readonly original?: JsonObject;
  readonly problems: readonly Problem[];
  /** True for a frame of the transport itself (a ping, a join): it is no event and is left out. */
  readonly isControl?: true;
  /** True where the decoder can read the event but another dialect is meant. */
  readonly isForeign?: true;
  /** Set instead of all else where the frame was translated: the events that it gave. */
  readonly parts?: readonly Decoded[];
}

/** What decoders and translators tell of themselves. */
export interface Dialect {
  readonly dialect: string;
  /** False for what is no AG-UI on the wire: it is named and shown, and no rule of AG-UI judges it. */
  readonly judged?: false;
  /**
   * 0 to 1 for the first frames of a stream: JSON values of them (undefined where they are none), and the frames
   * themselves for what stands outside of the JSON.
   */
  confidence(head: readonly unknown[], frames: readonly Frame[]): number;
}

/** A way of spelling AG-UI, or a protocol that is only named: one event per frame. */
export interface Decoder extends Dialect {
  /** Makes the function for one stream; it must answer the same frame in the same way whenever it is asked. */
  create(): (frame: Frame) => Decoded;
}

/** What says the same as AG-UI in other words or packs: a frame gives any number of AG-UI events. */
export interface Translator extends Dialect {
  translate(): Translation;
}

/** The state of one translated stream. What it gives is kept, because it depends on what came before. */
export interface Translation {
  /** Events of a frame; empty for one that says nothing, undefined for one that is not of this protocol. */
  frame(frame: Frame): readonly Decoded[] | undefined;
  /** Takes note of a run request that the page sent. */
  request?(input: JsonObject): void;
  /** Events that the orderly end of the stream means. */
  end?(): readonly Decoded[];
}
