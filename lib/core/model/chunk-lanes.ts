// Lanes of chunk events: the open message, call or reasoning of each subagent and of the parent agent.

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

const NONE: readonly ChunkLane[] = Object.freeze([]);

/** A version of the lanes. */
export class Lanes {
  /** In order of opening. */
  readonly open: readonly ChunkLane[];
  /** Lanes ended by the last event. */
  readonly ended: readonly ChunkLane[];

  constructor(open: readonly ChunkLane[], ended: readonly ChunkLane[]) {
    this.open = open;
    this.ended = ended;
  }

  /** The lane of a subagent, or of the parent agent. */
  of(owner: string | undefined): ChunkLane | undefined {
    return this.open.find((lane) => lane.owner === owner);
  }

  /** The lane that holds an entity. */
  holding(kind: ChunkLane['kind'], id: string): ChunkLane | undefined {
    return this.open.find((lane) => lane.kind === kind && lane.id === id);
  }

  /** Number of open lanes of a kind. `only`: the parent agent's lane, else a subagent's if there is one only. */
  ofKind(kind: ChunkLane['kind']): { readonly count: number; readonly only: ChunkLane | undefined } {
    const lanes = this.open.filter((lane) => lane.kind === kind);
    const [first] = lanes;
    const parents = lanes.find(({ owner }) => owner === undefined);
    return { count: lanes.length, only: parents ?? (lanes.length === 1 ? first : undefined) };
  }

  /** Opens a lane; ends the open lane of its owner. */
  opening(lane: ChunkLane): Lanes {
    const before = this.of(lane.owner);
    if (before === undefined) return new Lanes([...this.open, lane], NONE);
    return new Lanes([...this.open.filter((each) => each !== before), lane], [before]);
  }

  /** Ends an open lane. */
  ending(lane: ChunkLane): Lanes {
    return new Lanes(
      this.open.filter((each) => each !== lane),
      [lane],
    );
  }

  /** Ends all open lanes. */
  endingAll(): Lanes {
    return this.open.length === 0 ? this.settled() : new Lanes(NONE, this.open);
  }

  /** The same lanes, with an empty `ended`. */
  settled(): Lanes {
    if (this.ended.length === 0) return this;
    return this.open.length === 0 ? NO_LANES : new Lanes(this.open, NONE);
  }
}

/** No open and no ended lanes. */
export const NO_LANES = new Lanes(NONE, NONE);
