// Compares a thread of two models repeatedly while both continue. Parts shared with the last equal versions are
// skipped, so that each comparison costs only the changes.

import { canonical } from '@/lib/core/compact/replay';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { itemsOf, sameEnds } from '@/lib/core/json/large-array';
import { changedMembers, keysOf, ownOf } from '@/lib/core/json/large-object';
import { type ChunkedList, sharedStart } from '@/lib/core/json/list';

type BothSides<T> = readonly [one: T, other: T];

interface Conversation {
  readonly threadId: string;
  readonly messages: ChunkedList<{ readonly message: unknown }>;
}

/** Compares the threads of two models. Arguments must be immutable: see `frozenThread`. */
export class InStep {
  readonly #messages = new Map<string, BothSides<Conversation['messages']>>();
  readonly #states = new Map<string, BothSides<Json>>();

  hasSameMessages({ threadId, messages: one }: Conversation, { messages: other }: Conversation): boolean {
    if (one.length !== other.length) return false;
    const was = this.#messages.get(threadId);
    const from = was === undefined ? 0 : Math.min(sharedStart(was[0], one), sharedStart(was[1], other));
    for (let at = from; at < one.length; at++)
      if (canonical(one.at(at)?.message) !== canonical(other.at(at)?.message)) return false;
    this.#messages.set(threadId, [one, other]);
    return true;
  }

  hasSameState(threadId: string, one: Json, other: Json): boolean {
    const was = this.#states.get(threadId);
    const isSame = was === undefined ? isEqualJson(one, other) : isStillEqual({ one, other, was });
    if (isSame) this.#states.set(threadId, [one, other]);
    return isSame;
  }
}

/** Two values, and their last equal versions. */
interface Compared<T> {
  readonly one: T;
  readonly other: T;
  readonly was: BothSides<T>;
}

function isStillEqual(compared: Compared<Json | undefined>): boolean {
  const { one, other, was } = compared;
  const [before, otherBefore] = was;
  if (one === other || (one === before && other === otherBefore)) return true;
  if (isJsonArray(one) && isJsonArray(other) && isJsonArray(before) && isJsonArray(otherBefore))
    return haveSameItems({ one, other, was: [before, otherBefore] });
  if (isJsonObject(one) && isJsonObject(other) && isJsonObject(before) && isJsonObject(otherBefore))
    return haveSameMembers({ one, other, was: [before, otherBefore] });
  return isEqualJson(one, other);
}

function haveSameItems({ one, other, was: [before, otherBefore] }: Compared<readonly Json[]>): boolean {
  if (one.length !== other.length) return false;
  const from = Math.min(sameEnds(before, one)[0], sameEnds(otherBefore, other)[0]);
  const others = itemsOf(other, from);
  const olds = itemsOf(before, Math.min(from, before.length));
  const otherOlds = itemsOf(otherBefore, Math.min(from, otherBefore.length));
  return itemsOf(one, from).every((item, at) =>
    isStillEqual({ one: item, other: others[at], was: [olds[at], otherOlds[at]] }),
  );
}

function haveSameMembers({ one, other, was: [before, otherBefore] }: Compared<JsonObject>): boolean {
  const changed = changedMembers(before, one);
  const otherChanged = changedMembers(otherBefore, other);
  const all = keysOf(one);
  if (all.length !== keysOf(other).length) return false;
  const keys = changed && otherChanged ? [...changed, ...otherChanged] : all;
  return keys.every((key) => {
    const was = [ownOf(before, key), ownOf(otherBefore, key)] as const;
    return isStillEqual({ one: ownOf(one, key), other: ownOf(other, key), was });
  });
}
