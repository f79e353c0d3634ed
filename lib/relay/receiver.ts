// The background side of the bridges: admit, store, then acknowledge, in the order of arrival. Whatever happens to a
// batch, its number is acknowledged and its place is filled, by the batch or by a gap.
import { PAYLOAD_MAX, PREAMBLE_FROM } from '../wire/limits';
import type { BatchMessage, ToBridge } from '../wire/messages';
import { type Admission, type Arrival, createAdmission } from './admission';
import { type BatchWriter, type BatchWriterParts, createBatchWriter } from './batch-writer';
import type { BridgeSender } from './documents';
import type { Port } from './port';

/** What a receiver needs. */
interface ReceiverParts extends BatchWriterParts {
  readonly nowMs: () => number;
}

/** Receives what bridges send. */
export interface Receiver {
  /** Receives one message of one bridge. */
  readonly arrive: (port: Port, sender: BridgeSender, message: unknown) => void;
  /** Writes what the session of a tab lacks after Record was off. */
  readonly resume: (tab: number) => void;
  /** Makes room in Recent. */
  readonly prune: () => Promise<void>;
}

interface Delivery extends Arrival {
  readonly port: Port;
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

/** Takes from the front of a queue what goes into one transaction: at least one, if there is any. */
function takeFrom(queue: Delivery[]): Delivery[] {
  let length = 0;
  let count = 0;
  while (count < queue.length && count < TAKE_BATCHES && length < TAKE_LENGTH) {
    length += queue[count]?.message.body.length ?? 0;
    count++;
  }
  return queue.splice(0, count);
}

/** Acknowledges the newest batch of each document to its bridge. */
function acknowledge(taken: readonly Delivery[], isRecording: (tab: number) => boolean): void {
  const newest = new Map<Port, Map<string, ToBridge>>();
  for (const { port, sender, message } of taken) {
    const answers = newest.get(port) ?? new Map<string, ToBridge>();
    newest.set(port, answers);
    // A later background will not want unrecorded batches either.
    const kind = sender.private && isRecording(sender.tab) ? 'kept' : 'stored';
    answers.set(message.doc, { kind, doc: message.doc, n: message.n });
  }
  for (const [port, answers] of newest) {
    for (const answer of answers.values()) {
      try {
        port.post(answer);
      } catch {
        // The bridge is gone with its document. If it is not, it sends again, and the repeats are dropped.
      }
    }
  }
}

/** Admits and stores deliveries from the queue. */
async function store(taken: readonly Delivery[], admission: Admission, writer: BatchWriter): Promise<void> {
  const batches = [];
  for (const arrival of taken) {
    batches.push(...(await admission.admit(writer.storeFor(arrival.sender.private), arrival)));
  }
  await writer.write(batches);
}

/** Creates the receiver. */
export function createReceiver(parts: ReceiverParts): Receiver {
  const { tabs } = parts;
  const admission = createAdmission(parts);
  const writer = createBatchWriter(parts);
  const queue: Delivery[] = [];
  /** Tabs for which Record was turned on again. */
  const resumed = new Set<number>();
  let isDraining = false;

  const drainOnce = async (): Promise<void> => {
    for (const tab of resumed) {
      resumed.delete(tab);
      await writer.write(admission.owed(tab));
    }
    const taken = takeFrom(queue);
    const before = tabs.inUse().size;
    await store(taken, admission, writer);
    if (tabs.inUse().size !== before) await Promise.all([writer.prune(false), writer.prune(true)]);
    acknowledge(taken, tabs.isRecording);
  };
  const drain = async (): Promise<void> => {
    if (isDraining) return;
    isDraining = true;
    while (queue.length > 0 || resumed.size > 0) await drainOnce();
    isDraining = false;
  };

  return {
    arrive(port, sender, message) {
      const batch = parseFromBridge(message);
      if (!batch) return;
      queue.push({ port, sender, message: batch });
      void drain();
    },
    resume(tab) {
      resumed.add(tab);
      void drain();
    },
    prune: () => writer.prune(false),
  };
}
