// Checks a batch that arrived, assigns it to its tab's session, and puts before it what that session lacks of the
// document. Tab and frame come from the port, never from the batch.

import { gapBody } from '../../messages/gap-body';
import type { BatchMessage, DocumentClosing, OpenDocument } from '../../messages/messages';
import { type ParsedBatch, parseRawBatch } from '../../messages/parse-batch';
import { rawLength } from '../../messages/raw-batch';
import type { CapturedRecord } from '../../messages/records';
import type { NewBatch, Store } from '../../messages/store';
import type { Allowance } from './allowance';
import { type BridgeSender, createDocuments, OFF } from './documents';
import type { Unheard } from './orphaned-documents';
import type { Ending, OwnSession, Presence } from './presence';
import type { SettingsOfSites } from './site-settings';
import type { Tabs } from './tabs';

/** A batch as it arrived. */
export interface Arrival {
  readonly sender: BridgeSender;
  readonly message: BatchMessage;
}

/** What an admission needs. */
interface AdmissionParts {
  readonly tabs: Tabs;
  readonly allowance: Allowance;
  readonly presence: Presence;
  readonly settings: SettingsOfSites;
  readonly nowMs: () => number;
}

/** Turns what arrived into what is stored. */
export interface Admission {
  /** Whether what a bridge sends is recorded. */
  readonly isWanted: (sender: BridgeSender) => boolean;
  /** What to store for a batch; nothing, or an end, if its document is not recorded. Each batch is passed in once, in order. */
  readonly admit: (store: Store, arrival: Arrival) => Promise<readonly NewBatch[]>;
  /** What the session of a tab lacks of documents that are recorded again. */
  readonly owed: (tab: number) => readonly NewBatch[];
  /** The tab was closed: what may be missing of documents that had ended before that was known. */
  readonly closed: (tab: number) => readonly NewBatch[];
  /** The ends of the documents that were writing to a session that was cleared. */
  readonly cleared: (session: string) => readonly NewBatch[];
  /** The end of a document in a session that it has left for another. */
  readonly moved: (document: OpenDocument, of: OwnSession) => readonly NewBatch[];
  /** The end of a document that nobody heard, in the session that knows it, or in one of its own. */
  readonly unheard: (unheard: Unheard) => readonly NewBatch[];
  /** The end of a document in its session, with its last word if it had one, or with why nothing more is taken of it. */
  readonly end: (doc: string, how?: DocumentClosing | string) => readonly NewBatch[];
}

const isPageGone = (record: CapturedRecord): boolean => record.kind === 'close' && record.how === 'page-gone';

/** Why a document is not recorded, nor what its scripts still say. */
export const REVOKED = 'access to the site was revoked';

/** Why a document of a site that is captured only while somebody looks is not recorded. */
const UNWATCHED = 'no panel was open, and this site is captured only with one';

/** Where a document was of which nobody knows where it was. */
const NO_TAB = { tab: -1, frameId: 0 } as const;

type Slot = Pick<NewBatch, 'session' | 'doc' | 'n' | 'made'>;

