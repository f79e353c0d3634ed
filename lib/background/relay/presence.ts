// Which documents may still write to which session, so that each has an end there: what it said last, or a gap that
// says that it went without a word. The memory may die with the background; the store knows the documents too, and
// those that it names are asked whether they are there.

import { gapBody } from '../../messages/gap-body';
import type { MadeKind } from '../../messages/made';
import type { DocumentClosing, OpenDocument, StoredBatch } from '../../messages/messages';
import type { CapturedRecord } from '../../messages/records';
import { type BridgeSender, isEnd } from './documents';
import type { StartMarker } from './start-marker';

/** Who writes to which session. */
export interface OwnSession {
  readonly sender: BridgeSender;
  readonly session: string;
}

/** A document in a session. */
interface Present extends OwnSession {
  /** Number of its newest batch in the session. */
  readonly n: number;
  /** True if streams were open when it went away. */
  readonly wasReading: boolean;
  /** Said by a document that read on as it went away; nothing has come since. */
  readonly leaving?: true;
}

/** The end of a document in a session, to be stored after its last batch. */
export interface Ending extends Present {
  readonly made: MadeKind;
  readonly doc: string;
  readonly body: string;
}

/** The documents that are there. */
export interface Presence {
  /** A batch of a document was admitted, with these records. */
  readonly noted: (doc: string, present: Present, records: readonly CapturedRecord[]) => void;
  /** Takes over a document that the store knows, unless there is news of it. */
  readonly adopt: (open: OpenDocument, of: OwnSession) => void;
  /** The session that the document writes to, or in which it has ended since we live. */
  readonly sessionOf: (doc: string) => string | undefined;
  /** Whether a batch of a document was admitted, or its end is told in some other way, or will be. */
  readonly isEndKnown: (word: Pick<StartMarker, 'doc' | 'n'>) => boolean;
  /** What a document said last of which only the store knows. */
  readonly lastWord: (doc: string) => DocumentClosing | undefined;
  /**
   * Takes a document out, with its last word or why nothing more is taken of it; undefined if it is in no session, or
   * reads on.
   */
  readonly ended: (doc: string, how?: DocumentClosing | string) => Ending | undefined;
  /** Takes out the documents of a session that was cleared: they go on in another. */
  readonly cleared: (session: string) => readonly Ending[];
  /** Takes a document out of the session that it writes to if that is not this one: it was cleared a moment ago. */
  readonly leaves: (doc: string, session: string) => Ending | undefined;
  /** The end of a document in a session that it has left for another; undefined where it has not. */
  readonly moved: (open: OpenDocument, of: OwnSession) => Ending | undefined;
  /** The end of a document that nobody heard since the newest of its batches that are stored. */
  readonly unheard: (
    word: StartMarker,
    last: Pick<StoredBatch, 'session' | 'tab' | 'frameId' | 'n'>,
  ) => Ending;
  /** The documents that went away because their tab was closed, as far as it was not known then. */
  readonly closed: (tab: number) => readonly Ending[];
}

/** What presence needs. */
interface PresenceParts {
  readonly isClosed: (tab: number) => boolean;
}

// A page in a tab that is closed still reads for a moment after its last word, and nobody hears of it.
const CLOSED =
  'the tab was closed, or discarded by the browser, while the page was reading; what it read in its last moment is unknown';
const LEFT_MAX = 64;

const WITHOUT_A_WORD =
  'the page went away without a word (a crash, a tab or a page loaded ahead that the browser discarded, the end of the browser or of the extension); what it read last is unknown';

const ENDED_READING =
  'the browser ended the page on its way out, while it was reading; what it read in its last moment is unknown';

const QUIET_BODY = gapBody({ t: 0, reason: 'gone' });

/** Where nothing is missing, the end says nothing: it only closes what the page has left open. */
function bodyOf({ n, leaving }: Present, closing: DocumentClosing | string | undefined): string {
  if (typeof closing === 'string') return gapBody({ t: 0, reason: 'gone', detail: closing });
  if (!closing) return gapBody({ t: 0, reason: 'gone', detail: leaving ? ENDED_READING : WITHOUT_A_WORD });
  const batches = closing.n - n - 1;
  if (batches <= 0) return QUIET_BODY;
  const detail = `the page went away; its last ${batches} batches were not recorded`;
  return gapBody({ t: 0, reason: 'gone', detail, ...(closing.lost > 0 && { bytes: closing.lost }) });
}

const CLEARED_BODY = gapBody({
  t: 0,
  reason: 'gone',
  records: 0,
  detail: 'Clear was pressed; what the page goes on reading is in the next session',
});
const MOVED_BODY = gapBody({
  t: 0,
  reason: 'gone',
  records: 0,
  detail: 'the extension was loaded again; what the page went on reading is in another session',
});

const UNHEARD =
  'the page went away before anything that it had read could be stored; what it read is unknown';

const CLOSED_BODY = gapBody({ t: 0, reason: 'gone', detail: CLOSED });

const isRead = (record: CapturedRecord): boolean => record.kind !== 'navigation' && !isEnd(record);

