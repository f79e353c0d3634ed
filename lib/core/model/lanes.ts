// The lanes of chunk events: what each subagent, and the parent agent, has open. A few are searched; many are indexed, so
// that a chunk costs the same however many subagents speak at once.
import { assigned, entriesOf, type IdMap, lookup } from '@/lib/core/json/id-map';

/** A message, call or reasoning that chunk events keep open. */
export interface ChunkLane {
  /** The subagent; undefined for the parent agent. */
  readonly owner: string | undefined;
  readonly kind: 'text' | 'tool' | 'reasoning';
  readonly id: string;
  readonly role?: string;
  readonly name?: string;
  readonly parentMessageId?: string;
  readonly subagentRunId?: string;
}

type LaneKind = ChunkLane['kind'];

/** Open lanes of one kind. */
interface OfKind {
  readonly count: number;
  /** The parent agent's; else that of a subagent, if there is one only. */
  readonly only: ChunkLane | undefined;
}

/** A version of the lanes; iterates in order of opening. */
export interface Lanes extends Iterable<ChunkLane> {
  readonly size: number;
  /** Lanes ended by the last event. */
  readonly ended: readonly ChunkLane[];
  /** The lane of a subagent, or of the parent agent. */
  of(owner: string | undefined): ChunkLane | undefined;
  /** The lane that holds an entity. */
  holding(kind: LaneKind, id: string): ChunkLane | undefined;
  ofKind(kind: LaneKind): OfKind;
  /** With a lane opened; the one that its owner had open ends. */
  opening(lane: ChunkLane): Lanes;
  /** Without the lane of an owner, which is open. */
  ending(open: ChunkLane): Lanes;
  /** The same lanes, of which none has just ended. */
  settled(): Lanes;
}

const NONE: readonly ChunkLane[] = Object.freeze([]);
/** So many lanes are searched as fast as they are looked up. */
const FEW = 16;

class FewLanes implements Lanes {
  readonly #lanes: readonly ChunkLane[];
  readonly ended: readonly ChunkLane[];

  constructor(lanes: readonly ChunkLane[], ended: readonly ChunkLane[]) {
    this.#lanes = lanes;
    this.ended = ended;
  }

  get size(): number {
    return this.#lanes.length;
  }

  [Symbol.iterator](): Iterator<ChunkLane> {
    return this.#lanes[Symbol.iterator]();
  }

  of(owner: string | undefined): ChunkLane | undefined {
    return this.#lanes.find((lane) => lane.owner === owner);
  }

  holding(kind: LaneKind, id: string): ChunkLane | undefined {
    return this.#lanes.find((lane) => lane.kind === kind && lane.id === id);
  }

  ofKind(kind: LaneKind): OfKind {
    const found = this.#lanes.filter((lane) => lane.kind === kind);
    const parents = found.find(({ owner }) => owner === undefined);
    const only = parents ?? (found.length === 1 ? found[0] : undefined);
    return { count: found.length, only };
  }

