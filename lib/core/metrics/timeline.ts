// Events over time for the overview, with shortened silences: counts of events by kind. Each event is read once;
// drawing costs the same for any number of events.
import { type Family, familyOf } from '@/lib/core/agui/families';
import { firstIndex } from '@/lib/core/json/sorted';
import type { Log } from '@/lib/core/log/log';
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

/** Most names of subagents with a lane of their own. */
const SUBAGENTS_MAX = 6;
/** Longest silence shown, milliseconds: people think longer than agents work. */
export const SILENCE_MAX_MS = 2_000;
const BUCKETS = 8_192;
/** Up to this many events in view are counted exactly. */
const EXACT_MAX = 50_000;

/** Name of a subagent, by its id and its first event. */
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
  /** True if it has no event at any time. */
  readonly isEmpty: boolean;
  readonly counts: Uint32Array;
}

export class Timeline {
  readonly breaks: Break[] = [];
  readonly #log: Log;
  // Shown time of each event, in milliseconds from the beginning of the session.
  #shown = new Float64Array(1024);
  #taken = 0;
  #newestMs = 0;
  #startMs = 0;
  readonly #laneOfType = new Map<string, number>();
  /** Names of the lanes of subagents, and the lane of each id: many runs start the same ones. */
  readonly #subagents: string[] = [];
  readonly #laneOfSubagent = new Map<string, number>();
  readonly #nameOf: NameOfSubagent;
  readonly #used = new Set<number>();
  // Buckets of `#width` milliseconds of shown time, per lane.
  #rows: Uint32Array[] = LANES.map(() => new Uint32Array(BUCKETS));
  #width = 1;

  constructor(log: Log, nameOf: NameOfSubagent = (id) => id) {
    this.#log = log;
    this.#nameOf = nameOf;
  }

  get length(): number {
    return this.#taken;
  }

  /** Shown time from the first request to the last event, in milliseconds. */
  get totalMs(): number {
    return this.#taken === 0 ? 0 : (this.#shown[this.#taken - 1] ?? 0);
  }

  advance(): void {
    const log = this.#log;
    for (; this.#taken < log.length; this.#taken++) {
      const seq = this.#taken;
      if (seq === this.#shown.length) this.#grow();
      const timeMs = log.timeMsOf(seq);
      // Bare events of a file have no times: they are shown side by side.
      const least = log.streamOf(seq)?.transport === 'file' ? 1 : 0;
      if (seq === 0) this.#newestMs = this.#startMs = startMsOf(log);
      const gapMs = seq === 0 ? timeMs - this.#startMs : Math.max(least, timeMs - this.#newestMs);
      this.#newestMs = Math.max(this.#newestMs, timeMs);
      if (gapMs > SILENCE_MAX_MS) this.breaks.push({ seq, gapMs });
      const shown = this.totalMs + Math.min(gapMs, SILENCE_MAX_MS);
      this.#shown[seq] = shown;
      while (shown >= this.#width * BUCKETS) this.#widen();
      const bucket = Math.floor(shown / this.#width);
      const lane = this.#laneOf(log.typeOf(seq));
      this.#used.add(lane);
      add(this.#rows[lane], bucket, 1);
      const subagent = log.subagentOf(seq);
      if (subagent !== '') add(this.#rows[this.#subagentLane(subagent, seq)], bucket, 1);
    }
  }

  shownOf(seq: number): number {
    return this.#shown[Math.min(Math.max(seq, 0), Math.max(this.#taken - 1, 0))] ?? 0;
  }

  /** Shown time of a moment before an event, as that of its request, in milliseconds. */
  shownBefore(seq: number, timeMs: number): number {
    // The first event after the moment.
    const next = firstIndex(Math.min(seq, this.#taken - 1), (at) => this.#log.timeMsOf(at) > timeMs);
    const from = next === 0 ? 0 : this.shownOf(next - 1);
    return Math.max(from, this.shownOf(next) - Math.max(0, this.#log.timeMsOf(next) - timeMs));
  }

  /** Real time from the first request to a shown time, in milliseconds. */
  elapsedAt(shown: number): number {
    if (this.#taken === 0) return 0;
    const seq = this.seqAt(shown);
    const elapsed = this.#log.timeMsOf(seq) - this.#startMs;
    const since = shown - this.shownOf(seq);
    // Before the first event there is only the wait for it.
    return Math.max(0, elapsed + (seq === 0 ? since : Math.max(0, since)));
  }

  /** The last event at or before a shown time, or the first. */
  seqAt(shown: number): number {
    return Math.max(0, firstIndex(this.#taken, (seq) => (this.#shown[seq] ?? 0) > shown) - 1);
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
    const first = this.seqAt(fromMs);
    const last = this.seqAt(toMs);
    if (last - first <= EXACT_MAX) {
      for (let seq = first; seq <= last && seq < this.#taken; seq++) {
        const shown = this.#shown[seq] ?? 0;
        if (shown < fromMs || shown > toMs) continue;
        const part = partOf(shown);
        add(lanes[this.#laneOf(this.#log.typeOf(seq))]?.counts, part, 1);
        const subagent = this.#log.subagentOf(seq);
        if (subagent !== '') add(lanes[this.#subagentLane(subagent, seq)]?.counts, part, 1);
      }
      return lanes;
    }
    const end = Math.min(BUCKETS - 1, Math.floor(toMs / this.#width));
    for (let bucket = Math.max(0, Math.floor(fromMs / this.#width)); bucket <= end; bucket++) {
      const part = partOf((bucket + 0.5) * this.#width);
      for (const [lane, row] of this.#rows.entries()) add(lanes[lane]?.counts, part, row[bucket] ?? 0);
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
    this.#used.add(LANES.length + this.#subagents.length);
    this.#subagents.push(name);
    this.#rows.push(new Uint32Array(BUCKETS));
    return this.#rows.length - 1;
  }

  #widen(): void {
    this.#width *= 2;
    this.#rows = this.#rows.map((row) => {
      const wider = new Uint32Array(BUCKETS);
      for (let at = 0; at < BUCKETS; at++) wider[at >> 1] = (wider[at >> 1] ?? 0) + (row[at] ?? 0);
      return wider;
    });
  }

  #grow(): void {
    const grown = new Float64Array(this.#shown.length * 2);
    grown.set(this.#shown);
    this.#shown = grown;
  }
}

function add(counts: Uint32Array | undefined, at: number, by: number): void {
  if (counts !== undefined) counts[at] = (counts[at] ?? 0) + by;
}
