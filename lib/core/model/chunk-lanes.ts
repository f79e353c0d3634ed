// Lanes of chunk events: the open message, call or reasoning of each subagent and of the parent agent. Indexed, so
// that the cost of a chunk does not depend on the number of subagents.
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

/** Per kind: number of lanes, and sum of their numbers. With one lane, the sum is its number. */
type Sums = Readonly<Record<LaneKind, { readonly count: number; readonly sum: number }>>;

/** A lane with its position in the order of opening. */
interface Numbered {
  readonly lane: ChunkLane;
  readonly number: number;
}

/** Index of the open lanes. */
interface Index {
  readonly size: number;
  /** By owner, by content and by number; undefined for ended lanes. */
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

/** The index with the keys of a lane set or cleared. */
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

const NONE: readonly ChunkLane[] = Object.freeze([]);

/** A version of the lanes; iterates in order of opening. */
export class Lanes implements Iterable<ChunkLane> {
  readonly #index: Index;
  /** Lanes ended by the last event. */
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

  /** The lane of a subagent, or of the parent agent. */
  of(owner: string | undefined): ChunkLane | undefined {
    return lookup(this.#index.known, ownerKey(owner))?.lane;
  }

  /** The lane that holds an entity. */
  holding(kind: LaneKind, id: string): ChunkLane | undefined {
    return lookup(this.#index.known, holdingKey(kind, id))?.lane;
  }

  /** Number of open lanes of a kind. `only`: the parent agent's lane, else a subagent's if there is one only. */
  ofKind(kind: LaneKind): { readonly count: number; readonly only: ChunkLane | undefined } {
    const { count, sum } = this.#index.sums[kind];
    const parents = this.of(undefined);
    if (parents?.kind === kind) return { count, only: parents };
    return { count, only: count === 1 ? lookup(this.#index.known, numberKey(sum))?.lane : undefined };
  }

  /** Opens a lane; ends the open lane of its owner. */
  opening(lane: ChunkLane): Lanes {
    const open = this.of(lane.owner);
    const index = open === undefined ? this.#index : this.#without(open);
    return new Lanes(withLane(index, lane), open === undefined ? NONE : [open]);
  }

  /** Ends an open lane. */
  ending(open: ChunkLane): Lanes {
    return new Lanes(this.#without(open), [open]);
  }

  /** Ends all open lanes. */
  endingAll(): Lanes {
    return this.size === 0 ? this.settled() : new Lanes(NOTHING, [...this]);
  }

  /** The same lanes, with an empty `ended`. */
  settled(): Lanes {
    if (this.ended.length === 0) return this;
    return this.size === 0 ? NO_LANES : new Lanes(this.#index, NONE);
  }

  /** Removes a lane; rebuilds the index once most of its entries are ended lanes. */
  #without(open: ChunkLane): Index {
    const numbered = lookup(this.#index.known, ownerKey(open.owner));
    if (numbered === undefined) return this.#index;
    if (this.size === 1) return NOTHING;
    const index = assignedTo(this.#index, numbered, false);
    const isSparse = index.next > 2 * index.size + 64;
    return isSparse ? [...new Lanes(index, NONE)].reduce(withLane, NOTHING) : index;
  }
}

function withLane(index: Index, lane: ChunkLane): Index {
  return assignedTo(index, { lane, number: index.next }, true);
}

/** No open and no ended lanes. */
export const NO_LANES = new Lanes(NOTHING, NONE);
