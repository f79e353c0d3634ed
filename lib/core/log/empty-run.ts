// Consecutive frames without an event: the first ones are rows, the others share one row with their number and
// position.
import { formatNumber } from '@/lib/core/json/format';

/** Maximum number of consecutive frames that become rows. */
export const EMPTY_KEPT = 1000;

export class EmptyRun {
  #frames = 0;
  readonly #from: number;
  #to: number;
  readonly #unit: string;

  /** `from` is the position in the body, in bytes or UTF-16 units. */
  constructor(from: number, unit: string) {
    this.#from = from;
    this.#to = from;
    this.#unit = unit;
  }

  add(to: number): void {
    this.#frames++;
    this.#to = to;
  }

  get detail(): string {
    const frames = this.#frames === 1 ? 'frame' : 'frames';
    return `${formatNumber(this.#frames)} more ${frames} without an event, ${this.#unit} ${formatNumber(this.#from)}–${formatNumber(this.#to)}`;
  }
}
