// The batches that one document has sent but nobody has stored, in order and bounded in length. What does not fit
// leaves a gap, so that numbers stay dense and the loss is visible.
//
//   waiting ──sent──▶ sent ──'stored'──▶ gone
//      ▲                │ └──'kept'──▶ kept ──'stored'──▶ gone
//      └── disconnected ┴───────────────┘

import { gapBody } from '../wire/gap-body';
import type { ToBridge } from '../wire/messages';
import { type Offered, offeredLength } from '../wire/offered';

/** A batch that is not safe yet. */
interface Entry {
  readonly n: number;
  batch: Offered;
  state: 'waiting' | 'sent' | 'kept';
}

/** The batches of one document that are not stored yet. */
interface Backlog {
  readonly isEmpty: () => boolean;
  /** The batches to send, in order. */
  readonly waiting: () => Iterable<Entry>;
  /** How much is in flight without an answer, in bytes and UTF-16 units. */
  readonly inFlight: () => number;
  /** How much was never handed over since the last line broke, in UTF-16 units, what was lost included. */
  readonly unsent: () => number;
  /** Number of the next batch. */
  readonly next: () => number;
  /** Whether a batch of a length fits; the oldest batches that are `kept` may be evicted for it. */
  readonly makeRoom: (length: number) => boolean;
  readonly push: (batch: Offered) => void;
  /** Counts a batch that did not fit; the next one that fits is preceded by a gap for all of them. */
  readonly lose: (length: number) => void;
  /** Adds the gap for what did not fit, as soon as there is room for it. */
  readonly reportLoss: () => void;
  readonly markSent: (entry: Entry) => void;
  /** Makes all batches waiting again: nothing that was sent or kept is safe any more. */
  readonly sendAgain: () => void;
  /** Makes what was sent waiting again: it may not have arrived. */
  readonly unsend: () => void;
  readonly answered: (answer: ToBridge) => void;
  readonly clear: () => void;
}

// What one entry costs beyond its text, so that a million tiny batches count too.
const ENTRY_COST = 64;
const GAP_COST = 256;

const costOf = ({ batch }: Pick<Entry, 'batch'>): number => offeredLength(batch) + ENTRY_COST;

/**
 * Creates an empty backlog of at most `max` UTF-16 units; `now` is in milliseconds since the document's time origin.
 */
export function createBacklog(max: number, now: () => number): Backlog {
  let entries: Entry[] = [];
  let nextN = 0;
  let length = 0;
  let inFlight = 0;
  let lost = { batches: 0, length: 0 };
  let evicted = 0;

  const add = (batch: Offered): void => {
    entries.push({ n: nextN++, batch, state: 'waiting' });
    length += costOf({ batch });
  };
  const reportLoss = (): void => {
    if (lost.batches === 0 || length > max) return;
    const facts = { bytes: lost.length, detail: `${lost.batches} batches` };
    lost = { batches: 0, length: 0 };
    add({ body: gapBody({ t: now(), reason: 'overflow', ...facts }) });
  };
  /** Makes room by evicting the oldest batches that a background also holds in memory; one gap stands for all. */
  const evictKept = (wanted: number): void => {
    let at = 0;
    while (at < entries.length && entries[at]?.state === 'kept' && length + wanted + GAP_COST > max) {
      const entry = entries[at++];
      if (!entry) break;
      // The first entry is the gap of an earlier eviction, if there was one.
      if (at > 1 || evicted === 0) evicted += offeredLength(entry.batch);
      length -= costOf(entry);
    }
    const last = entries[at - 1];
    if (!last) return;
    const detail = `the first ${last.n + 1} batches`;
    last.batch = { body: gapBody({ t: 0, reason: 'overflow', bytes: evicted, detail }) };
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
        (sum, { state, batch }) => (state === 'waiting' ? sum + offeredLength(batch) : sum),
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
    lose(size) {
      lost = { batches: lost.batches + 1, length: lost.length + size };
    },
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
      const left: Entry[] = [];
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
