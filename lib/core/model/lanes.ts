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

/** A version of the lanes; iterates in order of opening. */
export class Lanes implements Iterable<ChunkLane> {
  readonly #open: readonly ChunkLane[];
  /** Lanes ended by the last event. */
  readonly ended: readonly ChunkLane[];

  constructor(open: readonly ChunkLane[], ended: readonly ChunkLane[] = []) {
    this.#open = open;
    this.ended = ended;
  }

  get size(): number {
    return this.#open.length;
  }

  [Symbol.iterator](): Iterator<ChunkLane> {
    return this.#open[Symbol.iterator]();
  }

  /** The lane of a subagent, or of the parent agent. */
  of(owner: string | undefined): ChunkLane | undefined {
    return this.#open.find((lane) => lane.owner === owner);
  }

  /** The lane that holds an entity. */
  holding(kind: ChunkLane['kind'], id: string): ChunkLane | undefined {
    return this.#open.find((lane) => lane.kind === kind && lane.id === id);
  }

  /** Number of open lanes of a kind; and the parent agent's, else that of a subagent, if there is one only. */
  ofKind(kind: ChunkLane['kind']): { readonly count: number; readonly only: ChunkLane | undefined } {
    const lanes = this.#open.filter((lane) => lane.kind === kind);
    const only =
      lanes.find(({ owner }) => owner === undefined) ?? (lanes.length === 1 ? lanes[0] : undefined);
    return { count: lanes.length, only };
  }

  /** With a lane opened; the one that its owner had open ends. */
  opening(lane: ChunkLane): Lanes {
    const open = this.of(lane.owner);
    const others = this.#open.filter((each) => each !== open);
    return new Lanes([...others, lane], open === undefined ? [] : [open]);
  }

  /** Without the lane of an owner, which is open. */
  ending(open: ChunkLane): Lanes {
    return new Lanes(
      this.#open.filter((lane) => lane !== open),
      [open],
    );
  }

  /** No lanes any more: all of those that were open have ended. */
  endingAll(): Lanes {
    return this.size === 0 ? this.settled() : new Lanes([], this.#open);
  }

  /** The same lanes, of which none has just ended. */
  settled(): Lanes {
    if (this.ended.length === 0) return this;
    return this.size === 0 ? NO_LANES : new Lanes(this.#open);
  }
}

/** No lanes, of which none has ended. */
export const NO_LANES = new Lanes([]);
