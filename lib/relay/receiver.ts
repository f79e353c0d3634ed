// Background side of the bridges: gate, store, then acknowledge, in the order of arrival. Whatever happens to a
// batch, its number is answered and its place is filled, by itself or by a gap.
import { PAYLOAD_MAX, PREAMBLE_FROM, RECENT_LENGTH_MAX, RECENT_MAX } from '../wire/limits';
import type { BatchMessage, StoredBatch, ToBridge } from '../wire/messages';
import { gapBody, parseBatch } from '../wire/parse-batch';
import type { CapturedRecord, GapReason } from '../wire/records';
import type { NewBatch, Store } from '../wire/store';
import { type BridgeSender, createDocuments } from './documents';
import type { Port } from './port';
import type { Tabs } from './tabs';

/** What the intake needs. */
export interface IntakeParts {
  readonly tabs: Tabs;
  readonly disk: Store;
  readonly memory: Store;
  readonly nowMs: () => number;
  /** Called with what was stored just now. */
  readonly onStored: (batches: readonly StoredBatch[]) => void;
  readonly onFailed: (tab: number, sentence: string) => void;
  /** Sessions that a panel looks at: never forgotten to make room. */
  readonly viewed: () => Iterable<string>;
}

interface Arrival {
  readonly port: Port;
  readonly sender: BridgeSender;
  readonly message: BatchMessage;
}

// What goes into one transaction at most.
const TAKE_BATCHES = 64;
const TAKE_LENGTH = 4 * 1024 * 1024;

/** Parses a bridge's message. */
export function parseFromBridge(message: unknown): BatchMessage | undefined {
  const batch = message as Partial<BatchMessage> | undefined;
  const isBatch =
    batch?.kind === 'batch' &&
    typeof batch.doc === 'string' &&
    batch.doc.length <= 64 &&
    Number.isSafeInteger(batch.n) &&
    (batch.n ?? -1) >= 0 &&
    (batch.n ?? 0) < PREAMBLE_FROM &&
    typeof batch.body === 'string' &&
    batch.body.length <= PAYLOAD_MAX + 2;
  return isBatch ? (batch as BatchMessage) : undefined;
}

