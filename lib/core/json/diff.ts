// Finds the differences between two JSON values, as rows to show. Shared structure is skipped by identity, so
// comparing two versions of a document costs the length of the changed paths; jsondiffpatch only sees the rest.
import { create } from 'jsondiffpatch';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { itemsOf, sameEnds } from '@/lib/core/json/large-array';
import { changedMembers, keysOf, ownOf } from '@/lib/core/json/large-object';
import { escapeToken } from '@/lib/core/json/pointer';

export interface Difference {
  /** JSON pointer (RFC 6901) in the newer value; in the older value if `kind` is `removed`. */
  readonly pointer: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly before?: Json;
  readonly after?: Json;
  /** Previous pointer of a moved array element. */
  readonly from?: string;
}

/** Most pairs of elements to compare: time and memory grow with them. */
const PAIRS_MAX = 1_000_000;
/** Elements of longer arrays are matched by index only. */
const MATCHED_MAX = 200_000;

/** Array elements are the same if their `id` or `key` is equal; without either, if their values are. */
function identityOf(item: unknown): string {
  const { id, key } = isJsonObject(item) ? item : {};
  return typeof id === 'string' ? `id ${id}` : typeof key === 'string' ? `key ${key}` : JSON.stringify(item);
}

const differ = create({ objectHash: identityOf, arrays: { detectMove: true, includeValueOnMove: false } });

/** The differences between two values in document order, at most `limit`. Undefined means "no value". */
export function differences(before: Json | undefined, after: Json | undefined, limit = 2_000): Difference[] {
  const found: Difference[] = [];
  walk(before, after, '', found, limit);
  return found;
}

function walk(
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
  found: Difference[],
  limit: number,
) {
  if (before === after || found.length >= limit) return;
  if (before === undefined || after === undefined) {
    found.push(
      before === undefined
        ? { pointer, kind: 'added', ...(after === undefined ? {} : { after }) }
        : { pointer, kind: 'removed', before },
    );
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const key of changedMembers(before, after) ?? memberDiffs(before, after)) {
      if (found.length >= limit) return;
      const [was, is] = [ownOf(before, key), ownOf(after, key)];
      if (was !== is) walk(was, is, child(pointer, key), found, limit);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    walkArrays(before, after, pointer, found, limit);
  } else {
    found.push({ pointer, kind: 'changed', before, after });
  }
}

function memberDiffs(before: JsonObject, after: JsonObject): readonly string[] {
  const old = keysOf(before);
  return [...old, ...keysOf(after).filter((key) => ownOf(before, key) === undefined)];
}

function child(pointer: string, key: string | number): string {
  return `${pointer}/${typeof key === 'number' ? key : escapeToken(key)}`;
}

function walkArrays(
  before: readonly Json[],
  after: readonly Json[],
  pointer: string,
  found: Difference[],
  limit: number,
) {
  const [start, end] = sameEnds(before, after);
  const old = itemsOf(before, start, before.length - end);
  const fresh = itemsOf(after, start, after.length - end);
  const most = Math.max(old.length, fresh.length);
  // Same length: elements were changed in place.
  if (old.length === fresh.length || most > MATCHED_MAX) {
    for (let i = 0; i < most && found.length < limit; i++)
      if (old[i] !== fresh[i]) walk(old[i], fresh[i], child(pointer, start + i), found, limit);
    return;
  }
  if (old.length * fresh.length > PAIRS_MAX) return walkLarge(old, fresh, { pointer, start, found, limit });
  const delta = differ.diff(old, fresh);
  if (!isJsonObject(delta)) return;
  const removed = Object.keys(delta).filter((key) => key.startsWith('_') && key !== '_t');
  for (const key of removed) {
    const entry = delta[key];
    if (!Array.isArray(entry) || found.length >= limit) continue;
    const index = start + Number(key.slice(1));
    const value = old[index - start];
    if (entry[2] === 3) {
      const to = Number(entry[1]);
      const moved = {
        pointer: child(pointer, start + to),
        from: child(pointer, index),
        kind: 'moved' as const,
      };
      found.push(value === undefined ? moved : { ...moved, before: value });
    } else {
      found.push({
        pointer: child(pointer, index),
        kind: 'removed',
        ...(value === undefined ? {} : { before: value }),
      });
    }
  }
  const same = new Map(old.map((item) => [identityOf(item), item]));
  for (const key of Object.keys(delta)) {
    if (key.startsWith('_') || found.length >= limit) continue;
    const value = fresh[Number(key)];
    const here = child(pointer, start + Number(key));
    if (!Array.isArray(delta[key])) walk(same.get(identityOf(value)), value, here, found, limit);
    else found.push({ pointer: here, kind: 'added', ...(value === undefined ? {} : { after: value }) });
  }
}

/** Without moves, in linear time: elements that were added, removed or changed inside. */
function walkLarge(
  old: readonly Json[],
  fresh: readonly Json[],
  { pointer, start, found, limit }: { pointer: string; start: number; found: Difference[]; limit: number },
) {
  const before = new Map(old.map((item) => [identityOf(item), item]));
  const after = new Set(fresh.map(identityOf));
  for (const [at, item] of old.entries()) {
    if (found.length >= limit) return;
    if (!after.has(identityOf(item)))
      found.push({ pointer: child(pointer, start + at), kind: 'removed', before: item });
  }
  for (const [at, item] of fresh.entries()) {
    if (found.length >= limit) return;
    const here = child(pointer, start + at);
    const was = before.get(identityOf(item));
    if (was === undefined) found.push({ pointer: here, kind: 'added', after: item });
    else walk(was, item, here, found, limit);
  }
}
