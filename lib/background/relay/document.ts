// The life of one document in the background, as a pure function over messages. Each document ends in its session: with
// its closing message, or with a gap that names what may be missing.
//
//   unknown ──batch──▶ live ──closing, may continue──▶ leaving ──closing, missing──▶ ended ──batch──▶ live
//      └──marker, missing──▶ orphaned

import type { BackgroundBatchKind } from '../../messages/background-batch';
import { gapBody } from '../../messages/gap-body';
import type { DocumentClosing, StoredBatch } from '../../messages/messages';
import type { GapRecord } from '../../messages/records';
import type { StartMarker } from './start-marker';

/** The frame that sent a batch: taken from the port, not from the message. */
export interface BridgeSender {
  readonly tab: number;
  readonly frameId: number;
  readonly private: boolean;
  /** Match pattern of the document's origin; undefined for opaque origins. */
  readonly site?: string;
}

export interface OwnSession {
  readonly sender: BridgeSender;
  readonly session: string;
}

export interface DocumentPlace extends OwnSession {
  /** Number of its newest batch in the session. */
  readonly n: number;
}

/** The end of a document in a session, to be stored after its last batch. */
export interface EndBatch extends DocumentPlace {
  readonly made: BackgroundBatchKind;
  readonly body: string;
}

interface EndHistory {
  /** Number of the newest batch at the last end. */
  readonly endedAt?: number;
  readonly isLossReported?: boolean;
  /** True once a loss at the closing of the tab is reported. */
  readonly isTabLossReported?: boolean;
  /** The last end if streams were open, as its tab may turn out to be closed. */
  readonly endedWhileReading?: EndBatch | undefined;
  /** Closing message of a document that is only in the store. */
  readonly closing?: DocumentClosing;
}

export type DocumentState = EndHistory &
  (
    | { readonly kind: 'unknown' | 'orphaned' }
    | { readonly kind: 'live' | 'leaving'; readonly place: DocumentPlace; readonly wasReading: boolean }
    | { readonly kind: 'ended'; readonly place: DocumentPlace }
  );

export const UNKNOWN: DocumentState = { kind: 'unknown' };

export type DocumentMessage =
  /** `isReading` is undefined unless all streams are known; `hasData` for records other than navigations and ends. */
  | {
      readonly kind: 'batch';
      readonly place: DocumentPlace;
      readonly hasPageGone: boolean;
      readonly hasData: boolean;
      readonly isReading: boolean | undefined;
    }
  /** The store has an open document. */
  | { readonly kind: 'stored'; readonly place: DocumentPlace }
  /** The document has closed; without `how`, it is missing; a string is the reason why it is no longer recorded. */
  | {
      readonly kind: 'closed';
      readonly how?: DocumentClosing | string | undefined;
      readonly isReading: boolean | undefined;
      readonly isTabClosed: boolean;
    }
  /** Its session was cleared: it continues in another one. */
  | { readonly kind: 'session-cleared' }
  | { readonly kind: 'tab-closed' }
  /** It is missing, and nothing was stored since its start marker. */
  | {
      readonly kind: 'orphaned';
      readonly marker: Pick<StartMarker, 't'>;
      readonly last: Pick<StoredBatch, 'session' | 'tab' | 'frameId' | 'n'>;
      readonly isTabClosed: boolean;
    };

type MessageOf<K extends DocumentMessage['kind']> = Extract<DocumentMessage, { readonly kind: K }>;

interface Transition {
  readonly state: DocumentState;
  readonly ending?: EndBatch;
}

const goneBody = (detail: string, facts: Partial<GapRecord> = {}): string =>
  gapBody({ t: 0, reason: 'gone', detail, ...facts });

// After its closing message, a page still reads for a moment while its tab closes.
const TAB_CLOSED_BODY = goneBody(
  'the tab was closed or discarded while the page was reading; the last data may be missing',
);

const UNEXPECTED =
  'the page ended unexpectedly (crash, discarded tab or preloaded page, end of the browser or of the extension); the last data may be missing';

const ENDED_LEAVING = 'the page was still reading when it closed; the last data may be missing';

const ORPHANED = 'the page ended before its data was stored; all of it may be missing';

const CLEARED_BODY = goneBody('session cleared; later data is in the next session', {
  records: 0,
});

const RELOADED_BODY = goneBody('extension reloaded; later data is in another session', { records: 0 });

/** Closes open streams without reporting a loss. */
const QUIET_BODY = gapBody({ t: 0, reason: 'gone' });

function bodyOf(n: number, how: DocumentClosing | string | undefined, isLeaving: boolean): string {
  if (how === undefined) return goneBody(isLeaving ? ENDED_LEAVING : UNEXPECTED);
  if (typeof how === 'string') return goneBody(how);
  if (how.n <= n + 1) return QUIET_BODY;
  return goneBody('the page closed; its last data was not recorded', how.lost > 0 ? { bytes: how.lost } : {});
}

