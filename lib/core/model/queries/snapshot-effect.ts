// Effect of a MESSAGES_SNAPSHOT on a conversation, from the messages before, the messages after, and the snapshot.

import { type Json, type JsonObject, objectsIn } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { firstIndex } from '@/lib/core/json/sorted';
import { asJson } from '@/lib/core/model/nodes';
import type { MessageEntry } from '@/lib/core/model/types';

export interface Renamed {
  readonly from: MessageEntry;
  readonly to: string;
}

export interface SnapshotEffect {
  /** Messages that the snapshot repeats unchanged. */
  readonly kept: readonly MessageEntry[];
  /** Messages replaced by another with the same id. */
  readonly replaced: readonly { readonly before: MessageEntry; readonly after: MessageEntry }[];
  /** New messages, not counting renamed ones. */
  readonly appended: readonly MessageEntry[];
  /** Removed messages, not counting renamed ones. */
  readonly dropped: readonly MessageEntry[];
  readonly renamed: readonly Renamed[];
  /** Activities and reasoning that stay although they are not in the snapshot. */
  readonly survived: readonly MessageEntry[];
  /** Messages whose position in the snapshot differs from the conversation, which keeps its own order. */
  readonly moved: readonly MessageEntry[];
}

/** Identifies a message under another id, by role and content; undefined if it has no content. */
function contentKey(role: unknown, content: unknown): string | undefined {
  if (content === undefined || content === '') return undefined;
  return JSON.stringify([role, content]);
}

/** Splits removed messages into those that have a new id and those that are gone. */
export function pairRenamed(
  gone: readonly MessageEntry[],
  fresh: readonly JsonObject[],
): { readonly renamed: readonly Renamed[]; readonly dropped: readonly MessageEntry[] } {
  const byContent = new Map<string, string>();
  for (const { id, role, content } of gone.length === 0 ? [] : fresh) {
    const key = contentKey(role, content);
    if (key !== undefined && typeof id === 'string') byContent.set(key, id);
  }
  const renamed: Renamed[] = [];
  const dropped: MessageEntry[] = [];
  for (const entry of gone) {
    const { role, content } = asJson(entry.message);
    const key = contentKey(role, content);
    const to = key === undefined ? undefined : byContent.get(key);
    if (to === undefined || key === undefined) dropped.push(entry);
    else {
      byContent.delete(key);
      renamed.push({ from: entry, to });
    }
  }
  return { renamed, dropped };
}

/** Messages outside of a longest increasing subsequence: those out of order in the snapshot. */
function outOfOrder(
  entries: readonly MessageEntry[],
  positions: ReadonlyMap<unknown, number>,
): MessageEntry[] {
  const there = entries.filter(({ message }) => positions.has(message.id));
  const positionAt = (index: number) => positions.get(there[index]?.message.id) ?? 0;
  // The last member of the best sequence of each length, and each message's predecessor in its sequence.
  const ends: number[] = [];
  const before: number[] = [];
  for (let i = 0; i < there.length; i++) {
    const length = firstIndex(ends.length, (at) => positionAt(ends[at] ?? 0) >= positionAt(i));
    before[i] = length === 0 ? -1 : (ends[length - 1] ?? -1);
    ends[length] = i;
  }
  const inOrder = new Set<number>();
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) inOrder.add(i);
  return there.filter((_, index) => !inOrder.has(index));
}

export function snapshotEffect(
  sent: Json | undefined,
  before: Iterable<MessageEntry>,
  after: Iterable<MessageEntry>,
): SnapshotEffect {
  const snapshot = objectsIn(sent);
  // The first of several messages with the same id determines the position.
  const positions = new Map<unknown, number>();
  for (const [position, { id }] of snapshot.entries()) if (!positions.has(id)) positions.set(id, position);
  const old = new Map<string, MessageEntry>();
  for (const entry of before) if (!old.has(entry.message.id)) old.set(entry.message.id, entry);
  const kept: MessageEntry[] = [];
  const replaced: { before: MessageEntry; after: MessageEntry }[] = [];
  const survived: MessageEntry[] = [];
  const fresh: MessageEntry[] = [];
  const now = [...after];
  const left = new Set(old.keys());
  for (const entry of now) {
    const { id } = entry.message;
    const was = left.delete(id) ? old.get(id) : undefined;
    if (was === undefined) fresh.push(entry);
    else if (!positions.has(id)) survived.push(entry);
    else if (isEqualJson(asJson(was.message), asJson(entry.message))) kept.push(entry);
    else replaced.push({ before: was, after: entry });
  }
  const gone = [...left].flatMap((id) => old.get(id) ?? []);
  const { renamed, dropped } = pairRenamed(
    gone,
    fresh.map(({ message }) => asJson(message)),
  );
  const newNames = new Set(renamed.map(({ to }) => to));
  const appended = fresh.filter(({ message }) => !newNames.has(message.id));
  return { kept, replaced, appended, dropped, renamed, survived, moved: outOfOrder(now, positions) };
}
