// The background side of the bridges: messages go into the queue of their store, in order of arrival. A document ends
// with a closing message, or when its connection breaks and it does not answer.
import { NUMBER_MAX } from '../../messages/background-batch';
import type { FromBridge } from '../../messages/messages';
import { toRawBatch } from '../../messages/raw-batch';
import type { Store } from '../../messages/store';
import { isCount } from '../../messages/values';
import { createAdmission, REVOKED } from './admission';
import { type BatchWriterParts, createBatchWriter } from './batch-writer';
import { type BridgeSender, sessionOf } from './document';
import { type BridgeLine, createDocuments } from './documents';
import type { GrantedSites } from './granted-sites';
import { createOrphanSearch, ORPHAN_AFTER_MS, type OrphanParts } from './orphaned-documents';
import type { Port } from './port';
import { createStoreQueue, type QueueItem, type StoreQueueParts } from './store-queue';

export interface ReceiverParts
  extends BatchWriterParts,
    OrphanParts,
    Pick<StoreQueueParts, 'after' | 'onWaiting' | 'stayAwake'> {
  readonly disk: Store;
  readonly grantedSites: GrantedSites;
  readonly memory: Store;
  readonly nowMs: () => number;
  /** Queries if a document exists; its bridge then connects. */
  readonly isThere: (tab: number, frameId: number, doc: string) => Promise<boolean>;
}

export interface Receiver {
  readonly arrive: (port: Port, sender: BridgeSender, message: unknown) => void;
  readonly closed: (port: Port) => void;
  /** Stores the records that the session of a tab lacks after capture was off. */
  readonly resume: (tab: number) => void;
  readonly cleared: (tab: number, session: string) => void;
  /** Permissions changed: ends documents that may not be recorded any more, and resumes those that may again. */
  readonly allowed: (again: ReadonlySet<string>) => void;
  readonly tabClosed: (tab: number) => Promise<void>;
  readonly prune: () => Promise<void>;
  readonly startMarked: () => void;
  /** Ends missing documents: open ones in the store, and orphaned ones. */
  readonly endMissing: () => Promise<void>;
}

// Delay for the closing message of a document, which may arrive over a new connection after the old one breaks.
const CLOSING_MS = 1000;
// By then, no more batches of a closed tab arrive.
const PRUNE_AGAIN_MS = 15_000;

const CUT_OFF = 'AG-UI Lens was reloaded. Reload the page to capture it again; data until then is missing';

export function parseFromBridge(message: unknown): FromBridge | undefined {
  const from = message as
    | { readonly [K in 'kind' | 'doc' | 'n' | 'body' | 'bytes' | 'lost' | 'mayContinue']?: unknown }
    | undefined;
  if (typeof from?.doc !== 'string' || from.doc.length > 64) return undefined;
  const isNumbered = isCount(from.n) && from.n < NUMBER_MAX;
  const isWhole =
    from.kind === 'here' ||
    (from.kind === 'batch' && isNumbered && toRawBatch(from.body, from.bytes) !== undefined) ||
    (from.kind === 'closing' && isNumbered && isCount(from.lost) && (from.mayContinue ?? true) === true);
  return isWhole ? (message as FromBridge) : undefined;
}

