// Frames without an event, one behind the other in a stream: the first of them are rows, the rest of them one, which
// says how many there are and where.
import { formatNumber } from '@/lib/core/json/format';

/** Number of such frames in a row that become rows of the log. */
export const EMPTY_KEPT = 1000;

/** Frames that are not in the log, since the last frame with an event. */
export class EmptyRun {
  #frames = 0;
  readonly #from: number;
  #to: number;
  readonly #unit: string;

  /** `from` is the place in the body, in bytes or UTF-16 units. */
  constructor(from: number, unit: string) {
    this.#from = from;
    this.#to = from;
    this.#unit = unit;
  }

  add(to: number): void {
    this.#frames++;
    this.#to = to;
  }

  /** Their number and place, as text. */
  get detail(): string {
    const frames = this.#frames === 1 ? 'frame' : 'frames';
    return `${formatNumber(this.#frames)} more ${frames} without an event, ${this.#unit} ${formatNumber(this.#from)}–${formatNumber(this.#to)}`;
  }
}