const mayContinue = (how: DocumentClosing | string | undefined): boolean =>
  typeof how === 'object' && how.mayContinue === true;

export const isPresent = (
  state: DocumentState,
): state is Extract<DocumentState, { readonly kind: 'live' | 'leaving' }> =>
  state.kind === 'live' || state.kind === 'leaving';

/** The session that the document writes to, or in which it ended. */
export const sessionOf = (state: DocumentState): string | undefined =>
  'place' in state ? state.place.session : undefined;

/** True if the end after a start marker is stored, or will be. */
export function isEndKnown(state: DocumentState, n: number): boolean {
  return isPresent(state) || state.isLossReported === true || (state.endedAt ?? -1) >= n;
}

/** The end in a session that the document left while the background was not running; undefined if it did not. */
export function endingOfMoved(state: DocumentState, stored: DocumentPlace): EndBatch | undefined {
  const session = sessionOf(state);
  if (session === undefined || session === stored.session) return undefined;
  return { ...stored, n: stored.n + 1, made: 'moved', body: RELOADED_BODY };
}

function onBatch(state: DocumentState, message: MessageOf<'batch'>): Transition {
  const { place, hasPageGone, hasData, isReading } = message;
  // An older connection may deliver after the closing message on a newer one.
  if (place.n <= (state.endedAt ?? -1)) return { state };
  const isRepeat = isPresent(state) && state.place.session === place.session && place.n <= state.place.n;
  if (isRepeat) return { state };
  // It continued to read after its closing message, and its open streams are unknown.
  const readsBehind = state.endedAt !== undefined && isReading === undefined && hasData;
  const wasReading = hasPageGone || readsBehind;
  return { state: { ...state, isLossReported: false, kind: 'live', place, wasReading } };
}

function onClosed(state: DocumentState, { how, isReading, isTabClosed }: MessageOf<'closed'>): Transition {
  if (!isPresent(state))
    return { state: typeof how === 'object' && !mayContinue(how) ? { ...state, closing: how } : state };
  if (mayContinue(how) && isReading !== false) return { state: { ...state, kind: 'leaving' } };
  const { place } = state;
  // Frames, and in Firefox all documents of a closed tab, send no closing message, without a crash.
  const isCut = how === undefined && isTabClosed;
  const wasReading = typeof how !== 'string' && (state.wasReading || (isReading ?? isCut));
  const isTabLoss = isTabClosed && wasReading;
  const isQuiet = isTabLoss ? state.isTabLossReported : isCut;
  const body = isQuiet
    ? QUIET_BODY
    : isTabLoss
      ? TAB_CLOSED_BODY
      : bodyOf(place.n, how, state.kind === 'leaving');
  const ending: EndBatch = { ...place, n: place.n + 1, made: 'end', body };
  return {
    state: {
      ...state,
      kind: 'ended',
      endedAt: place.n,
      ...(body !== QUIET_BODY && { isLossReported: true }),
      ...(isTabLoss && { isTabLossReported: true }),
      ...(wasReading && how !== undefined && !isTabClosed && { endedWhileReading: ending }),
    },
    ending,
  };
}

function onOrphaned(state: DocumentState, { marker, last, isTabClosed }: MessageOf<'orphaned'>): Transition {
  const { session, tab, frameId, n } = last;
  const { closing } = state;
  const sender = { tab, frameId, private: false };
  const body =
    n < 0
      ? goneBody(ORPHANED, { t: marker.t })
      : closing || !isTabClosed
        ? bodyOf(n, closing, false)
        : TAB_CLOSED_BODY;
  return {
    state: { ...(state.kind === 'unknown' ? { ...state, kind: 'orphaned' } : state), isLossReported: true },
    ending: { sender, session, n: n + 1, made: 'orphaned', body },
  };
}

export function reduceDocument(state: DocumentState, message: DocumentMessage): Transition {
  switch (message.kind) {
    case 'batch':
      return onBatch(state, message);
    case 'stored':
      return isPresent(state)
        ? { state }
        : { state: { ...state, kind: 'live', place: message.place, wasReading: false } };
    case 'closed':
      return onClosed(state, message);
    case 'session-cleared': {
      if (!isPresent(state)) return { state };
      const { place } = state;
      return {
        state: { ...state, kind: 'ended', endedAt: place.n },
        ending: { ...place, n: place.n + 1, made: 'moved', body: CLEARED_BODY },
      };
    }
    case 'tab-closed': {
      const { endedWhileReading } = state;
      if (!endedWhileReading) return { state };
      return {
        state: { ...state, isTabLossReported: true, endedWhileReading: undefined },
        ending: { ...endedWhileReading, made: 'tab-closed', body: TAB_CLOSED_BODY },
      };
    }
    case 'orphaned':
      return onOrphaned(state, message);
  }
}