/** Creates the intake; `arrive` takes one message of one bridge. */
export function createReceiver(parts: IntakeParts) {
  const { tabs, disk, memory } = parts;
  const documents = createDocuments();
  let inbox: Arrival[] = [];
  let isDraining = false;
  /** Tabs that are recorded again. */
  const resumed = new Set<number>();

  /** A batch with records, or one that was refused. */
  const batchOf = (
    { sender, doc, length }: { readonly sender: BridgeSender; readonly doc: string; readonly length: number },
    session: string,
    n: number,
    records: readonly CapturedRecord[] | undefined,
  ): NewBatch => {
    const { tab, frame } = sender;
    const top = records?.findLast((record) => record.kind === 'navigation' && record.top);
    return {
      session,
      tab,
      frameId: frame,
      doc,
      n,
      // Written anew from the parsed records: nothing that was not declared is stored.
      body: records ? JSON.stringify(records) : gapBody({ t: 0, reason: 'refused', bytes: length }),
      atMs: parts.nowMs(),
      private: sender.private,
      streams: records?.filter(({ kind }) => kind === 'open').length ?? 0,
      ...(top?.kind === 'navigation' && frame === 0 ? { url: top.url } : {}),
    };
  };
  const toIncoming = async (store: Store, arrival: Arrival): Promise<readonly NewBatch[]> => {
    const { sender } = arrival;
    const { tab, private: isPrivate } = sender;
    const { doc, n, body } = arrival.message;
    const session = tabs.isRecording(tab) ? tabs.sessionFor(tab, isPrivate) : undefined;
    const records = parseBatch(body);
    const before = await documents.take(store, { sender, doc, n, session }, records ?? []);
    if (session === undefined) return [];
    const facts = { sender, doc, length: body.length };
    const batch = batchOf(facts, session, n, records);
    // Numbered apart from what the bridge sends: known as the first of the session, whatever comes again.
    return before.length > 0 ? [batchOf(facts, session, PREAMBLE_FROM + n, before), batch] : [batch];
  };
  /** What tabs that are recorded again lack. The newest batches were not recorded: their numbers are free. */
  const takeResumed = async (): Promise<void> => {
    for (const tab of resumed) {
      resumed.delete(tab);
      const session = tabs.session(tab);
      const owed = session === undefined || !tabs.isRecording(tab) ? [] : documents.resume(tab, session);
      for (const { sender, doc, n, records } of owed) {
        const batch = batchOf({ sender, doc, length: 0 }, session ?? '', PREAMBLE_FROM + n, records);
        parts.onStored(await write(sender.private ? memory : disk, [batch]));
      }
    }
  };
  const asGap = (batch: NewBatch, reason: GapReason, detail: string): NewBatch => ({
    ...batch,
    body: gapBody({ t: 0, reason, bytes: batch.body.length, detail }),
  });
  const makeRoom = async (store: Store): Promise<void> => {
    const inUse = new Set([...tabs.inUse(), ...parts.viewed()]);
    await store.prune(inUse, { sessions: RECENT_MAX, length: RECENT_LENGTH_MAX });
  };
  /** Stores, with two second chances: after making room, and as gaps in the place of what does not fit. */
  const write = async (store: Store, batches: readonly NewBatch[]): Promise<readonly StoredBatch[]> => {
    try {
      return await store.append(batches);
    } catch {
      // Most likely the disk is full: the oldest of "Recent" go first.
      const inUse = new Set([...tabs.inUse(), ...parts.viewed()]);
      await store.prune(inUse, { sessions: 0, length: 0 }).catch(() => undefined);
    }
    try {
      return await store.append(batches);
    } catch (error) {
      const gaps = batches.map((batch) => asGap(batch, 'not-stored', `${error}`.slice(0, 1000)));
      const tab = batches[0]?.tab ?? -1;
      parts.onFailed(tab, `${batches.length} batches could not be stored: ${error}`);
      return await store.append(gaps).catch(() => []);
    }
  };
  const acknowledge = (taken: readonly Arrival[]): void => {
    const highest = new Map<Port, Map<string, ToBridge>>();
    for (const { port, sender, message } of taken) {
      const ofPort = highest.get(port) ?? new Map<string, ToBridge>();
      highest.set(port, ofPort);
      // What is not recorded is wanted by no later background either.
      const kind = sender.private && tabs.isRecording(sender.tab) ? 'kept' : 'stored';
      ofPort.set(message.doc, { kind, doc: message.doc, n: message.n });
    }
    for (const [port, answers] of highest) {
      for (const answer of answers.values()) {
        try {
          port.post(answer);
        } catch {
          // The bridge is gone with its document; if it is not, it sends again and is dropped as known.
        }
      }
    }
  };
  const take = (): Arrival[] => {
    let length = 0;
    let count = 0;
    while (count < inbox.length && count < TAKE_BATCHES && length < TAKE_LENGTH) {
      length += inbox[count]?.message.body.length ?? 0;
      count++;
    }
    const taken = inbox.slice(0, count);
    inbox = inbox.slice(count);
    return taken;
  };
  const drain = async (): Promise<void> => {
    if (isDraining) return;
    isDraining = true;
    while (inbox.length > 0 || resumed.size > 0) {
      await takeResumed();
      const taken = take();
      const before = tabs.inUse().size;
      for (const store of [disk, memory]) {
        const isMemory = store === memory;
        const batches: NewBatch[] = [];
        for (const arrival of taken) {
          if (arrival.sender.private === isMemory) batches.push(...(await toIncoming(store, arrival)));
        }
        if (batches.length === 0) continue;
        const stored = await write(store, batches);
        parts.onStored(stored);
        if (tabs.inUse().size !== before) await makeRoom(store).catch(() => undefined);
      }
      acknowledge(taken);
    }
    isDraining = false;
  };

  return {
    arrive(port: Port, sender: BridgeSender, message: unknown): void {
      const batch = parseFromBridge(message);
      if (!batch) return;
      inbox.push({ port, sender, message: batch });
      void drain();
    },
    /** Tells the session of a tab what it lacks, after Record was off. */
    resume(tab: number): void {
      resumed.add(tab);
      void drain();
    },
    /** Makes room in "Recent". */
    prune: () => makeRoom(disk),
  };
}
