// The queue in front of one store, in order of arrival. Batches are acknowledged once they are stored. While the
// store fails, everything waits here and is tried again.

import { isEndKind } from '../../messages/background-batch';
import { STORE_BACKLOG_MAX } from '../../messages/limits';
import type { BatchMessage, DocumentClosing, OpenDocument, ToBridge } from '../../messages/messages';
import { rawLength } from '../../messages/raw-batch';
import { type NewBatch, retryMs, type Store } from '../../messages/store';
import type { Admission } from './admission';
import type { BatchWriter } from './batch-writer';
import type { BridgeSender, OwnSession } from './document';
import type { Documents } from './documents';
import type { OrphanedDocument, OrphanSearch } from './orphaned-documents';
import type { Port } from './port';

/** Something that leads to batches to store; the kinds are the functions of an admission. */
export type QueueItem =
  | {
      readonly kind: 'batch';
      readonly port: Port;
      readonly sender: BridgeSender;
      readonly message: BatchMessage;
    }
  | { readonly kind: 'end'; readonly doc: string; readonly how?: DocumentClosing | string }
  | { readonly kind: 'session-cleared'; readonly session: string }
  | { readonly kind: 'moved'; readonly document: OpenDocument; readonly of: OwnSession }
  | { readonly kind: 'resume' | 'tab-closed'; readonly tab: number }
  | ({ readonly kind: 'orphaned' } & OrphanedDocument);

export interface StoreQueueParts {
  readonly store: Store;
  readonly admission: Admission;
  readonly writer: BatchWriter;
  readonly documents: Documents;
  /** Absent for private windows, whose documents store no markers. */
  readonly orphanSearch?: OrphanSearch;
  readonly after: (ms: number, work: () => void) => void;
  /** Called with a sentence when the store begins to fail, and without one when it works again. */
  readonly onWaiting: (sentence?: string) => void;
  /** Keeps the background running for a while: waiting batches may exist only here. */
  readonly stayAwake: () => void;
}

type Delivery = Extract<QueueItem, { kind: 'batch' }>;

/** Admitted batches of one transaction. */
interface Load {
  readonly batches: readonly NewBatch[];
  readonly deliveries: readonly Delivery[];
}

const PROBE = new Uint8Array(1);

// Limits of one transaction.
const TAKE_ITEMS = 64;
const TAKE_LENGTH = 4 * 1024 * 1024;
const LOOK_EVERY = 4 * 1024 * 1024;
// Number of failed writes during which the background stays awake: about an hour.
const AWAKE_TRIES = 360;

const itemLength = (item: QueueItem | undefined): number =>
  item?.kind === 'batch' ? rawLength(item.message) : 0;

/** Takes the front of a queue for one transaction: at least one item, if there is any. */
function takeFrom(queue: QueueItem[]): QueueItem[] {
  let length = 0;
  let count = 0;
  while (count < queue.length && count < TAKE_ITEMS && length < TAKE_LENGTH)
    length += itemLength(queue[count++]);
  return queue.splice(0, count);
}

function acknowledge(taken: readonly Delivery[], isWanted: Admission['isWanted']): void {
  const newest = new Map<Port, Map<string, ToBridge>>();
  for (const { port, sender, message } of taken) {
    const answers = newest.get(port) ?? new Map<string, ToBridge>();
    newest.set(port, answers);
    // A later background does not need unrecorded batches, either.
    const kind = sender.private && isWanted(sender) ? 'kept' : 'stored';
    answers.set(message.doc, { kind, doc: message.doc, n: message.n, probe: PROBE });
  }
  for (const [port, answers] of newest) {
    for (const answer of answers.values()) {
      try {
        port.post(answer);
      } catch {
        // The bridge has ended with its document. Otherwise it sends again, and repeats are dropped.
      }
    }
  }
}

/** Returns a function that adds to the queue; false for a batch that does not fit while the store fails. */
export function createStoreQueue(parts: StoreQueueParts): (item: QueueItem) => boolean {
  const { store, admission, writer } = parts;
  const queue: QueueItem[] = [];
  /** Length of everything that is not stored yet. */
  let held = 0;
  /** The load that the store has refused so far. */
  let load: Load | undefined;
  let isBusy = false;
  let failures = 0;
  /** The last reported failure. */
  let reported: string | undefined;
  /** Length stored since the last check of the limits. */
  let grown = 0;
  const sessions = new Set<string>();

  const admitSome = async (): Promise<Load> => {
    const batches: NewBatch[] = [];
    const deliveries: Delivery[] = [];
    for (const item of takeFrom(queue)) {
      if (item.kind === 'batch') {
        batches.push(...(await admission.admit(store, item)));
        deliveries.push(item);
      } else if (item.kind === 'end') batches.push(...admission.end(item.doc, item.how));
      else if (item.kind === 'session-cleared') batches.push(...admission.sessionCleared(item.session));
      else if (item.kind === 'moved') batches.push(...admission.moved(item.document, item.of));
      else if (item.kind === 'orphaned') batches.push(...admission.orphaned(item));
      else if (item.kind === 'resume') batches.push(...admission.missingRecords(item.tab));
      else batches.push(...admission.tabClosed(item.tab));
    }
    return { batches, deliveries };
  };
  const failed = (sentence: string): void => {
    const ms = retryMs(failures++);
    if (failures < AWAKE_TRIES) parts.stayAwake();
    // A store may be busy for a moment.
    if (failures > 1 && reported !== sentence) parts.onWaiting(sentence);
    if (failures > 1) reported = sentence;
    parts.after(ms, () => void drain());
  };
  const worked = async ({ batches, deliveries }: Load): Promise<void> => {
    load = undefined;
    const known = sessions.size;
    for (const { session } of batches) sessions.add(session);
    if (sessions.size > known) await writer.prune(store);
    grown += batches.reduce((sum, { body }) => sum + body.length, 0);
    if (grown > LOOK_EVERY) {
      grown = 0;
      await writer.shorten(store);
    }
    if (reported !== undefined) parts.onWaiting();
    reported = undefined;
    failures = 0;
    for (const delivery of deliveries) held -= itemLength(delivery);
    parts.orphanSearch?.stored(
      new Set([...batches, ...deliveries.map(({ message }) => message)].map(({ doc }) => doc)),
    );
    // A document that returns stores another marker.
    for (const { doc, made } of batches) if (isEndKind(made)) parts.documents.of(doc).isMarkerRemoved = false;
    acknowledge(deliveries, admission.isWanted);
  };
  const drain = async (): Promise<void> => {
    isBusy = true;
    while (load || queue.length > 0) {
      load ??= await admitSome();
      const sentence = await writer.write(store, load.batches);
      // The queue stays busy until the next try.
      if (sentence !== undefined) return failed(sentence);
      await worked(load);
    }
    isBusy = false;
  };

  return (item) => {
    if (item.kind === 'batch' && failures > 0 && held + itemLength(item) > STORE_BACKLOG_MAX) return false;
    queue.push(item);
    held += itemLength(item);
    if (!isBusy) void drain();
    return true;
  };
}
