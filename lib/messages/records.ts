// Records cross contexts and are stored: captured facts, nothing derived. JSON values only: page script, background,
// log and recordings share one shape. Every `t` is in milliseconds since the document's time origin.

/** `file` is for imported files without records of a page. */
export const TRANSPORTS = ['fetch', 'xhr', 'event-source', 'web-socket', 'file'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** The end of a stream, as far as the page can detect it. */
export const CLOSE_HOWS = [
  'complete', // the server ended it
  'network-error', // the connection failed or broke (to a page, a CORS failure looks the same)
  'aborted', // the page aborted it: AbortSignal, reader.cancel(), close(), xhr.abort()
  'page-gone', // the document was unloaded while the stream was open
] as const;
export type CloseHow = (typeof CLOSE_HOWS)[number];

/** Reasons why data on the wire is missing in the records. */
export const GAP_REASONS = [
  'overflow', // more was captured than could be buffered until the background had stored it
  'too-large', // a single body or message exceeds the limit
  'tap-failed', // our own observer failed and switched itself off, or the browser stopped it
  'not-stored', // the background could not write it (disk full, quota)
  'refused', // a batch did not pass the gate
  'discarded', // the session was too long, and its oldest batches were thrown away
  'gone', // the document ended, or was put into the back/forward cache, without handing over everything it had read
  'late', // the session or capture began after the stream, or capture was off in between
  'unseen', // the page reads it where the page script cannot follow: a stream, or a worker if it names none
  'changed', // no loss: a rule changed the answer on its way to the page, here
  'not-ag-ui', // no loss: nothing looked like AG-UI, so the rest of the stream is not recorded
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** True if data is missing at a gap. */
export function isLoss({
  reason,
  stream,
}: {
  readonly reason: GapReason;
  readonly stream?: unknown;
}): boolean {
  // A worker leaves a gap without a stream.
  if (reason === 'unseen') return stream !== undefined;
  return reason !== 'changed' && reason !== 'not-ag-ui';
}

/** Direction of a socket message, as seen from the page. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A document was created: the first record of every document. */
export interface NavigationRecord {
  readonly kind: 'navigation';
  readonly t: number;
  readonly url: string;
  /** The Unix time in milliseconds that `t` counts from (performance.timeOrigin). */
  readonly timeOrigin: number;
  readonly top: boolean;
}

/** A stream that is or may be AG-UI, written once its request and response head are known. */
export interface OpenRecord {
  readonly kind: 'open';
  /** When the request was made. */
  readonly t: number;
  /** Number of the stream within its document, from 1. */
  readonly stream: number;
  readonly transport: Transport;
  readonly url: string;
  readonly method: string;
  /** The request body; absent if there was none or it was not text. */
  readonly requestBody?: string;
  /** In UTF-16 units, if `requestBody` is truncated, or left out because of its size. */
  readonly requestBodyLength?: number;
  readonly accept?: string;
  /** When the response head arrived; absent if none did. */
  readonly headT?: number;
  /** HTTP status; absent if there was no response or the transport has none. */
  readonly status?: number;
  /** By lower-case names, RESPONSE_HEADERS only: never cookies, never authorization. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Source of a response or request of a panel: `served from FILE #2`, `failed by rule 1`, `sent by you`. */
  readonly origin?: string;
  /** Subprotocol of a WebSocket. */
  readonly protocol?: string;
  /** The code that sent the request, as JSON in the form of HAR files; never captured. */
  readonly initiator?: string;
  /** True if the file has no reads of the page: chunks are not reads. Never captured. */
  readonly hasUnknownReads?: boolean;
}

/** Bytes as the page's own reader delivered them. Exactly one of `text` and `b64` is present. */
export interface ChunkRecord {
  readonly kind: 'chunk';
  readonly t: number;
  readonly stream: number;
  /** The bytes, if they are complete, valid UTF-8. */
  readonly text?: string;
  readonly b64?: string;
}

/** One message of a transport with its own framing. Exactly one of `text` and `b64` is present. */
export interface FrameRecord {
  readonly kind: 'frame';
  readonly t: number;
  readonly stream: number;
  readonly dir: Direction;
  readonly text?: string;
  readonly b64?: string;
  /** Name of an EventSource event, if not `message`. */
  readonly event?: string;
  readonly lastEventId?: string;
}

export interface CloseRecord {
  readonly kind: 'close';
  readonly t: number;
  readonly stream: number;
  readonly how: CloseHow;
  /** The page's error or the close reason. */
  readonly detail?: string;
  /** Close code of a WebSocket. */
  readonly code?: number;
}

export interface GapRecord {
  readonly kind: 'gap';
  readonly t: number;
  readonly stream?: number;
  readonly reason: GapReason;
  readonly records?: number;
  /** Number of missing bytes or UTF-16 units, if known. */
  readonly bytes?: number;
  readonly detail?: string;
}

export interface RecordOf {
  readonly navigation: NavigationRecord;
  readonly open: OpenRecord;
  readonly chunk: ChunkRecord;
  readonly frame: FrameRecord;
  readonly close: CloseRecord;
  readonly gap: GapRecord;
}

export type RecordKind = keyof RecordOf;

export type CapturedRecord = RecordOf[RecordKind];

/** Length of the stored data of a chunk or frame, in UTF-16 units; 0 for other records. */
export function dataLengthOf(record: CapturedRecord): number {
  return record.kind === 'chunk' || record.kind === 'frame' ? (record.text ?? record.b64 ?? '').length : 0;
}

/** The response headers in records; no others are read. */
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
