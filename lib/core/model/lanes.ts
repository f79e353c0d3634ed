// The lanes of chunk events: what each subagent, and the parent agent, has open.

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

interface OfKind {
  readonly count: number;
  /** The parent agent's; else that of a subagent, if there is one only. */
  readonly only: ChunkLane | undefined;
}

const NONE: readonly ChunkLane[] = Object.freeze([]);

/** A version of the lanes; iterates in order of opening. */
export class Lanes implements Iterable<ChunkLane> {
  readonly #lanes: readonly ChunkLane[];
  /** Lanes ended by the last event. */
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

  /** With a lane opened; the one that its owner had open ends. */
  opening(lane: ChunkLane): Lanes {
    const open = this.of(lane.owner);
    const lanes = [...this.#lanes.filter((other) => other !== open), lane];
    return new Lanes(lanes, open === undefined ? NONE : [open]);
  }

  /** Without the lane of an owner, which is open. */
  ending(open: ChunkLane): Lanes {
    return new Lanes(
      this.#lanes.filter((lane) => lane !== open),
      [open],
    );
  }

  /** The same lanes, of which none has just ended. */
  settled(): Lanes {
    if (this.ended.length === 0) return this;
    return this.size === 0 ? NO_LANES : new Lanes(this.#lanes, NONE);
  }
}

export const NO_LANES = new Lanes(NONE, NONE);

/** No lanes any more: all of those that were open have ended. */
export function allEnded(lanes: Lanes): Lanes {
  return lanes.size === 0 ? lanes.settled() : new Lanes(NONE, [...lanes]);
}
