// The background side of the bridges: what they send goes into the lane of its store, in the order of arrival. A
// document that goes away says so; one whose line breaks without a word, while we live, has gone too.
import { NUMBER_MAX } from '../../messages/made';
import type { FromBridge } from '../../messages/messages';
import { toRawBatch } from '../../messages/raw-batch';
import type { Store } from '../../messages/store';
import { createAdmission, REVOKED } from './admission';
import type { Allowance } from './allowance';
import { type BatchWriterParts, createBatchWriter } from './batch-writer';
import type { BridgeSender } from './documents';
import { createLane, type Item, type LaneParts } from './lane';
import { createNotes, UNHEARD_MS, type UnheardParts } from './orphaned-documents';
import type { Port } from './port';
import { createPresence } from './presence';

/** What a receiver needs. */
export interface ReceiverParts
  extends BatchWriterParts,
    UnheardParts,
    Pick<LaneParts, 'after' | 'onWaiting' | 'stayAwake'> {
  readonly disk: Store;
  readonly allowance: Allowance;
  /** For private windows: never on disk. */
  readonly memory: Store;
  readonly nowMs: () => number;
  /** Asks a document whether it is there; its bridge then connects. */
  readonly isThere: (tab: number, frameId: number, doc: string) => Promise<boolean>;
}

/** Receives what bridges send. */
export interface Receiver {
  /** Receives one message of one bridge. */
  readonly arrive: (port: Port, sender: BridgeSender, message: unknown) => void;
  /** The line to a bridge broke. */
  readonly closed: (port: Port) => void;
  /** Writes what the session of a tab lacks after capture was off. */
  readonly resume: (tab: number) => void;
  /** The session of a tab was cleared: nothing more comes into it. */
  readonly cleared: (tab: number, session: string) => void;
  /** Something was granted or revoked: ends the documents that may not be recorded, and goes on with those that may again. */
  readonly allowed: (again: ReadonlySet<string>) => void;
  /** A tab was closed. */
  readonly tabClosed: (tab: number) => Promise<void>;
  /** Deletes what Recent does not keep any longer. */
  readonly prune: () => Promise<void>;
  /** A document has noted its first word. */
  readonly startMarked: () => void;
  /** Ends the documents that are not there any more: those that the store knows, and those that nobody has heard. */
  readonly endTheGone: () => Promise<void>;
}

/** The line over which a document speaks. */
interface Line {
  readonly port: Port;
  readonly sender: BridgeSender;
}

// A document that goes away speaks over a new line, and the old one may break before that is there.
const LAST_WORD_MS = 1000;
// By then nothing more comes of a tab that was closed.
const PRUNE_AGAIN_MS = 15_000;

const CUT_OFF =
  'AG-UI Lens was loaded again and no longer reads this page: reload the page to capture it again; what it reads until then is unknown';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Parses a bridge's message. */
export function parseFromBridge(message: unknown): FromBridge | undefined {
  // Read as if it were everything that a bridge may say; what it must have is checked by its kind.
  const from = message as
    | { readonly [K in 'kind' | 'doc' | 'n' | 'body' | 'bytes' | 'lost' | 'mayContinue']?: unknown }
    | undefined;
  if (typeof from?.doc !== 'string' || from.doc.length > 64) return undefined;
  const isNumbered = isCount(from.n) && Number(from.n) < NUMBER_MAX;
  const isWhole =
    from.kind === 'here' ||
    (from.kind === 'batch' && isNumbered && toRawBatch(from.body, from.bytes) !== undefined) ||
    (from.kind === 'closing' && isNumbered && isCount(from.lost) && (from.mayContinue ?? true) === true);
  return isWhole ? (message as FromBridge) : undefined;
}

