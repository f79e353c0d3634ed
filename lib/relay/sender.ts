// The bridge side: hands the batches of one document to the background and keeps each until it is safe there. The
// background may die at any time; then the sender reconnects and sends everything unacknowledged again.
import { BACKLOG_MAX, BATCH_LENGTH_MAX, PAYLOAD_MAX, WINDOW_MAX } from '../wire/limits';
import type { BatchMessage, ToBridge } from '../wire/messages';
import { gapBody } from '../wire/parse-batch';
import { createBacklog } from './backlog';
import type { Port } from './port';

/** What a sender needs from its environment. */
interface SenderParts {
  /** Id of the document. */
  readonly doc: string;
  /** Connects to the background; undefined once the extension is gone for good. */
  readonly connect: () => Port | undefined;
  readonly after: (ms: number, work: () => void) => void;
  /** Milliseconds since the document's time origin. */
  readonly now: () => number;
  readonly backlogMax?: number;
}

/** Takes batches from the page; returns false once it will never want another. */
type Offer = (body: unknown) => boolean;

const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 10_000;
// Maximum rate per document: a page that floods spoils its own recording, not the browser.
const BATCHES_PER_SECOND = 1000;
const BODY_MAX = Math.max(BATCH_LENGTH_MAX, PAYLOAD_MAX + 2);

/** Returns a function that tells whether there were too many calls within the current second of `now`. */
function createRateLimit(now: () => number, perSecond: number): () => boolean {
  let second = { at: 0, calls: 0 };
  return () => {
    const at = Math.floor(now() / 1000);
    if (second.at !== at) second = { at, calls: 0 };
    return ++second.calls > perSecond;
  };
}

/** Creates the sender of one document. */
export function createSender({ doc, now, after, ...parts }: SenderParts): Offer {
  const backlog = createBacklog(parts.backlogMax ?? BACKLOG_MAX, now);
  const isTooFast = createRateLimit(now, BATCHES_PER_SECOND);
  let port: Port | undefined;
  let isDead = false;
  /** When the next attempt to connect is due; undefined while none is planned. */
  let dueAt: number | undefined;
  let backoffMs = BACKOFF_FIRST_MS;

  const disconnected = (): void => {
    port = undefined;
    backlog.sendAgain();
    if (!backlog.isEmpty()) connectLater();
  };
  const connect = (): void => {
    const fresh = parts.connect();
    port = fresh;
    if (!fresh) {
      isDead = true;
      backlog.clear();
      return;
    }
    fresh.onMessage((message) => {
      const answer = port === fresh ? parseAnswer(message, doc) : undefined;
      if (!answer) return;
      backoffMs = BACKOFF_FIRST_MS;
      backlog.answered(answer);
      pump();
    });
    fresh.onClose(() => {
      if (port === fresh) disconnected();
    });
    pump();
  };
  const connectLater = (): void => {
    if (dueAt !== undefined || isDead) return;
    dueAt = now() + backoffMs;
    after(backoffMs, () => {
      dueAt = undefined;
      if (!port && !isDead && !backlog.isEmpty()) connect();
    });
    backoffMs = Math.min(backoffMs * 2, BACKOFF_MAX_MS);
  };
  const pump = (): void => {
    for (const entry of backlog.waiting()) {
      if (!port || backlog.inFlight() >= WINDOW_MAX) return;
      const message: BatchMessage = { kind: 'batch', doc, n: entry.n, body: entry.body };
      try {
        port.post(message);
      } catch {
        // The connection broke, but its event has not arrived yet; it may never arrive.
        disconnected();
        return;
      }
      backlog.markSent(entry);
    }
  };
  const keep = (body: unknown): void => {
    const length = typeof body === 'string' ? body.length : 0;
    const hasRoom = backlog.makeRoom(length);
    if (isTooFast() || !hasRoom) backlog.lose(length);
    // A body that is not a batch is the page's doing: a gap takes its place.
    else if (typeof body === 'string' && length <= BODY_MAX) backlog.push(body);
    else backlog.push(gapBody({ t: now(), reason: 'refused', bytes: length }));
  };

  return (body) => {
    if (isDead) return false;
    keep(body);
    if (port) pump();
    else if (dueAt === undefined || now() > dueAt) {
      // The timer of an attempt may be late, or never come.
      dueAt = undefined;
      connect();
    }
    return !isDead;
  };
}

/** The background's answer, if it is for this document. */
function parseAnswer(message: unknown, doc: string): ToBridge | undefined {
  const answer = message as Partial<ToBridge> | undefined;
  const isOurs = (answer?.kind === 'stored' || answer?.kind === 'kept') && answer.doc === doc;
  return isOurs && typeof answer.n === 'number' ? (answer as ToBridge) : undefined;
}