  opening(lane: ChunkLane): Lanes {
    const open = this.of(lane.owner);
    const lanes = [...this.#lanes.filter((other) => other !== open), lane];
    const ended = open === undefined ? NONE : [open];
    return lanes.length > FEW ? new ManyLanes(indexOf(lanes), ended) : new FewLanes(lanes, ended);
  }

  ending(open: ChunkLane): Lanes {
    return new FewLanes(
      this.#lanes.filter((lane) => lane !== open),
      [open],
    );
  }

  settled(): Lanes {
    if (this.ended.length === 0) return this;
    return this.size === 0 ? NO_LANES : new FewLanes(this.#lanes, NONE);
  }
}

/** For each kind how many lanes hold one, and the sum of their numbers: where there is one lane, that is its number. */
type Sums = Readonly<Record<LaneKind, { readonly count: number; readonly sum: number }>>;

/** A lane with its place in the order of opening. */
interface Numbered {
  readonly lane: ChunkLane;
  readonly number: number;
}

/** Index of many lanes. */
interface Index {
  readonly size: number;
  /** By owner, by what is held, and by number; undefined where nothing is open any more. */
  readonly known: IdMap<Numbered | undefined>;
  readonly next: number;
  readonly sums: Sums;
}

const NOTHING: Index = {
  size: 0,
  known: undefined,
  next: 0,
  sums: { text: { count: 0, sum: 0 }, tool: { count: 0, sum: 0 }, reasoning: { count: 0, sum: 0 } },
};

const PARENT_KEY = '^';
const ownerKey = (owner: string | undefined): string => (owner === undefined ? PARENT_KEY : `@${owner}`);
const holdingKey = (kind: LaneKind, id: string): string => `${kind} ${id}`;
const numberKey = (number: number): string => `#${number}`;

/** The index with what is open under the keys of a lane set to something. */
function assignedTo(index: Index, { lane, number }: Numbered, isOpen: boolean): Index {
  const value = isOpen ? { lane, number } : undefined;
  const by = isOpen ? 1 : -1;
  const { count, sum } = index.sums[lane.kind];
  let { known } = index;
  for (const key of [ownerKey(lane.owner), holdingKey(lane.kind, lane.id), numberKey(number)])
    known = assigned(known, key, value);
  return {
    size: index.size + by,
    known,
    next: Math.max(index.next, number + 1),
    sums: { ...index.sums, [lane.kind]: { count: count + by, sum: sum + by * number } },
  };
}

class ManyLanes implements Lanes {
  readonly #index: Index;
  readonly ended: readonly ChunkLane[];

  constructor(index: Index, ended: readonly ChunkLane[]) {
    this.#index = index;
    this.ended = ended;
  }

  get size(): number {
    return this.#index.size;
  }

  *[Symbol.iterator](): Iterator<ChunkLane> {
    for (const [key, value] of entriesOf(this.#index.known))
      if (value !== undefined && key === numberKey(value.number)) yield value.lane;
  }

  of(owner: string | undefined): ChunkLane | undefined {
    return lookup(this.#index.known, ownerKey(owner))?.lane;
  }

  holding(kind: LaneKind, id: string): ChunkLane | undefined {
    return lookup(this.#index.known, holdingKey(kind, id))?.lane;
  }

  ofKind(kind: LaneKind): OfKind {
    const { count, sum } = this.#index.sums[kind];
    const parents = this.of(undefined);
    if (parents?.kind === kind) return { count, only: parents };
    return { count, only: count === 1 ? lookup(this.#index.known, numberKey(sum))?.lane : undefined };
  }

  opening(lane: ChunkLane): Lanes {
    const open = this.of(lane.owner);
    const index = open === undefined ? this.#index : this.#without(open);
    const added = assignedTo(index, { lane, number: index.next }, true);
    return new ManyLanes(added, open === undefined ? NONE : [open]);
  }

  ending(open: ChunkLane): Lanes {
    const index = this.#without(open);
    if (index.size > FEW / 2) return new ManyLanes(index, [open]);
    return new FewLanes([...new ManyLanes(index, NONE)], [open]);
  }

  settled(): Lanes {
    return this.ended.length === 0 ? this : new ManyLanes(this.#index, NONE);
  }

  /** Without a lane; once most of what is known is of ended ones, it is made anew. */
  #without(open: ChunkLane): Index {
    const numbered = lookup(this.#index.known, ownerKey(open.owner));
    if (numbered === undefined) return this.#index;
    const index = assignedTo(this.#index, numbered, false);
    return index.next > 2 * index.size + 64 ? indexOf([...new ManyLanes(index, NONE)]) : index;
  }
}

function indexOf(lanes: readonly ChunkLane[]): Index {
  return lanes.reduce((index, lane, number) => assignedTo(index, { lane, number }, true), NOTHING);
}

/** No lanes, of which none has ended. */
export const NO_LANES: Lanes = new FewLanes(NONE, NONE);

/** No lanes any more: all of those that were open have ended. */
export function allEnded(lanes: Lanes): Lanes {
  return lanes.size === 0 ? lanes.settled() : new FewLanes(NONE, [...lanes]);
}
