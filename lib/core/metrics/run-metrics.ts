// Metrics of one run: times, bytes, text over time, patches, waiting. Each event is counted once, even while the run
// continues.
import { firstIndex } from '@/lib/core/json/sorted';
import { runNow } from '@/lib/core/json/steps';
import { heldMs } from '@/lib/core/log/held-spans';
import type { Log } from '@/lib/core/log/log';
import { elapsedMs, heldIn, lastEndOf } from '@/lib/core/metrics/run-figures';
import { argumentsMs, waitingMs } from '@/lib/core/model/queries/call-times';
import type { Model, Run } from '@/lib/core/model/types';

interface Stall {
  /** The event after it. */
  readonly seq: number;
  readonly gapMs: number;
}

interface Rate {
  readonly stepMs: number;
  /** Characters of text, reasoning and arguments, from the request on. */
  readonly characters: readonly number[];
}

/** Durations and gaps exclude time held by rules. Times in milliseconds, sizes in characters on the wire. */
export interface RunMetrics {
  readonly events: number;
  readonly bytes: number;
  readonly durationMs: number;
  readonly heldMs: number;
  /** From the request to the first event, and to the first text, reasoning or argument. */
  readonly firstEventMs?: number;
  readonly firstTokenMs?: number;
  readonly gaps: { readonly p50: number; readonly p95: number; readonly max: number };
  readonly stalls: readonly Stall[];
  readonly characters: number;
  readonly rate: Rate;
  readonly state: {
    readonly snapshots: number;
    readonly deltas: number;
    readonly operations: number;
    readonly bytes: number;
    readonly largest: number;
  };
  readonly tools: {
    readonly calls: number;
    /** Total time in which arguments arrived, and from their end to the result. */
    readonly argumentsMs: number;
    readonly waitingMs: number;
  };
}

/** Minimum length of a stall, and minimum ratio to the run's median. */
const STALL_MS = 2_000;
const STALL_FACTOR = 10;
const STALLS_MAX = 100;
const PARTS_MAX = 240;
/** Events between two yields. */
const COUNTED_A_STEP = 64;

/** Width of a bin, milliseconds: the precision of arrival times. */
const STEP = 0.5;
const BINS = 8_192;

export class Quantiles {
  count = 0;
  sum = 0;
  max = 0;
  readonly #bins = new Uint32Array(BINS);
  // Durations beyond the bins.
  readonly #long: number[] = [];

  add(ms: number): void {
    this.count++;
    this.sum += ms;
    this.max = Math.max(this.max, ms);
    const bin = Math.round(ms / STEP);
    if (bin < BINS) this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    else this.#long.push(ms);
  }

  /** The duration that a fraction of all durations does not exceed; 0 if there are none. */
  at(share: number): number {
    let left = Math.max(1, Math.ceil(this.count * share));
    if (this.count === 0) return 0;
    for (let bin = 0; bin < BINS; bin++) {
      left -= this.#bins[bin] ?? 0;
      if (left <= 0) return Math.min(bin * STEP, this.max);
    }
    return this.#long.toSorted((a, b) => a - b)[left - 1] ?? this.max;
  }
}

export class RunCounter {
  readonly #log: Log;
  readonly #index: number;
  readonly #gaps = new Quantiles();
  readonly #silences: Stall[] = [];
  #next = -1;
  #events = 0;
  #bytes = 0;
  #characters = 0;
  #firstMs = 0;
  #lastMs = 0;
  #stepMs = 50;
  #charactersAt: number[] = [];
  #snapshots = 0;
  #deltas = 0;
  #operations = 0;
  #stateBytes = 0;
  #largest = 0;

  /** `run` is an index into `model.runs`. */
  constructor(log: Log, run: number) {
    this.#log = log;
    this.#index = run;
  }

  /** Undefined while the run has no event. */
  read(model: Model): RunMetrics | undefined {
    return runNow(this.steps(model));
  }

