// The bridge side: sends the batches of one document to the background, and keeps each until it is stored there. The
// background may end at any time; then the sender reconnects and sends everything unacknowledged again. It does the
// same when the document closes, at once and over a new connection: Chromium closes the old one before the document
// is notified.

import { gapBody } from '../../messages/gap-body';
import { BACKLOG_MAX, LEAVE_MAX, WINDOW_MAX } from '../../messages/limits';
import type { FromBridge, ToBridge } from '../../messages/messages';
import { asText, rawLength, toRawBatch } from '../../messages/raw-batch';
import { createBacklog } from './backlog';
import type { Port } from './port';

interface SenderParts {
  readonly doc: string;
  /** Connects to the background; undefined once the extension is removed. */
  readonly connect: () => Port | undefined;
  readonly after: (ms: number, work: () => void) => void;
  /** Milliseconds since the document's time origin. */
  readonly now: () => number;
  /** Stores a start marker before the first batch with data, again after each return. Absent in private windows. */
  readonly markStart?: (n: number) => void;
  readonly backlogMax?: number;
}

export interface Sender {
  /** Takes a batch from the page; returns false once no more are wanted. */
  readonly offer: (body: unknown, bytes?: unknown) => boolean;
  /** A batch of the page did not arrive: reports the loss. */
  readonly missed: () => void;
  /** The page script has sent the last batch before the document closes: until then, a closing message is not final. */
  readonly flushed: () => void;
  /** Sends what it can, and reports the rest as lost. With `mayContinue`, `freeze` sends the last closing message. */
  readonly leave: (mayContinue?: boolean) => void;
  /** The document is frozen: sends the final closing message if it is closing. */
  readonly freeze: () => void;
  readonly back: () => void;
  /** Answers a restarted background. */
  readonly here: () => void;
}

const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 10_000;
// Maximum number per document: a page that floods damages its own recording only.
const BATCHES_PER_SECOND = 1000;
// Every page sends a navigation; a session with nothing else would not be missed.
const ONLY_NAVIGATION = /^\[\{"kind":"navigation"[^{}]*\}\]$/;

const STOPPED = 'the browser stopped a script of AG-UI Lens';

const SECOND_MS = 1000;

/** Returns a function that is true after too many calls within the current second of `now`. */
function createRateLimit(now: () => number, perSecond: number): () => boolean {
  let second = { at: 0, calls: 0 };
  return () => {
    const at = Math.floor(now() / SECOND_MS);
    if (second.at !== at) second = { at, calls: 0 };
    return ++second.calls > perSecond;
  };
}

