// Size of a JSON value as text, counting shared parts each time. A patch that copies doubles a document with each
// operation: small in memory, it can exceed all of it when shown or saved.

import { DEPTH_MAX } from '@/lib/core/json/depth';
import { formatNumber } from '@/lib/core/json/format';
import { isJsonArray, type Json } from '@/lib/core/json/json';
import { itemsOf } from '@/lib/core/json/large-array';
import { entriesOf } from '@/lib/core/json/large-object';

/** Most characters of JSON that copies may add to a document. */
export const COPIED_MAX = 8_000_000;
/** Copies up to this length add no more than the patch itself. */
const SMALL = 1_000;

/** Length as JSON text, without escapes, and number of levels. */
interface Extent {
  readonly length: number;
  readonly depth: number;
}

const LEAF: Extent = Object.freeze({ length: 5, depth: 0 });

const TOO_DEEP = `the document would nest deeper than ${formatNumber(DEPTH_MAX)} levels, the limit of AG-UI Lens`;
const TOO_LARGE = `copies would grow the document beyond ${COPIED_MAX / 1e6} MB, the limit of AG-UI Lens`;

/** The allowance for copies of one patch. */
export class CopyBudget {
  readonly #known = new Map<object, Extent>();
  readonly #isStable: (node: object) => boolean;
  #cloned = 0;

  /** `isStable` is true for nodes that do not change while the patch is applied: these are measured once. */
  constructor(isStable: (node: object) => boolean) {
    this.#isStable = isStable;
  }

  /** Reason to refuse a value below `levels` levels; undefined if it fits. */
  refusal(copied: Json | undefined, levels: number, document?: Json): string | undefined {
    const { length, depth } = this.#measure(copied);
    if (depth + levels > DEPTH_MAX) return TOO_DEEP;
    if (length < SMALL || document === undefined) return undefined;
    return this.#measure(document).length + length > COPIED_MAX ? TOO_LARGE : undefined;
  }

  /** The same for a copy that shares nothing, so that sizes add up. */
  refusalOfClone(copied: Json | undefined, levels: number, document?: Json): string | undefined {
    this.#cloned += this.#measure(copied).length;
    return this.#cloned > COPIED_MAX ? TOO_LARGE : this.refusal(copied, levels, document);
  }

  #measure(value: Json | undefined): Extent {
    if (typeof value === 'string') return { length: value.length + 3, depth: 0 };
    if (typeof value !== 'object' || value === null) return LEAF;
    const old = this.#known.get(value);
    if (old !== undefined) return old;
    let length = 2;
    let depth = 0;
    const add = (inner: Json): void => {
      const extent = this.#measure(inner);
      length += extent.length;
      depth = Math.max(depth, extent.depth);
    };
    if (isJsonArray(value)) itemsOf(value).forEach(add);
    else {
      for (const [key, inner] of entriesOf(value)) {
        length += key.length + 3;
        add(inner);
      }
    }
    const extent = { length, depth: depth + 1 };
    if (this.#isStable(value)) this.#known.set(value, extent);
    return extent;
  }
}
