// Every message between our own contexts, as one union per direction. Only JSON values.
// Facts go down (page → bridge → background → panel), little comes up.

/** A batch as the bridge sends it: `body` is the JSON text of CapturedRecord[], made by the tap. */
export interface BatchMessage {
  readonly kind: 'batch';
  /** Id of the document, made by the bridge. */
  readonly doc: string;
  /** Number of the batch within its document, dense from 0. */
  readonly n: number;
  readonly body: string;
}

/** Bridge → background, on a port named BRIDGE_PORT. */
export type FromBridge = BatchMessage;

/**
 * Background → bridge. `stored` says that all batches of the document up to and with `n` are safe;
 * `kept` that they are held in memory only (private windows) and would be wanted again by the next background.
 */
export type ToBridge = { readonly kind: 'stored' | 'kept'; readonly doc: string; readonly n: number };

/** A batch as it is stored and as the panel gets it. */
export interface StoredBatch {
  /** Position in the store, rising within a session, not dense. */
  readonly id: number;
  /** The session of the tab that it belongs to. */
  readonly session: string;
  readonly tab: number;
  readonly frameId: number;
  readonly doc: string;
  /** Known by it within its document; from PREAMBLE_FROM on for what the background put before a batch. */
  readonly n: number;
  /** JSON text of CapturedRecord[]. */
  readonly body: string;
}

/** One tab's period of capture: from its first batch, or from a Clear, to the next Clear or the tab's end. */
export interface StoredSession {
  readonly session: string;
  readonly tab: number;
  readonly startedMs: number;
  readonly lastMs: number;
  /** URL of the newest top document. */
  readonly url: string;
  /** Sum of the body lengths, UTF-16 units. */
  readonly length: number;
  readonly batches: number;
  /** How many streams were opened in it; a session without any is only pages that were visited. */
  readonly streams: number;
  /** True for a private window: never written to disk. */
  readonly private: boolean;
}

/**
 * Panel → background, on a port named PANEL_PORT.
 * `hello` follows a tab: what is stored after `after` (an id, -1 for everything), then live. `after` counts only
 * together with the `session` that it belongs to; where the tab has another session by now, everything is sent.
 * `open` shows one session of "Recent" the same way, whatever becomes of its tab.
 */
export type FromPanel =
  | { readonly kind: 'hello'; readonly tab: number; readonly session?: string; readonly after: number }
  | { readonly kind: 'open'; readonly session: string; readonly after: number }
  | { readonly kind: 'clear'; readonly tab: number }
  | { readonly kind: 'record'; readonly tab: number; readonly on: boolean }
  /** Asks for `sessions`. */
  | { readonly kind: 'sessions' }
  /** Forgets one session; `sessions` follows. */
  | { readonly kind: 'forget'; readonly session: string }
  /** Asks for `site`. */
  | { readonly kind: 'site'; readonly tab: number }
  /** Asks for the page on which the user can allow an origin, where the panel itself cannot ask (Firefox). */
  | { readonly kind: 'grant'; readonly tab: number; readonly origin?: string };

/** Background → panel. After `hello`: one `session`, then `batches` (old and new alike, ids rising), then live. */
export type ToPanel =
  | {
      /** Also sent again when recording is switched, when the tab gets another session, and after a Clear. */
      readonly kind: 'session';
      readonly tab: number;
      /** Absent while nothing was captured in the tab yet. */
      readonly session?: StoredSession;
      readonly recording: boolean;
    }
  | {
      readonly kind: 'batches';
      readonly session: string;
      readonly batches: readonly StoredBatch[];
      /** False once everything stored was sent; the first answer to `hello` may be empty. */
      readonly more: boolean;
    }
  /** The unsaved sessions on disk, the newest first. */
  | { readonly kind: 'sessions'; readonly sessions: readonly StoredSession[] }
  /** Whether pages of the tab's site are captured; `origin` is absent where the browser does not tell us. */
  | { readonly kind: 'site'; readonly tab: number; readonly origin?: string; readonly granted: boolean }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Port names. */
export const BRIDGE_PORT = 'bridge';
/** Port name of the panel. */
export const PANEL_PORT = 'panel';
