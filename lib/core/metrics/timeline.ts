// Events over time for the overview: counts by kind, with long silences shortened.
import { type Family, familyOf } from '@/lib/core/agui/families';
import { firstIndex } from '@/lib/core/json/sorted';
import { GrowingNumbers } from '@/lib/core/log/growing-numbers';
import type { Log } from '@/lib/core/log/log';
import type { Boundary } from '@/lib/core/log/types';
import { startMsOf } from './start';

/** Lanes of the overview, in order; subagents follow. */
export const LANES = ['text', 'reasoning', 'tool', 'state', 'other'] as const;

const LANE_OF: Readonly<Partial<Record<Family, number>>> = {
  text: 0,
  messages: 0,
  reasoning: 1,
  tool: 2,
  state: 3,
};
const OTHER = 4;

/** Maximum number of subagents with a lane of their own. */
const SUBAGENTS_MAX = 6;
/** Longest silence shown in full, milliseconds: users think longer than agents work. */
export const SILENCE_MAX_MS = 2_000;

/** Name of a subagent by its id and its first event. */
type NameOfSubagent = (id: string, seq: number) => string;

interface Break {
  /** The event after it. */
  readonly seq: number;
  readonly gapMs: number;
}

/** Counts of one lane, one per part of the picture. */
export interface LaneCounts {
  /** One of LANES, or the name of subagents. */
  readonly lane: string;
  readonly isSubagent: boolean;
  /** True if the lane has no events at all. */
  readonly isEmpty: boolean;
  readonly counts: Uint32Array;
}

/** A time, and where it is shown, both in milliseconds. */
interface Moment {
  readonly timeMs: number;
  readonly shownMs: number;
}

const NEVER: Moment = { timeMs: Number.POSITIVE_INFINITY, shownMs: Number.POSITIVE_INFINITY };

/** True for a request, and for the end of a stream without events. */
function takesRoom(boundary: Boundary): boolean {
  const { kind } = boundary;
  return kind === 'request' || ((kind === 'open' || kind === 'close') && boundary.stream.events === 0);
}

export class Timeline {
  readonly breaks: Break[] = [];
  readonly #log: Log;
  // Shown time of each event, in milliseconds from the beginning of the session.
  readonly #shown = new GrowingNumbers((length) => new Float64Array(length));
  #newestMs = 0;
  // Requests and ends of streams without events, after the last event.
  #tail: Moment[] = [];
  #nextBoundary = 0;
  #startMs = 0;
  readonly #laneOfType = new Map<string, number>();
  /** Names of the lanes of subagents, and the lane per id: many runs start the same subagents. */
  readonly #subagents: string[] = [];
  readonly #laneOfSubagent = new Map<string, number>();
  readonly #nameOf: NameOfSubagent;
  readonly #used = new Set<number>();

  constructor(log: Log, nameOf: NameOfSubagent = (id) => id) {
    this.#log = log;
    this.#nameOf = nameOf;
  }

  get length(): number {
    return this.#shown.length;
  }

  /** Shown time from the first request to the last event or request, in milliseconds. */
  get totalMs(): number {
    return this.#tail.at(-1)?.shownMs ?? this.#eventsMs;
  }

