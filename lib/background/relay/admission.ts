// Checks an arrived batch, assigns it to its tab's session, and precedes it with the records that the session lacks of
// the document. Tab and frame come from the port, never from the batch.

import { gapBody } from '../../messages/gap-body';
import type { BatchMessage, DocumentClosing, OpenDocument } from '../../messages/messages';
import { type ParsedBatch, parseRawBatch } from '../../messages/parse-batch';
import { rawLength } from '../../messages/raw-batch';
import type { CapturedRecord } from '../../messages/records';
import type { NewBatch, Store } from '../../messages/store';
import { type BridgeSender, isEndKnown, isPresent, type OwnSession } from './document';
import type { DocumentEnding, Documents } from './documents';
import type { GrantedSites } from './granted-sites';
import type { OrphanedDocument } from './orphaned-documents';
import { isEnd, isReading, missingNow, OFF, takeMissing } from './session-context';
import type { SettingsOfSites } from './site-settings';
import type { Tabs } from './tabs';

interface ArrivedBatch {
  readonly sender: BridgeSender;
  readonly message: BatchMessage;
}

interface AdmissionParts {
  readonly tabs: Tabs;
  readonly grantedSites: GrantedSites;
  readonly documents: Documents;
  readonly settings: SettingsOfSites;
  readonly nowMs: () => number;
}

export interface Admission {
  readonly isWanted: (sender: BridgeSender) => boolean;
  /**
   * Batches to store for an arrival; none, or an end, if its document is not recorded. Must be called once per
   * arrival, in order.
   */
  readonly admit: (store: Store, arrival: ArrivedBatch) => Promise<readonly NewBatch[]>;
  /** Records of documents that the session of a tab lacks when they are recorded again. */
  readonly missingRecords: (tab: number) => readonly NewBatch[];
  /** Corrects ends that were stored before the tab was known to be closed. */
  readonly tabClosed: (tab: number) => readonly NewBatch[];
  readonly sessionCleared: (session: string) => readonly NewBatch[];
  /** End of a document in a session that it left while the background was not running. */
  readonly moved: (document: OpenDocument, of: OwnSession) => readonly NewBatch[];
  /** End of an orphaned document, in its session or in a new one. */
  readonly orphaned: (orphaned: OrphanedDocument) => readonly NewBatch[];
  /** End of a document: by its closing message, by the reason why it is no longer recorded, or as missing. */
  readonly end: (doc: string, how?: DocumentClosing | string) => readonly NewBatch[];
}

const isPageGone = (record: CapturedRecord): boolean => record.kind === 'close' && record.how === 'page-gone';

export const REVOKED = 'access to the site was revoked';

const UNWATCHED = 'no panel was open, and this site is captured only with one';

const NO_TAB = { tab: -1, frameId: 0 } as const;

type Slot = Pick<NewBatch, 'session' | 'doc' | 'n' | 'made'>;

