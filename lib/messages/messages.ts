// Every message between our own contexts, one union per direction. JSON values only, and bytes where the browser clones
// messages. Facts flow down (page → bridge → background → panel); little flows back up.
import type { ArmingState, HeldCommand, PlaybackCommand } from './arming';
import type { Removed, Room, SavedFacts, SavedRecording, SavedWords } from './library';
import type { MadeKind } from './made';
import type { PageRule, SentRequest } from './page-rules';
import type { RawBatch } from './raw-batch';

export interface BatchMessage extends RawBatch {
  readonly kind: 'batch';
  /** Id of the document, assigned by the bridge. */
  readonly doc: string;
  /** Number of the batch within its document, dense from 0. */
  readonly n: number;
}

/** Its batches end before `n`; `lost` UTF-16 units could not be handed over. It may go into the back/forward cache. */
export interface DocumentClosing {
  readonly kind: 'closing';
  readonly doc: string;
  readonly n: number;
  readonly lost: number;
  /** The document goes on until it is frozen, when it sends another closing message; some end without one. */
  readonly mayContinue?: true;
}

/** Every message of a bridge; `here` answers a new background's probe. */
export type FromBridge = BatchMessage | DocumentClosing | { readonly kind: 'here'; readonly doc: string };

/** Background → bridge, by itself and not on a port: answered with true by the bridge of this document, and by no other. */
export interface AreYouThere {
  readonly kind: 'are-you-there';
  readonly doc: string;
}

/**
 * Background → bridge on the port named BRIDGE_PORT. `stored`: every batch of the document up to and
 * including `n` is safe. `kept`: they are in memory only (private windows), so a restarted background needs
 * them again. `probe` arrives as bytes where the browser clones messages (Firefox, and Chromium 148 and newer with our
 * manifest), and only there.
 */
export interface ToBridge {
  readonly kind: 'stored' | 'kept';
  readonly doc: string;
  readonly n: number;
  readonly probe: Uint8Array;
}

export interface StoredBatch {
  /** Position in the store: rises within a session, with holes. */
  readonly id: number;
  readonly session: string;
  readonly tab: number;
  readonly frameId: number;
  readonly doc: string;
  /** Number within its document, or the number that the batch precedes if the background made it. */
  readonly n: number;
  /** Absent for a bridge's own batches. */
  readonly made?: MadeKind;
  /** JSON text of CapturedRecord[]. */
  readonly body: string;
}

/** A document that has not ended, as far as its session knows. */
export interface OpenDocument {
  readonly doc: string;
  readonly frameId: number;
  readonly n: number;
}

/** One tab's period of capture: from its first batch or a Clear to the next Clear or the closing of the tab. */
export interface StoredSession {
  readonly session: string;
  readonly tab: number;
  readonly startedMs: number;
  readonly lastMs: number;
  /** URL of the newest top document. */
  readonly url: string;
  /** Sum of the body lengths, in UTF-16 units. */
  readonly length: number;
  readonly batches: number;
  /** Number of streams opened; without any, the session is only visited pages. */
  readonly streams: number;
  /** True for a private window: never written to disk. */
  readonly private: boolean;
  /** When it was deleted; it can be restored until UNDO_MS have passed. */
  readonly forgottenMs?: number;
  /** The documents that may still write to it; absent in a session of an older version. */
  readonly open?: readonly OpenDocument[];
}

export interface LibraryState {
  /** Newest first; those that were deleted and can be restored too. */
  readonly saved: readonly SavedRecording[];
  /** Sessions that were not saved, newest first. */
  readonly recent: readonly StoredSession[];
  /** Sessions that fell out of Recent, newest first. */
  readonly removed: readonly Removed[];
  readonly room: Room;
}

/**
 * Panel → background on the port named PANEL_PORT.
 * `hello` follows a tab: stored batches after the id `after` (-1 for all), then live ones. `after` only counts together
 * with its `session`; if the tab has a different session by now, everything is sent.
 * `open` shows one session from Recent the same way, whatever happens to its tab.
 */
export type FromPanel =
  | { readonly kind: 'hello'; readonly tab: number; readonly session?: string; readonly after: number }
  | { readonly kind: 'open'; readonly session: string; readonly after: number }
  | { readonly kind: 'clear'; readonly tab: number }
  | { readonly kind: 'record'; readonly tab: number; readonly on: boolean }
  | { readonly kind: 'sessions' }
  /** Deletes one session so that it can be restored, or restores it; answered with `sessions`. */
  | { readonly kind: 'forget'; readonly session: string; readonly isForgotten: boolean }
  /** Deletes all sessions that were not saved, and what is remembered of others; answered with `done`. */
  | { readonly kind: 'forget-all' }
  /** Requests `library`, now and whenever it changes, as long as the port is there. */
  | { readonly kind: 'library' }
  /** Saves a recording, of a session if that is named; its bytes come in parts, as base64. Answered with `saved`. */
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
  /** Deletes for good what could be restored; answered with `done`. */
  | { readonly kind: 'purge' }
  /** Requests the `file` of a recording. */
  | { readonly kind: 'load'; readonly id: number }
  | { readonly kind: 'site'; readonly tab: number }
  /** Changes the page of a tab by rules, as long as the port is there; answered with `arming`, now and at each change. */
  | {
      readonly kind: 'arm';
      readonly tab: number;
      readonly rules: readonly PageRule[];
      readonly isPrivateConfirmed: boolean;
    }
  /** For the bodies that are being served by rules of this port. */
  | { readonly kind: 'playback'; readonly command: PlaybackCommand }
  /** For an event that a rule of this port holds. */
  | { readonly kind: 'held'; readonly id: string; readonly command: HeldCommand }
  /** Sends a request from a frame of the tab that this port armed. */
  | { readonly kind: 'send'; readonly frame: number; readonly request: SentRequest }
  | { readonly kind: 'stop-sent' }
  /** Requests the page where the user can grant access to an origin, for panels that cannot ask (Firefox). */
  | { readonly kind: 'grant'; readonly tab: number; readonly origin?: string };

/** Background → panel. After `hello`: one `session`, then `batches` (old and new alike, ids rising), then live. */
export type ToPanel =
  | {
      /** Sent again when recording is toggled, when the tab gets a new session, and after a Clear. */
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
      /** False once everything stored has been sent; the first answer to `hello` may be empty. */
      readonly more: boolean;
    }
  /** The newest batches of a long session, ahead of all of its batches, which follow with these among them. */
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