  get #eventsMs(): number {
    return this.length === 0 ? 0 : this.#shown.at(this.length - 1);
  }

  advance(): void {
    const log = this.#log;
    if (this.length === 0) this.#newestMs = this.#startMs = startMsOf(log);
    if (this.length < log.length) this.#tail = [];
    for (let seq = this.length; seq < log.length; seq++) {
      const timeMs = log.timeMsOf(seq);
      // Bare events of a file have no times and are shown side by side.
      const least = log.streamOf(seq)?.transport === 'file' ? 1 : 0;
      const gapMs = seq === 0 ? timeMs - this.#startMs : Math.max(least, timeMs - this.#newestMs);
      this.#newestMs = Math.max(this.#newestMs, timeMs);
      if (gapMs > SILENCE_MAX_MS) this.breaks.push({ seq, gapMs });
      this.#shown.push(this.#eventsMs + Math.min(gapMs, SILENCE_MAX_MS));
      this.#used.add(this.#laneOf(log.typeOf(seq)));
      const subagent = log.subagentOf(seq);
      if (subagent !== '') this.#used.add(this.#subagentLane(subagent, seq));
    }
    this.#advanceTail();
  }

  #advanceTail(): void {
    const { boundaries, length } = this.#log;
    for (let boundary = boundaries[this.#nextBoundary]; boundary !== undefined; ) {
      if (boundary.beforeSeq >= length && takesRoom(boundary)) {
        const { timeMs } = boundary;
        this.#tail.push({ timeMs, shownMs: this.shownBefore(length, timeMs) });
      }
      boundary = boundaries[++this.#nextBoundary];
    }
  }

  /** The last moment of the tail up to a time, or the last event. */
  #momentBefore(isAfter: (moment: Moment) => boolean): Moment {
    const tail = this.#tail;
    const at = firstIndex(tail.length, (index) => isAfter(tail[index] ?? NEVER));
    return tail[at - 1] ?? { timeMs: this.#newestMs, shownMs: this.#eventsMs };
  }

  shownOf(seq: number): number {
    return this.#shown.at(Math.min(Math.max(seq, 0), Math.max(this.length - 1, 0)));
  }

  /** Shown time of a moment before an event or after the last one, such as a request, in milliseconds. */
  shownBefore(seq: number, timeMs: number): number {
    // The first event after the moment.
    const next = firstIndex(Math.min(seq, this.length), (at) => this.#log.timeMsOf(at) > timeMs);
    const from = next === 0 ? 0 : this.shownOf(next - 1);
    if (next === this.length) {
      const last = this.#momentBefore((moment) => moment.timeMs > timeMs);
      return last.shownMs + Math.min(Math.max(timeMs - last.timeMs, 0), SILENCE_MAX_MS);
    }
    return Math.max(from, this.shownOf(next) - Math.max(0, this.#log.timeMsOf(next) - timeMs));
  }

  /** Real time from the first request to a shown time, in milliseconds. */
  elapsedAt(shown: number): number {
    if (this.length === 0 || shown > this.#eventsMs) {
      const last = this.#momentBefore((moment) => moment.shownMs > shown);
      return last.timeMs - this.#startMs + Math.max(0, shown - last.shownMs);
    }
    const seq = this.seqAt(shown);
    const elapsed = this.#log.timeMsOf(seq) - this.#startMs;
    const since = shown - this.shownOf(seq);
    // Before the first event, only the wait for it has passed.
    return Math.max(0, elapsed + (seq === 0 ? since : Math.max(0, since)));
  }

  /** The last event at or before a shown time, or the first. */
  seqAt(shown: number): number {
    return Math.max(0, firstIndex(this.length, (seq) => this.#shown.at(seq) > shown) - 1);
  }

  /** Events per lane in each of `parts` equal parts of a range of shown time. */
  counts(fromMs: number, toMs: number, parts: number): readonly LaneCounts[] {
    const lanes = [...LANES, ...this.#subagents].map((lane, index) => ({
      lane,
      isSubagent: index >= LANES.length,
      isEmpty: !this.#used.has(index),
      counts: new Uint32Array(parts),
    }));
    const span = Math.max(toMs - fromMs, 1);
    const partOf = (shown: number) =>
      Math.min(parts - 1, Math.max(0, Math.floor(((shown - fromMs) / span) * parts)));
    const last = this.seqAt(toMs);
    for (let seq = this.seqAt(fromMs); seq <= last && seq < this.length; seq++) {
      const shown = this.#shown.at(seq);
      if (shown < fromMs || shown > toMs) continue;
      const part = partOf(shown);
      add(lanes[this.#laneOf(this.#log.typeOf(seq))]?.counts, part);
      const subagent = this.#log.subagentOf(seq);
      if (subagent !== '') add(lanes[this.#subagentLane(subagent, seq)]?.counts, part);
    }
    return lanes;
  }

  #laneOf(type: string): number {
    const known = this.#laneOfType.get(type);
    if (known !== undefined) return known;
    const lane = LANE_OF[familyOf(type)] ?? OTHER;
    this.#laneOfType.set(type, lane);
    return lane;
  }

  #subagentLane(id: string, seq: number): number {
    const known = this.#laneOfSubagent.get(id);
    if (known !== undefined) return known;
    const lane = this.#laneOfName(this.#nameOf(id, seq));
    this.#laneOfSubagent.set(id, lane);
    return lane;
  }

  #laneOfName(name: string): number {
    const known = this.#subagents.indexOf(name);
    if (known >= 0) return LANES.length + known;
    if (this.#subagents.length >= SUBAGENTS_MAX) return -1;
    this.#subagents.push(name);
    return LANES.length + this.#subagents.length - 1;
  }
}

function add(counts: Uint32Array | undefined, at: number): void {
  if (counts !== undefined) counts[at] = (counts[at] ?? 0) + 1;
}