/** Creates an admission that has seen no documents. */
export function createAdmission({ tabs, allowance, presence, settings, nowMs }: AdmissionParts): Admission {
  const documents = createDocuments();
  /** The newest batch of each document that was not recorded, until one is. */
  const unwanted = new Map<string, number>();

  const batchOf = (
    { tab, frameId, private: isPrivate }: BridgeSender,
    slot: Slot,
    { records, body }: ParsedBatch,
  ): NewBatch => {
    const top = records.findLast((record) => record.kind === 'navigation' && record.top);
    return {
      ...slot,
      tab,
      frameId,
      body,
      atMs: nowMs(),
      private: isPrivate,
      streams: records.filter(({ kind }) => kind === 'open').length,
      ...(top?.kind === 'navigation' && frameId === 0 && { url: top.url }),
    };
  };
  const made = (sender: BridgeSender, slot: Slot, records: readonly CapturedRecord[]): NewBatch =>
    batchOf(sender, slot, { records, body: JSON.stringify(records) });

  const endOf = ({ sender, session, doc, n, made, body }: Ending): NewBatch =>
    batchOf(sender, { session, doc, n, made }, { records: [], body });

  const isLookedAt = ({ tab, site }: BridgeSender): boolean =>
    settings.of(site).onlyWatched !== true || tabs.isWatched(tab);
  const isWanted = (sender: BridgeSender): boolean =>
    tabs.isRecording(sender.tab) && allowance.allows(sender.site) && isLookedAt(sender);
  const end = (doc: string, how?: DocumentClosing | string): readonly NewBatch[] => {
    const ending = presence.ended(doc, how);
    return ending ? [endOf(ending)] : [];
  };

  return {
    isWanted,
    async admit(store, { sender, message }) {
      const { doc, n } = message;
      if (sender.site !== undefined) await allowance.ask(sender.site);
      const isAllowed = allowance.allows(sender.site);
      const isOff = !tabs.isRecording(sender.tab);
      const why = isWanted(sender) ? undefined : !isAllowed ? REVOKED : isOff ? OFF : UNWATCHED;
      const session = why === undefined ? tabs.sessionFor(sender.tab, sender.private) : undefined;
      const parsed = parseRawBatch(message);
      const entry = { sender, doc, n, session, ...(why !== undefined && { unwanted: why }) };
      const records = parsed?.records ?? [];
      const before = await documents.take(store, entry, records);
      if (session === undefined) {
        unwanted.set(doc, n);
        return isAllowed ? [] : end(doc, REVOKED);
      }
      // It was on its way while its session was cleared.
      const leaves = presence.leaves(doc, session);
      const earlier = leaves ? [endOf(leaves)] : [];
      presence.noted(doc, { sender, session, n, wasReading: records.some(isPageGone) }, records);
      const isExplained = unwanted.get(doc) === n - 1;
      unwanted.delete(doc);
      const slot = { session, doc, n };
      const refused = {
        records: [],
        body: gapBody({ t: 0, reason: 'refused', bytes: rawLength(message) }),
      };
      const batch = batchOf(sender, slot, parsed ?? refused);
      // Batches that the user did not want are no loss: the empty one before this says that we know of them.
      if (before.length === 0 && !isExplained) return [...earlier, batch];
      return [...earlier, made(sender, { ...slot, made: 'preamble' }, before), batch];
    },
    closed: (tab) => presence.closed(tab).map(endOf),
    cleared: (session) => presence.cleared(session).map(endOf),
    moved(document, of) {
      const ending = presence.moved(document, of);
      return ending ? [endOf(ending)] : [];
    },
    unheard({ word, last }) {
      if (presence.isEndKnown(word)) return [];
      const ending = presence.unheard(word, last ?? { session: tabs.sessionOfNoTab(), ...NO_TAB, n: -1 });
      const { doc, url, timeOrigin, t, top } = word;
      const beginning = { kind: 'navigation', t, url, timeOrigin, top } as const;
      if (last) return [endOf(ending)];
      const slot = { session: ending.session, doc, n: 0, made: 'preamble' } as const;
      // Of its streams nothing is known but that there was one.
      return [{ ...made(ending.sender, slot, [beginning]), url, streams: 1 }, endOf(ending)];
    },
    end(doc, how) {
      unwanted.delete(doc);
      return end(doc, how);
    },
    owed(tab) {
      const session = tabs.session(tab);
      if (session === undefined || !tabs.isRecording(tab)) return [];
      return documents
        .resume(session, (sender) => sender.tab === tab && isWanted(sender))
        .map(({ sender, doc, n, records }) => {
          presence.noted(doc, { sender, session, n, wasReading: false }, records);
          return made(sender, { session, doc, n: n + 1, made: 'resumed' }, records);
        });
    },
  };
}
