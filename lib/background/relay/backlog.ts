// The batches of one document that are not stored yet, in order and bounded in length. What does not fit
// leaves a gap, so that numbers stay dense and the loss is visible.
//
//   waiting ──sent──▶ sent ──'stored'──▶ gone
//      ▲                │ └──'kept'──▶ kept ──'stored'──▶ gone
//      └── disconnected ┴───────────────┘

import { gapBody, outlineOf } from '../../messages/gap-body';
import type { ToBridge } from '../../messages/messages';
import { type RawBatch, rawLength } from '../../messages/raw-batch';
import type { Fields } from '../../messages/values';

interface BacklogEntry {
  readonly n: number;
  batch: RawBatch;
  state: 'waiting' | 'sent' | 'kept';
}

interface Backlog {
  readonly isEmpty: () => boolean;
  readonly waiting: () => Iterable<BacklogEntry>;
  /** Length of unanswered batches, in bytes and UTF-16 units. */
  readonly inFlight: () => number;
  /** Length of batches that were not sent since the last disconnect, lost ones included, in UTF-16 units. */
  readonly unsent: () => number;
  readonly next: () => number;
  /** True if a batch of this length fits; may evict the oldest `kept` batches. */
  readonly makeRoom: (length: number) => boolean;
  readonly push: (batch: RawBatch) => void;
  /** Counts a batch that did not fit. The next one that fits is preceded by a gap with the outline of all lost ones. */
  readonly lose: (length: number, batch?: RawBatch) => void;
  /** Adds the gap for lost batches as soon as there is room. */
  readonly reportLoss: () => void;
  readonly markSent: (entry: BacklogEntry) => void;
  /** Makes all batches waiting again: nothing that was sent or kept is safe any more. */
  readonly sendAgain: () => void;
  /** Makes sent batches waiting again, as they may not have arrived. */
  readonly unsend: () => void;
  readonly answered: (answer: ToBridge) => void;
  readonly clear: () => void;
}

// Overhead of an entry, so that many tiny batches count, too.
const ENTRY_COST = 64;
const GAP_COST = 256;
// Maximum length of the outline in a gap, in UTF-16 units; half of it is reserved for ends.
const OUTLINE_MAX = 512 * 1024;

const costOf = ({ batch }: Pick<BacklogEntry, 'batch'>): number => rawLength(batch) + ENTRY_COST;

interface Loss {
  batches: number;
  length: number;
  readonly outline: Fields[];
  outlineLength: number;
}

const noLoss = (): Loss => ({ batches: 0, length: 0, outline: [], outlineLength: 0 });

function addLoss(loss: Loss, length: number, batch: RawBatch | undefined): void {
  loss.batches++;
  loss.length += length;
  for (const record of batch ? outlineOf(batch.body) : []) {
    const after = loss.outlineLength + JSON.stringify(record).length;
    if (after > (record['kind'] === 'close' ? OUTLINE_MAX : OUTLINE_MAX / 2)) continue;
    loss.outlineLength = after;
    loss.outline.push(record);
  }
}

/** Holds at most `max` UTF-16 units; `now` is in milliseconds since the document's time origin. */
export function createBacklog(max: number, now: () => number): Backlog {
  let entries: BacklogEntry[] = [];
  let nextN = 0;
  let length = 0;
  let inFlight = 0;
  let lost = noLoss();
  const evicted = noLoss();

  const add = (batch: RawBatch): void => {
    entries.push({ n: nextN++, batch, state: 'waiting' });
    length += costOf({ batch });
  };
  const reportLoss = (): void => {
    if (lost.batches === 0 || length > max) return;
    const facts = { bytes: lost.length, detail: 'captured faster than stored' };
    const body = gapBody({ t: now(), reason: 'overflow', ...facts }, lost.outline);
    lost = noLoss();
    add({ body });
  };
  /** Evicts the oldest batches that a background also has in memory; one gap replaces them. */
  const evictKept = (wanted: number): void => {
    let at = 0;
    while (at < entries.length && entries[at]?.state === 'kept' && length + wanted + GAP_COST > max) {
      const entry = entries[at++];
      if (!entry) break;
      // The first entry may be the gap of an earlier eviction.
      if (at > 1 || evicted.batches === 0) addLoss(evicted, rawLength(entry.batch), entry.batch);
      length -= costOf(entry);
    }
    const last = entries[at - 1];
    if (!last) return;
    const detail = 'the first data of the page';
    const gap = { t: 0, reason: 'overflow', bytes: evicted.length, detail } as const;
    last.batch = { body: gapBody(gap, evicted.outline) };
    length += costOf(last);
    entries = entries.slice(at - 1);
  };

  return {
    isEmpty: () => entries.length === 0,
    *waiting() {
      for (const entry of entries) if (entry.state === 'waiting') yield entry;
    },
    inFlight: () => inFlight,
    unsent: () =>
      entries.reduce(
        (sum, { state, batch }) => (state === 'waiting' ? sum + rawLength(batch) : sum),
        lost.length,
      ),
    next: () => nextN,
    makeRoom(size) {
      const wanted = size + ENTRY_COST;
      if (length + wanted > max) evictKept(wanted);
      return length + wanted <= max;
    },
    push(batch) {
      reportLoss();
      add(batch);
    },
    lose: (size, batch) => addLoss(lost, size, batch),
    reportLoss,
    markSent(entry) {
      entry.state = 'sent';
      inFlight += costOf(entry);
    },
    sendAgain() {
      inFlight = 0;
      for (const entry of entries) entry.state = 'waiting';
    },
    unsend() {
      inFlight = 0;
      for (const entry of entries) if (entry.state === 'sent') entry.state = 'waiting';
    },
    answered({ kind, n }) {
      const left: BacklogEntry[] = [];
      for (const entry of entries) {
        const isAnswered = entry.n <= n;
        if (isAnswered && entry.state === 'sent') inFlight -= costOf(entry);
        if (isAnswered && kind === 'stored') length -= costOf(entry);
        else left.push(entry);
        if (isAnswered && kind === 'kept') entry.state = 'kept';
      }
      entries = left;
      reportLoss();
    },
    clear() {
      entries = [];
    },
  };
}