  /** Reads up to an event, yielding regularly: a run may have a million events. */
  *steps(model: Model, upTo = this.#log.length - 1): Generator<undefined, RunMetrics | undefined> {
    const run = model.runs.at(this.#index);
    if (run?.startSeq === undefined) return undefined;
    if (this.#next < 0) {
      this.#next = run.startSeq;
      this.#firstMs = this.#log.timeMsOf(run.startSeq);
      this.#lastMs = this.#firstMs;
    }
    const end = Math.min(lastEndOf(run, this.#log, upTo) ?? upTo, upTo);
    while (this.#next <= end) {
      this.#count(run, this.#next++);
      if (this.#next % COUNTED_A_STEP === 0) yield;
    }
    return this.#numbers(model, run, end);
  }

  #count(run: Run, seq: number): void {
    const log = this.#log;
    const stream = log.streamOf(seq);
    if (stream === undefined || !run.streams.includes(stream)) return;
    const timeMs = log.timeMsOf(seq);
    const size = log.lengthOf(seq);
    const type = log.typeOf(seq);
    if (this.#events > 0) {
      const gapMs = Math.max(0, timeMs - this.#lastMs - heldMs(stream, this.#lastMs, timeMs));
      this.#gaps.add(gapMs);
      if (gapMs >= STALL_MS && this.#silences.length < STALLS_MAX) this.#silences.push({ seq, gapMs });
    }
    this.#lastMs = Math.max(this.#lastMs, timeMs);
    this.#events++;
    this.#bytes += size;
    let characters = 0;
    if (/_(CONTENT|ARGS|CHUNK)$/.test(type)) {
      const delta = log.at(seq)?.event?.['delta'];
      characters = typeof delta === 'string' ? delta.length : 0;
      this.#characters += characters;
    } else if (type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA') this.#countState(seq, type, size);
    this.#addAt(timeMs - run.startMs, characters);
  }

  #countState(seq: number, type: string, size: number): void {
    this.#stateBytes += size;
    this.#largest = Math.max(this.#largest, size);
    if (type === 'STATE_SNAPSHOT') {
      this.#snapshots++;
      return;
    }
    this.#deltas++;
    const delta = this.#log.at(seq)?.event?.['delta'];
    if (Array.isArray(delta)) this.#operations += delta.length;
  }

  #addAt(ms: number, characters: number): void {
    while (ms / this.#stepMs >= PARTS_MAX) {
      this.#stepMs *= 2;
      this.#charactersAt = halved(this.#charactersAt);
    }
    const part = Math.max(0, Math.floor(ms / this.#stepMs));
    while (this.#charactersAt.length <= part) this.#charactersAt.push(0);
    this.#charactersAt[part] = (this.#charactersAt[part] ?? 0) + characters;
  }

  #numbers(model: Model, run: Run, end: number): RunMetrics {
    // An end without an event has its own time.
    const endMs = run.endSeq !== undefined && run.endSeq < end ? this.#lastMs : (run.endMs ?? this.#lastMs);
    const p50 = this.#gaps.at(0.5);
    return {
      events: this.#events,
      bytes: this.#bytes,
      durationMs: elapsedMs(run, endMs),
      heldMs: heldIn(run, run.startMs, endMs),
      firstEventMs: elapsedMs(run, this.#firstMs),
      ...(run.firstTokenMs !== undefined && { firstTokenMs: elapsedMs(run, run.firstTokenMs) }),
      gaps: { p50, p95: this.#gaps.at(0.95), max: this.#gaps.max },
      stalls: this.#silences.filter(({ gapMs }) => gapMs >= p50 * STALL_FACTOR),
      characters: this.#characters,
      rate: { stepMs: this.#stepMs, characters: [...this.#charactersAt] },
      state: {
        snapshots: this.#snapshots,
        deltas: this.#deltas,
        operations: this.#operations,
        bytes: this.#stateBytes,
        largest: this.#largest,
      },
      tools: toolsOf(model, run),
    };
  }
}

function halved(parts: readonly number[]): number[] {
  const half: number[] = [];
  for (const [at, value] of parts.entries()) half[at >> 1] = (half[at >> 1] ?? 0) + value;
  return half;
}

function toolsOf(model: Model, { index, startSeq = 0, endSeq, lastSeq }: Run): RunMetrics['tools'] {
  const total = { calls: 0, argumentsMs: 0, waitingMs: 0 };
  const to = endSeq === undefined ? Number.POSITIVE_INFINITY : Math.max(endSeq, lastSeq ?? 0);
  const { toolCalls } = model;
  // Sorted by their first event.
  const first = firstIndex(toolCalls.length, (at) => (toolCalls.at(at)?.startSeq ?? 0) >= startSeq);
  for (let at = first; at < toolCalls.length; at++) {
    const call = toolCalls.at(at);
    if (call === undefined || call.startSeq > to) break;
    if (call.run !== index) continue;
    total.calls++;
    total.argumentsMs += argumentsMs(call) ?? 0;
    total.waitingMs += waitingMs(call) ?? 0;
  }
  return total;
}