export function createReceiver(parts: ReceiverParts): Receiver {
  const { tabs, grantedSites, disk, memory, after } = parts;
  const documents = createDocuments(tabs.isClosed);
  const admission = createAdmission({ ...parts, documents });
  const writer = createBatchWriter(parts);
  const orphanSearch = createOrphanSearch({ ...parts, documents, store: disk });
  const common = { ...parts, documents, admission, writer };
  const pushToDisk = createStoreQueue({ ...common, store: disk, orphanSearch });
  const pushToMemory = createStoreQueue({ ...common, store: memory });
  const push = (isPrivate: boolean, item: QueueItem): boolean =>
    isPrivate ? pushToMemory(item) : pushToDisk(item);
  /** A bridge that was disconnected repeatedly waits before it reconnects: it is queried first. */
  const endUnlessThere = async (doc: string, line: BridgeLine): Promise<void> => {
    const { tab, frameId, private: isPrivate } = line.sender;
    const isOver = () => documents.of(doc).line !== line;
    if (isOver() || (await parts.isThere(tab, frameId, doc)) || isOver()) return;
    documents.of(doc).line = undefined;
    push(isPrivate, { kind: 'end', doc });
  };
  const endLater = (doc: string, line: BridgeLine): void =>
    after(CLOSING_MS, () => void endUnlessThere(doc, line));
  const endLinesOf = (isOver: (line: BridgeLine) => boolean): void => {
    for (const { doc, line } of documents.all()) if (line && isOver(line)) endLater(doc, line);
  };
  const closedPorts = new WeakSet<Port>();
  const closed = (port: Port): void => {
    closedPorts.add(port);
    endLinesOf((line) => line.port === port);
  };

  let isLooking = false;
  const lookLater = (): void => {
    if (isLooking) return;
    isLooking = true;
    after(ORPHAN_AFTER_MS, () => {
      isLooking = false;
      // Writing reports a store that cannot be read.
      void endOrphaned().catch(() => undefined);
    });
  };
  const endOrphaned = async (): Promise<void> => {
    const { orphans, hasRecent } = await orphanSearch.find();
    for (const each of orphans) pushToDisk({ kind: 'orphaned', ...each });
    if (hasRecent) lookLater();
  };

  return {
    startMarked: lookLater,
    arrive(port, sender, message) {
      const from = parseFromBridge(message);
      if (!from) return;
      const { doc } = from;
      if (from.kind === 'closing') {
        documents.of(doc).line = from.mayContinue ? { port, sender } : undefined;
        push(sender.private, { kind: 'end', doc, how: from });
        return;
      }
      const document = documents.of(doc);
      if (document.line?.port !== port) {
        const line = { port, sender };
        document.line = line;
        // While the background starts, a connection may break before its messages arrive, or without an event.
        if (closedPorts.has(port) || tabs.isClosed(sender.tab)) endLater(doc, line);
      }
      if (from.kind === 'here' || push(sender.private, { kind: 'batch', port, sender, message: from }))
        return;
      // The bridge keeps the batch and sends it again.
      port.close();
      closed(port);
    },
    closed,
    resume(tab) {
      push(tabs.isPrivate(tab), { kind: 'resume', tab });
    },
    cleared(tab, session) {
      push(tabs.isPrivate(tab), { kind: 'session-cleared', session });
    },
    allowed(again) {
      const tabsAgain = new Set<number>();
      for (const { doc, line } of documents.all()) {
        if (line === undefined) continue;
        const { sender } = line;
        if (!grantedSites.allows(sender.site)) push(sender.private, { kind: 'end', doc, how: REVOKED });
        else if (sender.site !== undefined && again.has(sender.site)) tabsAgain.add(sender.tab);
      }
      for (const tab of tabsAgain) push(tabs.isPrivate(tab), { kind: 'resume', tab });
    },
    tabClosed(tab) {
      push(tabs.isPrivate(tab), { kind: 'tab-closed', tab });
      endLinesOf(({ sender }) => sender.tab === tab);
      after(PRUNE_AGAIN_MS, () => void writer.prune(disk));
      return writer.prune(disk);
    },
    prune: () => writer.prune(disk),
    async endMissing() {
      for (const { session, tab, open = [], private: isPrivate } of await disk.sessions()) {
        for (const stored of open) {
          const { doc, frameId, n } = stored;
          const current = () => sessionOf(documents.of(doc).state);
          if (current() === session) continue;
          // A document of an earlier run exists if the extension was reloaded; it may have disconnected since.
          const mayBe = tabs.isOurs(session) || current() !== undefined;
          const isThere = mayBe && (await parts.isThere(tab, frameId, doc));
          // It may have ended during the query.
          const known = current();
          if (known === session) continue;
          const how = documents.of(doc).state.closing ?? (known === undefined ? undefined : CUT_OFF);
          const of = { session, sender: { tab, frameId, private: isPrivate } };
          if (known === undefined) documents.apply(doc, { kind: 'stored', place: { ...of, n } });
          else pushToDisk({ kind: 'moved', document: stored, of });
          if (!isThere) pushToDisk({ kind: 'end', doc, ...(how && { how }) });
        }
      }
      await endOrphaned();
    },
  };
}