/** Keeps to the numbers of the streams that are open. */
function follow(open: Set<number>, records: readonly CapturedRecord[]): void {
  for (const record of records) {
    if (record.kind === 'navigation' || record.stream === undefined) continue;
    if (isEnd(record)) open.delete(record.stream);
    else open.add(record.stream);
  }
}

/** No document is there yet. */
export function createPresence({ isClosed }: PresenceParts): Presence {
  const documents = new Map<string, Present>();
  /** Documents that have ended, as they were then. */
  const over = new Map<string, Present>();
  /** Those of which was said that something may be missing. */
  const told = new Set<string>();
  /** Streams that ended with their tab: they may have gone on after their last batch. */
  const cutReading = new Set<string>();
  const words = new Map<string, DocumentClosing>();
  /** The open streams of each document whose beginning we know. */
  const readings = new Map<string, Set<number>>();
  /** Those that were reading when they said goodbye, the newest last. */
  let left: readonly Ending[] = [];
  const sessionOf = (doc: string) => (documents.get(doc) ?? over.get(doc))?.session;
  /** The end of a document in a session that was cleared. */
  const goesOn = (doc: string, present: Present): Ending => {
    documents.delete(doc);
    over.set(doc, present);
    return { ...present, doc, n: present.n + 1, made: 'moved', body: CLEARED_BODY };
  };
  return {
    noted(doc, present, records) {
      // An older line may be heard after the last word that was spoken over a newer one.
      if (present.n <= (over.get(doc)?.n ?? -1)) return;
      const known = documents.get(doc);
      const isNew = known?.session !== present.session || present.n > known.n;
      if (!isNew) return;
      // It reads on behind its last word, and of what is open then nothing is known.
      const readsBehind = over.has(doc) && !readings.has(doc) && records.some(isRead);
      documents.set(doc, { ...present, wasReading: present.wasReading || readsBehind });
      told.delete(doc);
      if (present.n === 0) readings.set(doc, new Set());
      const open = readings.get(doc);
      if (open) follow(open, records);
    },
    adopt({ doc, n }, of) {
      if (!documents.has(doc)) documents.set(doc, { ...of, n, wasReading: false });
    },
    sessionOf,
    isEndKnown: ({ doc, n }) => documents.has(doc) || told.has(doc) || (over.get(doc)?.n ?? -1) >= n,
    lastWord: (doc) => words.get(doc),
    ended(doc, how) {
      const present = documents.get(doc);
      const mayContinue = typeof how === 'object' && how.mayContinue;
      if (!present) {
        if (typeof how === 'object' && !mayContinue) words.set(doc, how);
        return undefined;
      }
      if (mayContinue && readings.get(doc)?.size !== 0) {
        documents.set(doc, { ...present, leaving: true });
        return undefined;
      }
      const reading = readings.get(doc)?.size;
      documents.delete(doc);
      if (!mayContinue) readings.delete(doc);
      over.set(doc, present);
      const isInClosed = isClosed(present.sender.tab);
      // Frames, and in Firefox all documents of a tab that is closed, have no last word: they are not crashes.
      const wasCut = how === undefined && isInClosed;
      const wasReading = typeof how !== 'string' && (present.wasReading || (reading ?? (wasCut ? 1 : 0)) > 0);
      const isClosedReading = isInClosed && wasReading;
      const isNews = !cutReading.has(doc);
      if (isClosedReading) cutReading.add(doc);
      const body =
        isClosedReading && isNews
          ? CLOSED_BODY
          : isClosedReading || wasCut
            ? QUIET_BODY
            : bodyOf(present, how);
      if (body !== QUIET_BODY) told.add(doc);
      const ending: Ending = { ...present, doc, n: present.n + 1, made: 'end', body };
      if (wasReading && how && !isInClosed)
        left = [...left.filter((each) => each.doc !== doc), ending].slice(-LEFT_MAX);
      return ending;
    },
    cleared: (session) =>
      [...documents].flatMap(([doc, present]) => (present.session === session ? goesOn(doc, present) : [])),
    leaves(doc, session) {
      const present = documents.get(doc);
      return present && present.session !== session ? goesOn(doc, present) : undefined;
    },
    moved({ doc, n }, of) {
      const other = sessionOf(doc);
      if (other === undefined || other === of.session) return undefined;
      return { ...of, doc, n: n + 1, made: 'moved', wasReading: false, body: MOVED_BODY };
    },
    unheard({ doc, t }, { session, tab, frameId, n }) {
      const present = { session, sender: { tab, frameId, private: false }, n, wasReading: true };
      const how = words.get(doc);
      const ending = { ...present, doc, n: n + 1, made: 'orphaned' } as const;
      if (n < 0) return { ...ending, body: gapBody({ t, reason: 'gone', detail: UNHEARD }) };
      return { ...ending, body: how || !isClosed(tab) ? bodyOf(present, how) : CLOSED_BODY };
    },
    closed(tab) {
      const [own, others] = [true, false].map((is) =>
        left.filter(({ sender }) => (sender.tab === tab) === is),
      );
      left = others ?? [];
      for (const { doc } of own ?? []) cutReading.add(doc);
      return (own ?? []).map((ending) => ({ ...ending, made: 'tab-closed', body: CLOSED_BODY }));
    },
  };
}
