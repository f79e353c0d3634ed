// What crosses the contexts and what is stored: captured facts, and nothing computed from them.
// Only JSON values: the same shape is posted by the tap, stored by the background, appended by the log
// and written to a recording. Every `t` is milliseconds since the document's time origin.

/** How bytes reach the page; `file` where an imported file without records stands in for a page. */
export const TRANSPORTS = ['fetch', 'xhr', 'event-source', 'web-socket', 'file'] as const;
/** One of TRANSPORTS. */
export type Transport = (typeof TRANSPORTS)[number];

/** How a stream ended, as far as the page could know. */
export const CLOSE_HOWS = [
  'complete', // the server ended it
  'network-error', // the connection broke, or never came to be (CORS looks the same to a page)
  'aborted', // the page aborted it: AbortSignal, reader.cancel(), close(), xhr.abort()
  'page-gone', // the document went away while it was open
] as const;
/** One of CLOSE_HOWS. */
export type CloseHow = (typeof CLOSE_HOWS)[number];

/** Why something that was on the wire is missing in the records. */
export const GAP_REASONS = [
  'overflow', // more was captured than could be kept until the background had stored it
  'too-large', // one body or message is over the limit
  'tap-failed', // our own observer failed and has switched itself off
  'not-stored', // the background could not write it (disk full, quota)
  'refused', // a batch did not pass the gate
  'late', // the session, or capture itself, began after the stream did, or Record was off in between
  'not-ag-ui', // no loss: nothing looked like AG-UI, and the rest of the stream is left alone
] as const;
/** One of GAP_REASONS. */
export type GapReason = (typeof GAP_REASONS)[number];

/** Which way a message of a socket went, seen from the page. */
export const DIRECTIONS = ['in', 'out'] as const;
/** One of DIRECTIONS. */
export type Direction = (typeof DIRECTIONS)[number];

/** A document came to be: the first record of every document. */
export interface NavigationRecord {
  readonly kind: 'navigation';
  readonly t: number;
  readonly url: string;
  /** Unix time in milliseconds that `t` counts from (performance.timeOrigin). */
  readonly timeOrigin: number;
  /** True for the top document of the tab. */
  readonly top: boolean;
}

/** A stream that is or may be AG-UI, written once its request and the head of its answer are known. */
export interface OpenRecord {
  readonly kind: 'open';
  /** When the request was made. */
  readonly t: number;
  /** Number of the stream within its document, from 1. */
  readonly stream: number;
  readonly transport: Transport;
  readonly url: string;
  readonly method: string;
  /** Text of the request body; absent where there was none or it was no text. */
  readonly requestBody?: string;
  /** Length of the request body in UTF-16 units where `requestBody` is cut or left out for its size. */
  readonly requestBodyLength?: number;
  /** The request's Accept header, where one was given. */
  readonly accept?: string;
  /** When the head of the answer was there; absent where none came. */
  readonly headT?: number;
  /** HTTP status; absent where no answer came or the transport has none. */
  readonly status?: number;
  /** Lower-case names to values, of RESPONSE_HEADERS only; never cookies, never authorization. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sub-protocol of a WebSocket. */
  readonly protocol?: string;
}

/** Bytes as the page's own reader delivered them. Exactly one of `text` and `b64` is there. */
export interface ChunkRecord {
  readonly kind: 'chunk';
  readonly t: number;
  readonly stream: number;
  /** The bytes, where they are whole, valid UTF-8. */
  readonly text?: string;
  /** The bytes in base64, where they are not. */
  readonly b64?: string;
  /** True where the page saw only a parsed value (`response.json()`), and the text was made from it again. */
  readonly remade?: true;
}

/** One message of a transport that delimits by itself. Exactly one of `text` and `b64` is there. */
export interface FrameRecord {
  readonly kind: 'frame';
  readonly t: number;
  readonly stream: number;
  readonly dir: Direction;
  readonly text?: string;
  readonly b64?: string;
  /** Name of an EventSource event other than `message`. */
  readonly event?: string;
  readonly lastEventId?: string;
}

/** A stream ended. */
export interface CloseRecord {
  readonly kind: 'close';
  readonly t: number;
  readonly stream: number;
  readonly how: CloseHow;
  /** The page's own error or the close reason, as text. */
  readonly detail?: string;
  /** Close code of a WebSocket. */
  readonly code?: number;
}

/** Known loss: what is missing, and why. */
export interface GapRecord {
  readonly kind: 'gap';
  readonly t: number;
  readonly stream?: number;
  readonly reason: GapReason;
  /** How many records are missing, where that is known. */
  readonly records?: number;
  /** How many bytes or UTF-16 units are missing, where that is known. */
  readonly bytes?: number;
  readonly detail?: string;
}

/** The records by their kind. */
export interface RecordOf {
  readonly navigation: NavigationRecord;
  readonly open: OpenRecord;
  readonly chunk: ChunkRecord;
  readonly frame: FrameRecord;
  readonly close: CloseRecord;
  readonly gap: GapRecord;
}

/** Kind of a record. */
export type RecordKind = keyof RecordOf;

/** One captured fact. */
export type CapturedRecord = RecordOf[RecordKind];

/** Response headers that a record may hold; nothing else is ever read. */
export const RESPONSE_HEADERS = [
  'content-type',
  'content-encoding',
  'content-length',
  'cache-control',
  'x-accel-buffering',
  'x-vercel-ai-ui-message-stream',
  'retry-after',
  'server',
  'via',
] as const;
