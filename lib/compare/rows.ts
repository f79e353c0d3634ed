// The items of two sides, aligned: strand by strand, entity by entity, item by item.
import { isJsonArray, isJsonObject, type Json } from '@/lib/agui/json';
import { alike, type Whole } from '@/lib/compare/alike';
import { inOneOrder } from '@/lib/compare/one-order';
import { type Pair, pairing } from '@/lib/compare/pairs';
import { type Span, spansOf } from '@/lib/compare/spans';
import { isStep, mapped, partOf, type Steps } from '@/lib/compare/steps';
import type { Entity, Placed, Strand } from '@/lib/compare/strands';
import type { Aligned } from '@/lib/compare/types';

/** A row, and where it stands on each side, or would. */
interface Row extends Aligned {
  readonly a?: Placed;
  readonly b?: Placed;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly isRough: boolean;
}

/** What came of aligning two sides. */
export interface AlignedSides {
  readonly rows: readonly Aligned[];
  /** The strands that stand for each other. */
  readonly strands: readonly Pair<Strand>[];
  /** True if the two differ in more than is looked at. */
  readonly isRough: boolean;
}

interface ComparedEntity extends Span {
  readonly kind: string;
  readonly content: string;
  readonly items: readonly Placed[];
}

interface ComparedStrand extends Whole {
  readonly strand: Strand;
  readonly entities: readonly ComparedEntity[];
}

const firstOf = (items: readonly Placed[]): number => items[0]?.at ?? 0;
const lastOf = (items: readonly Placed[]): number => items.at(-1)?.at ?? 0;

function* comparedEntities(entities: readonly Entity[]): Steps<readonly ComparedEntity[]> {
  const spans = spansOf(entities.map(({ items }) => ({ first: firstOf(items), last: lastOf(items) })));
  return yield* mapped(entities, ({ items }, at) => ({
    kind: items[0]?.kind ?? '',
    content: items.map(({ content }) => content).join('\n'),
    items,
    start: spans[at]?.start ?? at,
    end: spans[at]?.end ?? at,
  }));
}

/** The newest message of a request, without its id. */
function askedOf(input: Json | undefined): string {
  const messages = isJsonObject(input) ? input['messages'] : undefined;
  const newest = isJsonArray(messages) ? messages.at(-1) : undefined;
  return isJsonObject(newest) ? JSON.stringify([newest['role'] ?? null, newest['content'] ?? null]) : '';
}

/** Gives contents short names, the same to the same. */
type NameOf = (content: string) => string;

function createNames(): NameOf {
  const names = new Map<string, string>();
  return (content) => {
    const known = names.get(content) ?? names.size.toString(36);
    names.set(content, known);
    return known;
  };
}

function* comparedStrands(strands: readonly Strand[], nameOf: NameOf): Steps<readonly ComparedStrand[]> {
  const times = strands.map(({ entities }) => ({
    first: firstOf(entities[0]?.items ?? []),
    last: entities.reduce((last, { items }) => Math.max(last, lastOf(items)), 0),
  }));
  const spans = spansOf(times);
  const made: ComparedStrand[] = [];
  for (const [at, strand] of strands.entries()) {
    const share = (part: number) => (at + part) / strands.length;
    const { sort, id, stream } = strand;
    const entities = yield* partOf(comparedEntities(strand.entities), share(0), share(0.5));
    const names = yield* partOf(
      mapped(entities, ({ content }) => nameOf(content)),
      share(0.5),
      share(1),
    );
    const path = (stream?.url ?? '').replace(/[?#].*$/s, '');
    made.push({
      strand,
      sort,
      kind: JSON.stringify(sort === 'run' ? [path, askedOf(stream?.input)] : [sort, id]),
      content: names.toSorted().join(' '),
      entities,
      parts: new Set(names),
      start: spans[at]?.start ?? at,
      end: spans[at]?.end ?? at,
    });
  }
  return made;
}

function* rowsOfEntity({ kind, a, b }: Pair<ComparedEntity>): Steps<Rows> {
  if (kind === 'same') {
    const rows = (a?.items ?? []).map((item, at) => rowOf('same', item, b?.items[at]));
    return { rows, isRough: false };
  }
  const inPlace = (items: readonly Placed[] = []) =>
    items.map((item, at) => ({ ...item, start: at, end: at, item }));
  const { pairs, isRough } = yield* pairing(inPlace(a?.items), inPlace(b?.items));
  return { rows: pairs.map((pair) => rowOf(pair.kind, pair.a?.item, pair.b?.item)), isRough };
}

function rowOf(kind: Aligned['kind'], a: Placed | undefined, b: Placed | undefined): Row {
  return { kind, ...(a !== undefined && { a }), ...(b !== undefined && { b }) };
}

/** Rows whose ids are not those that stood for each other before have changed. */
function* withIds(rows: readonly Row[]): Steps<readonly Row[]> {
  const [others, ones] = [new Map<string, string>(), new Map<string, string>()];
  const named = ({ ids, content, ...item }: Placed): Placed => {
    const names = [...new Set(ids)].map((id, at) => `#${at + 1} = ${id}`);
    return { ...item, ids, content: `${content} ${names.join(', ')}` };
  };
  const checked: Row[] = [];
  for (const [at, row] of rows.entries()) {
    if (isStep(at)) yield at / rows.length;
    const { kind, a, b } = row;
    let isSame = true;
    for (const [place, one] of kind === 'same' ? (a?.ids ?? []).entries() : []) {
      const other = b?.ids[place] ?? '';
      if ((others.get(one) ?? other) !== other || (ones.get(other) ?? one) !== one) isSame = false;
      else {
        others.set(one, other);
        ones.set(other, one);
      }
    }
    checked.push(isSame || a === undefined || b === undefined ? row : rowOf('changed', named(a), named(b)));
  }
  return checked;
}

/** Aligns two sides. */
export function* aligning(left: readonly Strand[], right: readonly Strand[]): Steps<AlignedSides> {
  const nameOf = createNames();
  const a = yield* partOf(comparedStrands(left, nameOf), 0, 0.1);
  const b = yield* partOf(comparedStrands(right, nameOf), 0.1, 0.2);
  const strands = yield* partOf(pairing(a, b, alike), 0.2, 0.3);
  let { isRough } = strands;
  const rows: (readonly Row[])[] = [];
  for (const [at, strand] of strands.pairs.entries()) {
    const share = (part: number) => 0.3 + (0.5 * (at + part)) / strands.pairs.length;
    const found = yield* partOf(
      pairing(strand.a?.entities ?? [], strand.b?.entities ?? []),
      share(0),
      share(0.5),
    );
    isRough ||= found.isRough;
    const own: Row[] = [];
    for (const [place, entity] of found.pairs.entries()) {
      const part = 0.5 + place / found.pairs.length / 2;
      if (isStep(place)) yield share(part);
      const inside = yield* partOf(rowsOfEntity(entity), share(part), share(part));
      isRough ||= inside.isRough;
      for (const row of inside.rows) own.push(row);
    }
    rows.push(own);
  }
  const paired = strands.pairs.map(({ kind, a: one, b: other }) => ({
    kind,
    ...(one !== undefined && { a: one.strand }),
    ...(other !== undefined && { b: other.strand }),
  }));
  return { rows: yield* partOf(withIds(inOneOrder(rows)), 0.8, 1), strands: paired, isRough };
}
