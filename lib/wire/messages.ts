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

/** Background → bridge. `stored` says that all batches of the document up to and with `n` are safe. */
export type ToBridge = { readonly kind: 'stored'; readonly doc: string; readonly n: number };

/** A batch as it is stored and as the panel gets it. */
export interface StoredBatch {
  /** Position in the store, rising within a session, not dense. */
  readonly id: number;
  /** The session of the tab that it belongs to. */
  readonly session: string;
  readonly tab: number;
  readonly frame: number;
  readonly doc: string;
  readonly n: number;
  /** JSON text of CapturedRecord[]. */
  readonly body: string;
}

/** One tab's stretch of capture: from its first batch, or from a Clear, to the next Clear or the tab's end. */
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
  /** True for a private window: never written to disk. */
  readonly private: boolean;
}

/**
 * Panel → background, on a port named PANEL_PORT.
 * `hello` subscribes to a tab and asks for what is stored after `after` (an id, -1 for everything).
 */
export type FromPanel =
  | { readonly kind: 'hello'; readonly tab: number; readonly session?: string; readonly after: number }
  | { readonly kind: 'clear'; readonly tab: number }
  | { readonly kind: 'record'; readonly tab: number; readonly on: boolean };

/** Background → panel. After `hello`: one `session`, then `batches` (old and new alike, ids rising), then live. */
export type ToPanel =
  | {
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
      readonly more: boolean;
    }
  | { readonly kind: 'failed'; readonly sentence: string };

/** Port names. */
export const BRIDGE_PORT = 'bridge';
/** Port name of the panel. */
export const PANEL_PORT = 'panel';
