// The store of captured batches: on disk, or in memory for private windows.

import { isEndKind } from './background-batch';
import type { RemovalReason, Removed } from './library';
import type { OpenDocument, StoredBatch, StoredSession } from './messages';

export interface NewBatch extends Omit<StoredBatch, 'id'> {
  /** Unix time of its arrival, in milliseconds. */
  readonly atMs: number;
  readonly private: boolean;
  readonly streams: number;
  /** URL of the newest top-level document, if the batch contains a navigation. */
  readonly url?: string;
}

// Maximum number of open documents per session; the ends of older ones are not stored.
const OPEN_MAX = 256;

export interface Slice {
  readonly batches: readonly StoredBatch[];
  readonly more: boolean;
}

/** Limits of sessions that are not in use. */
interface KeepLimits {
  readonly sessions: number;
  /** UTF-16 units of all of these sessions together. */
  readonly length: number;
  /** Sessions to remove regardless of the limits. */
  readonly isOver?: (session: StoredSession) => boolean;
  readonly why: RemovalReason;
}

/** Captured batches by session. A batch is identified by document, number and kind; repeats are dropped. */
export interface Store {
  /** Writes all or throws; resolves to the new batches, with their ids, once they are stored. */
  append(batches: readonly NewBatch[]): Promise<readonly StoredBatch[]>;
  /** In order, with ids above `after`: at least one if there is any, and about `length` UTF-16 units. */
  read(session: string, after: number, length: number): Promise<Slice>;
  /** The newest batches of a session, in order, up to `length` UTF-16 units. */
  newest(session: string, length: number): Promise<readonly StoredBatch[]>;
  /** The document's own batches in all sessions, newest first. */
  newestFirst(doc: string): AsyncIterable<StoredBatch>;
  session(session: string): Promise<StoredSession | undefined>;
  /** All sessions, newest first. */
  sessions(): Promise<readonly StoredSession[]>;
  forget(session: string): Promise<void>;
  /** Marks a session as deleted, or restores it. */
  setForgotten(session: string, forgottenMs: number | undefined): Promise<void>;
  /**
   * Beyond `length`, a gap replaces the oldest batches, down to three quarters of `length`. Resolves to the removed
   * length.
   */
  shorten(session: string, length: number): Promise<number>;
  /** Deletes the oldest sessions beyond the limits, except those `inUse`; resolves to the deleted ones. */
  prune(inUse: ReadonlySet<string>, limits: KeepLimits): Promise<readonly string[]>;
  /** Sessions deleted by `prune`, newest first, up to the limit. */
  removed(): Promise<readonly Removed[]>;
  forgetRemoved(): Promise<void>;
}

/** Delays before a failed store is tried again, in milliseconds. */
const RETRY_MS = [250, 1000, 3000, 10_000] as const;

/** Delay before the next try, in milliseconds, by the number of failures in a row before the last one. */
export const retryMs = (failures: number): number => RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;

/** True for an error of a full store, on disk or in memory. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError';

/** False for a deleted session that can be restored. */
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
