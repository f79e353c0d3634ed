// Aligns the items of two sides: track by track, entity by entity, item by item.
import { type Alignable, align, type Pair } from '@/lib/core/compare/align';
import { pairAlike } from '@/lib/core/compare/likeness';
import type { Entity, Track, TrackItem } from '@/lib/core/compare/tracks';
import { partOf, type Steps } from '@/lib/core/json/steps';

interface AlignedRows {
  readonly rows: readonly Pair<TrackItem>[];
  readonly isRough: boolean;
}

type AlignableTrack = Track & Alignable;

/** Tracks are paired by content in any order, then by likeness, then by order. */
function alignableTracks(a: readonly Track[], b: readonly Track[]): readonly (readonly AlignableTrack[])[] {
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const places = new Map<Track, string>();
  for (const [at, pair] of [...pairAlike(a, b)].entries())
    for (const track of pair) places.set(track, `pair ${at}`);
  return [a, b].map((tracks) =>
    tracks.map((track) => {
      const contents = track.entities.map(({ keys: [content = ''] }) => numberOf(content));
      return { ...track, keys: [contents.sort().join(' '), places.get(track) ?? '', track.sort] };
    }),
  );
}

function* rowsOfTrack({ a, b }: Pair<Track>): Steps<AlignedRows> {
  const { pairs, isRough } = align<Entity>(a?.entities ?? [], b?.entities ?? []);
  const rows: (readonly Pair<TrackItem>[])[] = [];
  let isAnyRough = isRough;
  for (const [at, entity] of pairs.entries()) {
    yield at / pairs.length;
    const found = align<TrackItem>(entity.a?.items ?? [], entity.b?.items ?? []);
    rows.push(found.pairs);
    isAnyRough ||= found.isRough;
  }
  return { rows: rows.flat(), isRough: isAnyRough };
}

interface PlacedRow {
  readonly a?: { readonly start: number };
  readonly b?: { readonly start: number; readonly track: number };
}

/**
 * Sorts rows by the events of side a. A row only in b precedes its successor in b, of the same track if possible, and
 * never the rows of its track before it.
 */
export function inEventOrder<R extends PlacedRow>(rows: readonly R[]): readonly R[] {
  const places = new Map<R, number>();
  const nextByTrack = new Map<number, number>();
  const endByTrack = new Map<number, number>();
  for (const { a, b } of rows) {
    if (a !== undefined && b !== undefined)
      endByTrack.set(b.track, Math.max(a.start + 0.5, endByTrack.get(b.track) ?? 0));
  }
  let next = Number.MAX_SAFE_INTEGER;
  for (const row of rows.toSorted((x, y) => (y.b?.start ?? -1) - (x.b?.start ?? -1))) {
    const { a, b } = row;
    const track = b?.track ?? -1;
    const place = a?.start ?? nextByTrack.get(track) ?? Math.max(next, endByTrack.get(track) ?? 0);
    places.set(row, place);
    if (b === undefined) continue;
    nextByTrack.set(track, place);
    next = place;
  }
  const placeOf = (row: R) => places.get(row) ?? -1;
  const startInB = ({ a, b }: R) => (a === undefined ? (b?.start ?? -1) : Number.MAX_SAFE_INTEGER);
  return rows.toSorted((x, y) => placeOf(x) - placeOf(y) || startInB(x) - startInB(y));
}

/** Marks rows as changed if their ids correspond to other ids than before. */
function checkIds(rows: readonly Pair<TrackItem>[]): readonly Pair<TrackItem>[] {
  const [toB, toA] = [new Map<string, string>(), new Map<string, string>()];
  const withIdNames = (item: TrackItem): TrackItem => {
    const names = [...new Set(item.ids)].map((id, at) => `#${at + 1} = ${id}`);
    return { ...item, content: `${item.content} ${names.join(', ')}` };
  };
  return rows.map((row) => {
    const { kind, a, b } = row;
    if (kind !== 'same' || a === undefined || b === undefined) return row;
    let isSame = true;
    for (const [at, one] of a.ids.entries()) {
      const other = b.ids[at] ?? '';
      if ((toB.get(one) ?? other) !== other || (toA.get(other) ?? one) !== one) isSame = false;
      else {
        toB.set(one, other);
        toA.set(other, one);
      }
    }
    return isSame ? row : { kind: 'changed', a: withIdNames(a), b: withIdNames(b) };
  });
}

export function* alignTracks(left: readonly Track[], right: readonly Track[]): Steps<AlignedRows> {
  const [a = [], b = []] = alignableTracks(left, right);
  const { pairs } = align(a, b);
  const found: AlignedRows[] = [];
  for (const [at, pair] of pairs.entries()) {
    found.push(yield* partOf(rowsOfTrack(pair), at / pairs.length, (at + 1) / pairs.length));
  }
  const rows = checkIds(inEventOrder(found.flatMap((track) => track.rows)));
  return { rows, isRough: found.some(({ isRough }) => isRough) };
}
