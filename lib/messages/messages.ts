// All messages between the extension's contexts, one union per direction. JSON values only, and bytes where the
// browser clones messages. Data flows from page to bridge, background and panel; little flows back.
import type { ArmingState, HeldCommand, PlaybackCommand } from './arming';
import type { BackgroundBatchKind } from './background-batch';
import type { Removed, Room, SavedFacts, SavedRecording, SavedWords } from './library';
import type { PageRule, SentRequest } from './page-rules';
import type { RawBatch } from './raw-batch';

export interface BatchMessage extends RawBatch {
  readonly kind: 'batch';
  /** Id of the document, assigned by the bridge. */
  readonly doc: string;
  /** Number of the batch within its document, dense from 0. */
  readonly n: number;
}

/**
 * The document's batches end before `n`; `lost` UTF-16 units could not be sent. It may enter the back/forward cache.
 */
export interface DocumentClosing {
  readonly kind: 'closing';
  readonly doc: string;
  readonly n: number;
  readonly lost: number;
  /**
   * True if another closing message follows: after the last batch of the page script, or when the document is frozen.
   * Some documents end without one.
   */
  readonly mayContinue?: true;
}

/** All messages of a bridge; `here` answers the probe of a restarted background. */
export type FromBridge = BatchMessage | DocumentClosing | { readonly kind: 'here'; readonly doc: string };

/** Background → bridge, as a single message and not on a port. Only the bridge of this document answers, with true. */
export interface AreYouThere {
  readonly kind: 'are-you-there';
  readonly doc: string;
}

/**
 * Background → bridge on the port named BRIDGE_PORT. `stored`: every batch of the document up to and including `n` is
 * safe. `kept`: they are in memory only (private windows), so a restarted background needs them again. `probe`
 * arrives as bytes only where the browser clones messages (Firefox, and Chromium 148 and newer with our manifest).
 */
export interface ToBridge {
  readonly kind: 'stored' | 'kept';
  readonly doc: string;
  readonly n: number;
  readonly probe: Uint8Array;
}

export interface StoredBatch {
  /** Position in the store; rises within a session, with gaps. */
  readonly id: number;
  readonly session: string;
  readonly tab: number;
  readonly frameId: number;
  readonly doc: string;
  /** Number within its document; for a batch of the background, the number that it precedes. */
  readonly n: number;
  /** Absent for batches of a bridge. */
  readonly made?: BackgroundBatchKind;
  /** JSON text of CapturedRecord[]. */
  readonly body: string;
}

/** A document that has not ended according to its session. */
export interface OpenDocument {
  readonly doc: string;
  readonly frameId: number;
  readonly n: number;
}

/** A period of capture of one tab: from its first batch or a Clear to the next Clear, or until the tab is closed. */
export interface StoredSession {
  readonly session: string;
  readonly tab: number;
  readonly startedMs: number;
  readonly lastMs: number;
  /** URL of the newest top-level document. */
  readonly url: string;
  /** Sum of the body lengths, in UTF-16 units. */
  readonly length: number;
  readonly batches: number;
  /** Number of opened streams; a session without any contains only visited pages. */
  readonly streams: number;
  /** True for a private window: never written to disk. */
  readonly private: boolean;
  /** Time of its deletion; it can be restored for RESTORABLE_MS. */
  readonly forgottenMs?: number;
  /** Documents that may still write to it; absent in sessions of older versions. */
  readonly open?: readonly OpenDocument[];
}

export interface LibraryState {
  /** Newest first. Includes deleted ones that can be restored. */
  readonly saved: readonly SavedRecording[];
  /** Unsaved sessions, newest first. */
  readonly recent: readonly StoredSession[];
  /** Sessions removed from Recent, newest first. */
  readonly removed: readonly Removed[];
  readonly room: Room;
}

/**
 * Panel → background on the port named PANEL_PORT. `hello` follows a tab: stored batches after the id `after` (-1 for
 * all), then live ones. `after` counts only together with its `session`; if the tab has another session, everything
 * is sent. `open` sends one session from Recent in the same way, independent of its tab.
 */