/** Creates the receiver. */
export function createReceiver(parts: ReceiverParts): Receiver {
  const { tabs, allowance, disk, memory, after } = parts;
  const presence = createPresence(tabs);
  const admission = createAdmission({ ...parts, presence });
  const writer = createBatchWriter(parts);
  const notes = createNotes({ ...parts, store: disk });
  const common = { ...parts, admission, writer };
  const lanes = {
    disk: createLane({ ...common, store: disk, notes }),
    memory: createLane({ ...common, store: memory }),
  };
  const push = (isPrivate: boolean, item: Item): boolean =>
    (isPrivate ? lanes.memory : lanes.disk).push(item);
  /** The line over which each document spoke last. */
  const lines = new Map<string, Line>();

  /** A bridge that was cut off again and again waits before it connects: it is asked first. */
  const endUnlessThere = async (doc: string, line: Line): Promise<void> => {
    const { tab, frameId, private: isPrivate } = line.sender;
    const isOver = () => lines.get(doc) !== line;
    if (isOver() || (await parts.isThere(tab, frameId, doc)) || isOver()) return;
    lines.delete(doc);
    push(isPrivate, { kind: 'end', doc });
  };
  const closed = (port: Port): void => {
    for (const [doc, line] of lines) {
      if (line.port !== port) continue;
      after(LAST_WORD_MS, () => void endUnlessThere(doc, line));
    }
  };

  let isLooking = false;
  const lookLater = (): void => {
    if (isLooking) return;
    isLooking = true;
    after(UNHEARD_MS, () => {
      isLooking = false;
      // A store that cannot be read says so to whoever wants to write.
      void endTheUnheard().catch(() => undefined);
    });
  };
  const endTheUnheard = async (): Promise<void> => {
    const { documents, isEarly } = await notes.unheard();
    for (const each of documents) lanes.disk.push({ kind: 'unheard', ...each });
    if (isEarly) lookLater();
  };

  return {
    startMarked: lookLater,
    arrive(port, sender, message) {
      const from = parseFromBridge(message);
      if (!from) return;
      const { doc } = from;
      if (from.kind === 'closing') {
        if (from.mayContinue) lines.set(doc, { port, sender });
        else lines.delete(doc);
        push(sender.private, { kind: 'end', doc, how: from });
        return;
      }
      if (lines.get(doc)?.port !== port) lines.set(doc, { port, sender });
      if (from.kind === 'here' || push(sender.private, { kind: 'batch', port, sender, message: from }))
        return;
      // The bridge keeps what we cannot hold, and sends it again.
      port.close();
      closed(port);
    },
    closed,
    resume(tab) {
      push(tabs.isPrivate(tab), { kind: 'resume', tab });
    },
    cleared(tab, session) {
      push(tabs.isPrivate(tab), { kind: 'cleared', session });
    },
    allowed(again) {
      const tabsAgain = new Set<number>();
      for (const [doc, { sender }] of lines) {
        if (!allowance.allows(sender.site)) push(sender.private, { kind: 'end', doc, how: REVOKED });
        else if (sender.site !== undefined && again.has(sender.site)) tabsAgain.add(sender.tab);
      }
      for (const tab of tabsAgain) push(tabs.isPrivate(tab), { kind: 'resume', tab });
    },
    tabClosed(tab) {
      push(tabs.isPrivate(tab), { kind: 'closed', tab });
      after(PRUNE_AGAIN_MS, () => void writer.prune(disk));
      return writer.prune(disk);
    },
    prune: () => writer.prune(disk),
    async endTheGone() {
      for (const { session, tab, open = [], private: isPrivate } of await disk.sessions()) {
        for (const document of open) {
          const { doc, frameId } = document;
          if (presence.sessionOf(doc) === session) continue;
          // One of an older run is there where the extension was loaded again as it spoke; its line may be cut since.
          const mayBe = tabs.isOurs(session) || presence.sessionOf(doc) !== undefined;
          const isThere = mayBe && (await parts.isThere(tab, frameId, doc));
          // It may have ended while it was asked.
          const known = presence.sessionOf(doc);
          if (known === session) continue;
          const how = presence.lastWord(doc) ?? (known === undefined ? undefined : CUT_OFF);
          const of = { session, sender: { tab, frameId, private: isPrivate } };
          if (known === undefined) presence.adopt(document, of);
          else lanes.disk.push({ kind: 'moved', document, of });
          if (!isThere) lanes.disk.push({ kind: 'end', doc, ...(how && { how }) });
        }
      }
      await endTheUnheard();
    },
  };
}
