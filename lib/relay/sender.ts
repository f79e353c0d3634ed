// Bridge side: numbers the batches of one document and keeps each until the background says that it is safe.
// The background dies at will; then the line is made again and everything without an answer is sent again.
//
//   waiting ──sent──▶ sent ──'stored'──▶ gone
//      ▲                │ └──'kept'──▶ kept ──'stored'──▶ gone
//      └── line broke ──┴───────────────┘
import { BACKLOG_MAX, BATCH_LENGTH_MAX, PAYLOAD_MAX, WINDOW_MAX } from '../wire/limits';
import type { BatchMessage, ToBridge } from '../wire/messages';
import { gapBody } from '../wire/parse-batch';
import type { Port } from './port';

/** What a sender needs of its world. */
export interface SenderParts {
  /** Id of the document. */
  readonly doc: string;
  /** A new line to the background; undefined once the extension is gone for good. */
  readonly connect: () => Port | undefined;
  readonly after: (ms: number, work: () => void) => void;
  /** Milliseconds since the document's time origin. */
  readonly now: () => number;
  readonly backlogMax?: number;
}

/** Takes batches from the page; answers false once it will never want another. */
export type Offer = (body: unknown) => boolean;

interface Entry {
  readonly n: number;
  body: string;
  state: 'waiting' | 'sent' | 'kept';
}

const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 10_000;
// One document may send this often; a page that floods spoils its own recording, not the browser.
const BATCHES_PER_SECOND = 1000;
// How much more than its text one entry costs, so that a million tiny batches count too.
const ENTRY_COST = 64;
const GAP_COST = 256;

/** Creates the sender of one document. */
export function createSender(parts: SenderParts): Offer {
  const { doc, now } = parts;
  const backlogMax = parts.backlogMax ?? BACKLOG_MAX;
  let entries: Entry[] = [];
  let nextN = 0;
  let length = 0;
  let inFlight = 0;
  let port: Port | undefined;
  let isDead = false;
  let isWaitingToConnect = false;
  let backoffMs = BACKOFF_FIRST_MS;
  let lost = { batches: 0, length: 0 };
  let evicted = 0;
  let second = { at: 0, batches: 0 };

  const costOf = (entry: Entry): number => entry.body.length + ENTRY_COST;

  const lineBroke = (): void => {
    port = undefined;
    inFlight = 0;
    for (const entry of entries) entry.state = 'waiting';
    if (entries.length > 0) connectLater();
  };
  const die = (): void => {
    isDead = true;
    port = undefined;
    entries = [];
  };
  const connect = (): void => {
    const fresh = parts.connect();
    if (!fresh) {
      die();
      return;
    }
    port = fresh;
    fresh.onMessage((message) => {
      if (port !== fresh) return;
      const answer = parseAnswer(message, doc);
      if (answer) answered(answer);
    });
    fresh.onClose(() => {
      if (port === fresh) lineBroke();
    });
    pump();
  };
  const connectLater = (): void => {
    if (isWaitingToConnect || isDead) return;
    isWaitingToConnect = true;
    parts.after(backoffMs, () => {
      isWaitingToConnect = false;
      if (!port && !isDead && entries.length > 0) connect();
    });
    backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
  };
  const pump = (): void => {
    for (const entry of entries) {
      if (!port || inFlight >= WINDOW_MAX) return;
      if (entry.state !== 'waiting') continue;
      const message: BatchMessage = { kind: 'batch', doc, n: entry.n, body: entry.body };
      try {
        port.post(message);
      } catch {
        // The line broke and its event has not come yet; it may never come.
        lineBroke();
        return;
      }
      entry.state = 'sent';
      inFlight += costOf(entry);
    }
  };
  const answered = ({ kind, n }: ToBridge): void => {
    backoffMs = BACKOFF_FIRST_MS;
    const left: Entry[] = [];
    for (const entry of entries) {
      const isAnswered = entry.n <= n;
      if (isAnswered && entry.state === 'sent') inFlight -= costOf(entry);
      if (isAnswered && kind === 'stored') length -= costOf(entry);
      else left.push(entry);
      if (isAnswered && kind === 'kept') entry.state = 'kept';
    }
    entries = left;
    if (lost.batches > 0) tellLoss();
    pump();
  };
  const push = (body: string): void => {
    const entry: Entry = { n: nextN++, body, state: 'waiting' };
    entries.push(entry);
    length += costOf(entry);
  };
  /** Puts a gap in the place of what could not be kept, as soon as there is room for one. */
  const tellLoss = (): void => {
    if (length > backlogMax) return;
    const facts = { bytes: lost.length, detail: `${lost.batches} batches` };
    lost = { batches: 0, length: 0 };
    push(gapBody({ t: now(), reason: 'overflow', ...facts }));
  };
  /** Makes room by giving up the oldest batches that a background in memory holds too; one gap stays for all. */
  const evictKept = (wanted: number): void => {
    let at = 0;
    while (at < entries.length && entries[at]?.state === 'kept' && length + wanted + GAP_COST > backlogMax) {
      const entry = entries[at++];
      if (!entry) break;
      // The first is the gap of an earlier eviction, if there was one.
      if (at > 1 || evicted === 0) evicted += entry.body.length;
      length -= costOf(entry);
    }
    const last = entries[at - 1];
    if (!last) return;
    last.body = gapBody({
      t: 0,
      reason: 'overflow',
      bytes: evicted,
      detail: `the first ${last.n + 1} batches`,
    });
    length += costOf(last);
    entries = entries.slice(at - 1);
  };
  const isTooFast = (): boolean => {
    const at = Math.floor(now() / 1000);
    if (second.at !== at) second = { at, batches: 0 };
    return ++second.batches > BATCHES_PER_SECOND;
  };

  return (body) => {
    if (isDead) return false;
    const size = typeof body === 'string' ? body.length : 0;
    if (length + size + ENTRY_COST > backlogMax) evictKept(size + ENTRY_COST);
    if (isTooFast() || length + size + ENTRY_COST > backlogMax) {
      lost = { batches: lost.batches + 1, length: lost.length + size };
    } else {
      if (lost.batches > 0) tellLoss();
      // A body that is no batch at all is the page's doing: its place is kept, and says so.
      const isBatch = typeof body === 'string' && size <= Math.max(BATCH_LENGTH_MAX, PAYLOAD_MAX + 2);
      push(isBatch ? body : gapBody({ t: now(), reason: 'refused', bytes: size }));
    }
    if (port) pump();
    else if (!isWaitingToConnect) connect();
    return !isDead;
  };
}

/** The background's answer, if it is one for this document. */
function parseAnswer(message: unknown, doc: string): ToBridge | undefined {
  const answer = message as Partial<ToBridge> | undefined;
  const isOurs = (answer?.kind === 'stored' || answer?.kind === 'kept') && answer.doc === doc;
  return isOurs && typeof answer.n === 'number' ? (answer as ToBridge) : undefined;
}