export type FromPanel =
  | { readonly kind: 'hello'; readonly tab: number; readonly session?: string; readonly after: number }
  | { readonly kind: 'open'; readonly session: string; readonly after: number }
  | { readonly kind: 'clear'; readonly tab: number }
  | { readonly kind: 'record'; readonly tab: number; readonly on: boolean }
  | { readonly kind: 'sessions' }
  /** Deletes one session so that it can be restored, or restores it; answered with `sessions`. */
  | { readonly kind: 'forget'; readonly session: string; readonly isForgotten: boolean }
  /** Deletes all unsaved sessions and the list of removed ones; answered with `done`. */
  | { readonly kind: 'forget-all' }
  /** Requests `library`, now and at each change, while the port is open. */
  | { readonly kind: 'library' }
  /** Saves a recording, optionally of a session; its bytes come in parts, as base64. Answered with `saved`. */
  | {
      readonly kind: 'save';
      readonly words: SavedWords;
      readonly facts: SavedFacts;
      readonly session?: string;
      readonly part: string;
      readonly more: boolean;
    }
  /** Answered with `done`. */
  | { readonly kind: 'edit'; readonly id: number; readonly words: Partial<SavedWords> }
  /** Answered with `saved`. */
  | { readonly kind: 'duplicate'; readonly id: number; readonly name: string }
  /** Deletes a recording so that it can be restored, or restores it; answered with `done`. */
  | { readonly kind: 'delete'; readonly id: number; readonly isDeleted: boolean }
  /** Permanently deletes what could be restored; answered with `done`. */
  | { readonly kind: 'purge' }
  /** Requests the `file` of a recording. */
  | { readonly kind: 'load'; readonly id: number }
  | { readonly kind: 'site'; readonly tab: number }
  /** Changes the page of a tab by rules while the port is open; answered with `arming`, now and at each change. */
  | {
      readonly kind: 'arm';
      readonly tab: number;
      readonly rules: readonly PageRule[];
      readonly isPrivateConfirmed: boolean;
    }
  /** For bodies being served by rules of this port. */
  | { readonly kind: 'playback'; readonly command: PlaybackCommand }
  /** For an event held by a rule of this port. */
  | { readonly kind: 'held'; readonly id: string; readonly command: HeldCommand }
  /** Sends a request from a frame of the tab armed by this port. */
  | { readonly kind: 'send'; readonly frame: number; readonly request: SentRequest }
  | { readonly kind: 'stop-sent' }
  /** Opens the page where the user can grant access to an origin, for panels that cannot ask (Firefox). */
  | { readonly kind: 'grant'; readonly tab: number; readonly origin?: string };

/** Background → panel. After `hello`: one `session`, then `batches` with rising ids, first stored and then live. */
export type ToPanel =
  | {
      /** Sent again when capture is turned on or off, when the tab gets a new session, and after a Clear. */
      readonly kind: 'session';
      readonly tab: number;
      /** Absent until something is captured in the tab. */
      readonly session?: StoredSession;
      readonly recording: boolean;
    }
  | {
      readonly kind: 'batches';
      readonly session: string;
      readonly batches: readonly StoredBatch[];
      /** False once all stored batches are sent; the first answer to `hello` may be empty. */
      readonly more: boolean;
    }
  /** The newest batches of a long session, sent ahead; they are sent again among all batches. */
  | { readonly kind: 'newest'; readonly session: string; readonly batches: readonly StoredBatch[] }
  | { readonly kind: 'sessions'; readonly sessions: readonly StoredSession[] }
  | {
      readonly kind: 'site';
      readonly tab: number;
      /** Absent if the browser does not reveal it. */
      readonly origin?: string;
      readonly granted: boolean;
      readonly isPrivate: boolean;
      readonly session?: StoredSession;
    }
  | { readonly kind: 'library'; readonly library: LibraryState }
  | { readonly kind: 'saved'; readonly id: number }
  /** The bytes of a recording in parts, as base64. */
  | { readonly kind: 'file'; readonly part: string; readonly more: boolean }
  | { readonly kind: 'done' }
  | { readonly kind: 'arming'; readonly state: ArmingState }
  | { readonly kind: 'failed'; readonly sentence: string }
  /** Captured data waits because the store fails; without a sentence, the store works again. */
  | { readonly kind: 'waiting'; readonly sentence?: string };

export const BRIDGE_PORT = 'bridge';
export const PANEL_PORT = 'panel';