export function createSender({ doc, now, after, ...parts }: SenderParts): Sender {
  const backlog = createBacklog(parts.backlogMax ?? BACKLOG_MAX, now);
  const isTooFast = createRateLimit(now, BATCHES_PER_SECOND);
  let port: Port | undefined;
  let isDead = false;
  let isLeaving = false;
  /** True while a closing document is not frozen yet. */
  let isReadingOn = false;
  /** True once the page script has sent what it had when the document began to close. */
  let isFlushed = false;
  /** True once the start marker is stored, since load or since its return. */
  let hasNoted = false;
  /** True once the background has shown that it receives bytes as bytes. */
  let takesBytes = false;
  /** Time of the next attempt to connect; undefined if none is planned. */
  let dueAt: number | undefined;
  let backoffMs = BACKOFF_FIRST_MS;
  /** True if a broken connection is replaced at once: the last one worked. */
  let isFresh = true;
  /** True if a loss by the rate limit must be reported. */
  let isLossDue = false;

  const disconnected = (): void => {
    port = undefined;
    backlog.sendAgain();
    if (backlog.isEmpty() || isLeaving) return;
    if (!isFresh) {
      connectLater();
      return;
    }
    // The document may end before a delay does.
    isFresh = false;
    connect();
  };
  const post = (message: FromBridge): boolean => {
    try {
      port?.post(message);
      return port !== undefined;
    } catch {
      // The connection has broken, but its event has not arrived yet, and may never arrive.
      disconnected();
      return false;
    }
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
      isFresh = true;
      takesBytes ||= answer.probe instanceof Uint8Array;
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
    const most = isLeaving ? LEAVE_MAX : WINDOW_MAX;
    for (const entry of backlog.waiting()) {
      if (backlog.inFlight() >= most) return;
      const { n, batch } = entry;
      const sent = takesBytes ? batch : asText(batch);
      if (!post({ kind: 'batch', doc, n, ...sent })) return;
      backlog.markSent(entry);
    }
  };
  const sendClosing = (): void => {
    backlog.reportLoss();
    pump();
    post({
      kind: 'closing',
      doc,
      n: backlog.next(),
      lost: backlog.unsent(),
      // Firefox may stop scripts while they hand over: it ends the process of a page that goes to another site.
      ...((isReadingOn || !isFlushed) && { mayContinue: true }),
    });
  };
  /** Drops a connection that may have broken without an event. */
  const cutLine = (): void => {
    port = undefined;
    dueAt = undefined;
    backlog.unsend();
  };
  const handOver = (): void => {
    if (isLeaving) {
      // Over the same connection if possible: two pending connections may be served in any order.
      if (!port) connect();
      sendClosing();
    } else if (port) pump();
    else if (dueAt === undefined || now() > dueAt) {
      // The timer of an attempt may be late, or never fire.
      dueAt = undefined;
      connect();
    }
  };
  /** Scheduled: no later message may report the loss. */
  const reportLossLater = (): void => {
    if (isLossDue) return;
    isLossDue = true;
    after(SECOND_MS, () => {
      isLossDue = false;
      if (isDead) return;
      backlog.reportLoss();
      if (!backlog.isEmpty()) handOver();
    });
  };
  const keep = (body: unknown, bytes: unknown): void => {
    const batch = toRawBatch(body, bytes);
    const length = batch ? rawLength(batch) : typeof body === 'string' ? body.length : 0;
    if (!hasNoted && !(batch && ONLY_NAVIGATION.test(batch.body))) {
      hasNoted = true;
      parts.markStart?.(backlog.next());
    }
    const hasRoom = backlog.makeRoom(length);
    const isTooMuch = isTooFast();
    if (isTooMuch) reportLossLater();
    if (isTooMuch || !hasRoom) backlog.lose(length, batch);
    // The page would have to send something else: a gap replaces the batch.
    else backlog.push(batch ?? { body: gapBody({ t: now(), reason: 'refused', bytes: length }) });
  };
  const leave = (mayContinue = false): void => {
    isLeaving = true;
    isReadingOn = mayContinue;
    // A document without batches is unknown; it may still send one.
    if (isDead || backlog.next() === 0) return;
    cutLine();
    connect();
    sendClosing();
  };

  const offer = (body: unknown, bytes?: unknown): boolean => {
    if (isDead) return false;
    keep(body, bytes);
    handOver();
    return !isDead;
  };

  return {
    offer,
    missed: () => void offer(gapBody({ t: now(), reason: 'tap-failed', detail: STOPPED })),
    flushed() {
      isFlushed = true;
      if (isLeaving && !isReadingOn && !isDead && backlog.next() > 0) handOver();
    },
    leave,
    freeze() {
      if (isLeaving) leave();
    },
    back() {
      isLeaving = false;
      isFlushed = false;
      hasNoted = false;
      cutLine();
      if (!isDead && !backlog.isEmpty()) connect();
    },
    here() {
      if (isDead || port || isLeaving || backlog.next() === 0) return;
      connect();
      post({ kind: 'here', doc });
    },
  };
}

function parseAnswer(message: unknown, doc: string): ToBridge | undefined {
  const answer = message as Partial<ToBridge> | undefined;
  const isOurs = (answer?.kind === 'stored' || answer?.kind === 'kept') && answer.doc === doc;
  return isOurs && typeof answer.n === 'number' ? (answer as ToBridge) : undefined;
}
