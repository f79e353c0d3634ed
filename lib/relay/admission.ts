// Checks a batch that arrived, assigns it to its tab's session, and puts before it what that session lacks of the
// document. Tab and frame come from the port, never from the batch.
import { PREAMBLE_FROM, RESUMED_FROM } from '../wire/limits';
import type { BatchMessage, ByeMessage } from '../wire/messages';
import { gapBody, type ParsedBatch, parseOffered } from '../wire/parse-batch';
import type { CapturedRecord } from '../wire/records';
import type { NewBatch, Store } from '../wire/store';
import { type BridgeSender, createDocuments } from './documents';
import type { Ending, Presence } from './presence';
import type { Tabs } from './tabs';

/** A batch as it arrived. */
export interface Arrival {
  readonly sender: BridgeSender;
  readonly message: BatchMessage;
}

/** What an admission needs. */
interface AdmissionParts {
  readonly tabs: Tabs;
  readonly presence: Presence;
  readonly nowMs: () => number;
}

/** Turns what arrived into what is stored. */
export interface Admission {
  /** What to store for a batch; nothing if its tab is not recorded. Each batch is passed in once, in order. */
  readonly admit: (store: Store, arrival: Arrival) => Promise<readonly NewBatch[]>;
  /** What the session of a tab lacks after Record was turned on again. */
  readonly owed: (tab: number) => readonly NewBatch[];
  /** The tab was closed: what may be missing of documents that had ended before that was known. */
  readonly closed: (tab: number) => readonly NewBatch[];
  /** The end of a document in its session, with its last word if it had one. */
  readonly end: (doc: string, bye?: ByeMessage) => readonly NewBatch[];
}

const isPageGone = (record: CapturedRecord): boolean => record.kind === 'close' && record.how === 'page-gone';

/** Creates an admission that has seen no documents. */
export function createAdmission({ tabs, presence, nowMs }: AdmissionParts): Admission {
  const documents = createDocuments();
  /** The newest batch of each document that was not recorded, until one is. */
  const unwanted = new Map<string, number>();

  const batchOf = (
    { tab, frameId, private: isPrivate }: BridgeSender,
    slot: { readonly session: string; readonly doc: string; readonly n: number },
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
  /** What we put before a batch has a number of its own, so that it is recognized even if the batch arrives again. */
  const made = (
    sender: BridgeSender,
    slot: { readonly session: string; readonly doc: string; readonly n: number },
    records: readonly CapturedRecord[],
  ): NewBatch => batchOf(sender, slot, { records, body: JSON.stringify(records) });

  const endOf = ({ sender, session, doc, n, body }: Ending): NewBatch => ({
    ...batchOf(sender, { session, doc, n }, { records: [], body }),
    ends: true,
  });

  return {
    async admit(store, { sender, message }) {
      const { doc, n, body } = message;
      const session = tabs.isRecording(sender.tab) ? tabs.sessionFor(sender.tab, sender.private) : undefined;
      const parsed = parseOffered(body);
      const before = await documents.take(store, { sender, doc, n, session }, parsed?.records ?? []);
      if (session === undefined) {
        unwanted.set(doc, n);
        return [];
      }
      presence.noted(doc, { sender, session, n, wasReading: (parsed?.records ?? []).some(isPageGone) });
      const isExplained = unwanted.get(doc) === n - 1;
      unwanted.delete(doc);
      const slot = { session, doc, n };
      const refused = { records: [], body: gapBody({ t: 0, reason: 'refused', bytes: body.length }) };
      const batch = batchOf(sender, slot, parsed ?? refused);
      // Batches that the user did not want are no loss: the empty one before this says that we know of them.
      if (before.length === 0 && !isExplained) return [batch];
      return [made(sender, { ...slot, n: PREAMBLE_FROM + n }, before), batch];
    },
    closed: (tab) => presence.closed(tab).map(endOf),
    end(doc, bye) {
      unwanted.delete(doc);
      const ending = presence.ended(doc, bye);
      return ending ? [endOf(ending)] : [];
    },
    owed(tab) {
      const session = tabs.session(tab);
      if (session === undefined || !tabs.isRecording(tab)) return [];
      return documents.resume(tab, session).map(({ sender, doc, n, records }) => {
        presence.noted(doc, { sender, session, n, wasReading: false });
        return made(sender, { session, doc, n: RESUMED_FROM + n + 1 }, records);
      });
    },
  };
}