export function createAdmission({
  tabs,
  grantedSites,
  documents,
  settings,
  nowMs,
}: AdmissionParts): Admission {
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

  const endOf = ({ sender, session, doc, n, made, body }: DocumentEnding): NewBatch =>
    batchOf(sender, { session, doc, n, made }, { records: [], body });

  const isCapturedNow = ({ tab, site }: BridgeSender): boolean =>
    settings.of(site).onlyWatched !== true || tabs.isWatched(tab);
  const isWanted = (sender: BridgeSender): boolean =>
    tabs.isRecording(sender.tab) && grantedSites.allows(sender.site) && isCapturedNow(sender);
  const end: Admission['end'] = (doc, how) => documents.close(doc, how).map(endOf);

  return {
    isWanted,
    async admit(store, { sender, message }) {
      const { doc, n } = message;
      if (sender.site !== undefined) await grantedSites.ask(sender.site);
      const isAllowed = grantedSites.allows(sender.site);
      const isOff = !tabs.isRecording(sender.tab);
      const unwanted = isWanted(sender) ? undefined : !isAllowed ? REVOKED : isOff ? OFF : UNWATCHED;
      const session = unwanted === undefined ? tabs.sessionFor(sender.tab, sender.private) : undefined;
      const parsed = parseRawBatch(message);
      const records = parsed?.records ?? [];
      const document = documents.of(doc);
      const wasReading = isReading(document);
      const entry = { sender, doc, n, session, ...(unwanted !== undefined && { unwanted }) };
      const missing = await takeMissing(store, document, entry, records);
      documents.touch(document);
      if (session === undefined) {
        document.unrecorded = n;
        return isAllowed ? [] : end(doc, REVOKED);
      }
      const { state } = document;
      // The session was cleared while the batch was in transit.
      const hasLeft = isPresent(state) && state.place.session !== session;
      const earlier = hasLeft ? documents.apply(doc, { kind: 'session-cleared' }).map(endOf) : [];
      documents.apply(doc, {
        kind: 'batch',
        place: { sender, session, n },
        hasPageGone: records.some(isPageGone),
        hasData: records.some((record) => record.kind !== 'navigation' && !isEnd(record)),
        isReading: wasReading,
      });
      const isExplained = document.unrecorded === n - 1;
      document.unrecorded = undefined;
      const slot = { session, doc, n };
      const refused = {
        records: [],
        body: gapBody({ t: 0, reason: 'refused', bytes: rawLength(message) }),
      };
      const batch = batchOf(sender, slot, parsed ?? refused);
      // Excluded batches are not a loss: an empty batch marks their numbers as known.
      if (missing.length === 0 && !isExplained) return [...earlier, batch];
      return [...earlier, made(sender, { ...slot, made: 'preamble' }, missing), batch];
    },
    tabClosed: (tab) =>
      [...documents.all()].flatMap(({ doc, state }) =>
        state.endedWhileReading?.sender.tab === tab
          ? documents.apply(doc, { kind: 'tab-closed' }).map(endOf)
          : [],
      ),
    sessionCleared: (session) =>
      [...documents.all()].flatMap(({ doc, state }) =>
        isPresent(state) && state.place.session === session
          ? documents.apply(doc, { kind: 'session-cleared' }).map(endOf)
          : [],
      ),
    moved: (document, of) => documents.moved(document, of).map(endOf),
    orphaned({ marker, last }) {
      const { doc, url, timeOrigin, t, top } = marker;
      if (isEndKnown(documents.of(doc).state, marker.n)) return [];
      const place = last ?? { session: tabs.sessionOfNoTab(), ...NO_TAB, n: -1 };
      const isTabClosed = tabs.isClosed(place.tab);
      const endings = documents.apply(doc, { kind: 'orphaned', marker, last: place, isTabClosed }).map(endOf);
      if (last) return endings;
      const beginning = { kind: 'navigation', t, url, timeOrigin, top } as const;
      const slot = { session: place.session, doc, n: 0, made: 'preamble' } as const;
      // The document had at least one stream.
      const first = made({ ...NO_TAB, private: false }, slot, [beginning]);
      return [{ ...first, url, streams: 1 }, ...endings];
    },
    end(doc, how) {
      documents.of(doc).unrecorded = undefined;
      return end(doc, how);
    },
    missingRecords(tab) {
      const session = tabs.session(tab);
      if (session === undefined || !tabs.isRecording(tab)) return [];
      return [...documents.all()].flatMap(({ doc, context }) => {
        if (!context || context.sender.tab !== tab || !isWanted(context.sender)) return [];
        const { sender, n } = context;
        const wasReading = isReading({ context });
        const records = missingNow(context, session);
        if (records.length === 0) return [];
        const place = { sender, session, n };
        documents.apply(doc, {
          kind: 'batch',
          place,
          hasPageGone: false,
          hasData: true,
          isReading: wasReading,
        });
        return [made(sender, { session, doc, n: n + 1, made: 'resumed' }, records)];
      });
    },
  };
}
