// The store of captured batches: on disk, or in memory for private windows.
import type { RemovalReason, Removed } from './library';
import { isEndKind } from './made';
import type { OpenDocument, StoredBatch, StoredSession } from './messages';

export interface NewBatch extends Omit<StoredBatch, 'id'> {
  /** Unix time of its arrival, in milliseconds. */
  readonly atMs: number;
  readonly private: boolean;
  readonly streams: number;
  /** URL of the newest top document, if the batch contains a navigation. */
  readonly url?: string;
}

// Beyond this, the oldest open documents of a session are forgotten: their ends are not stored.
const OPEN_MAX = 256;

export interface Slice {
  readonly batches: readonly StoredBatch[];
  readonly more: boolean;
}

/** Limits of sessions that are not in use. */
interface KeepLimits {
  readonly sessions: number;
  /** UTF-16 units of all of these together. */
  readonly length: number;
  /** Sessions to remove whatever the limits are. */
  readonly isOver?: (session: StoredSession) => boolean;
  readonly why: RemovalReason;
}

/** Captured batches by session. A batch is identified by document, number and kind; repeats are dropped. */
export interface Store {
  /** Writes all or throws; resolves to the batches that were new, with their ids, once they are safe. */
  append(batches: readonly NewBatch[]): Promise<readonly StoredBatch[]>;
  /** In order, with ids above `after`: at least one if there are any, about `length` of text. */
  read(session: string, after: number, length: number): Promise<Slice>;
  /** The newest batches of a session, in order: as many as `length` of text has room for. */
  newest(session: string, length: number): Promise<readonly StoredBatch[]>;
  /** The document's own batches in all sessions, newest first. */
  newestFirst(doc: string): AsyncIterable<StoredBatch>;
  session(session: string): Promise<StoredSession | undefined>;
  /** All sessions, newest first. */
  sessions(): Promise<readonly StoredSession[]>;
  forget(session: string): Promise<void>;
  /** Marks a session as deleted, or as there again. */
  setForgotten(session: string, forgottenMs: number | undefined): Promise<void>;
  /** Beyond `length`, a gap replaces the oldest batches, down to three quarters of it. Resolves to how much is gone. */
  shorten(session: string, length: number): Promise<number>;
  /** Deletes the oldest sessions beyond the limits, never one `inUse`; resolves to the deleted ones. */
  prune(inUse: ReadonlySet<string>, limits: KeepLimits): Promise<readonly string[]>;
  /** The sessions that `prune` has deleted, newest first, as far as they are remembered. */
  removed(): Promise<readonly Removed[]>;
  forgetRemoved(): Promise<void>;
}

/** Delays before a failed store is tried again, in milliseconds. */
const RETRY_MS = [250, 1000, 3000, 10_000] as const;

/** The wait in ms after this many failures in a row before the last one. */
export const retryMs = (failures: number): number => RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;

/** True for an error of a store without room. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError';

/** False for a session that was deleted and can be restored. */
export function isListed({ forgottenMs }: StoredSession): boolean {
  return forgottenMs === undefined;
}

export function withForgotten(
  { forgottenMs: _, ...row }: StoredSession,
  forgottenMs: number | undefined,
): StoredSession {
  return { ...row, ...(forgottenMs !== undefined && { forgottenMs }) };
}

function openAfter(
  before: readonly OpenDocument[],
  { doc, frameId, n, made }: NewBatch,
): readonly OpenDocument[] {
  const known = before.find((each) => each.doc === doc);
  const isEnd = isEndKind(made);
  if (!isEnd && known && (made !== undefined || n <= known.n)) return before;
  const others = known ? before.filter((each) => each !== known) : before;
  if (isEnd) return others;
  return [...others, { doc, frameId, n: made === undefined ? n : n - 1 }].slice(-OPEN_MAX);
}

export function withBatch(session: StoredSession | undefined, batch: NewBatch): StoredSession {
  return {
    session: batch.session,
    tab: batch.tab,
    startedMs: session?.startedMs ?? batch.atMs,
    lastMs: batch.atMs,
    url: batch.url ?? session?.url ?? '',
    length: (session?.length ?? 0) + batch.body.length,
    batches: (session?.batches ?? 0) + 1,
    streams: (session?.streams ?? 0) + batch.streams,
    private: batch.private,
    ...(session?.forgottenMs !== undefined && { forgottenMs: session.forgottenMs }),
    open: openAfter(session?.open ?? [], batch),
  };
}

export const DISCARDED = 'the oldest part was discarded to make room';

export const shortened = (length: number): number => Math.floor(length * 0.75);

/** The sessions to delete to meet the limits: first those without streams, then the oldest. */
export function overLimits(
  sessions: readonly StoredSession[],
  inUse: ReadonlySet<string>,
  limits: Omit<KeepLimits, 'why'>,
): readonly string[] {
  const idle = sessions.filter(({ session }) => !inUse.has(session));
  const newestFirst = [...idle].sort(
    (a, b) => Number(b.streams > 0) - Number(a.streams > 0) || b.lastMs - a.lastMs,
  );
  const out: string[] = [];
  let length = 0;
  for (const [at, session] of newestFirst.entries()) {
    length += session.length;
    const isOver = limits.isOver?.(session) ?? false;
    if (isOver || at >= limits.sessions || length > limits.length) out.push(session.session);
  }
  return out.reverse();
}
