// How large a JSON value is as text, whatever parts of it share. A patch that copies doubles a document with each
// operation: what takes no room in memory may take all of it when it is shown or saved.
import { DEPTH_MAX } from '@/lib/agui/depth';
import { isJsonArray, type Json } from '@/lib/agui/json';
import { itemsOf } from '@/lib/values/large-array';
import { entriesOf } from '@/lib/values/large-object';

/** How large a document may become by copying, in characters of JSON. */
export const COPIED_MAX = 8_000_000;
/** Copies up to this length grow a document no faster than what was sent. */
const SMALL = 1_000;

/** Length as JSON text, without escapes, and number of levels. */
interface Extent {
  readonly length: number;
  readonly depth: number;
}

const LEAF: Extent = Object.freeze({ length: 5, depth: 0 });

const TOO_DEEP = `With this, the document nests deeper than ${DEPTH_MAX.toLocaleString('en')} levels, which is not followed here`;
const TOO_LARGE = `With this copy, the document has more than ${COPIED_MAX / 1e6} MB, which is not followed here`;

/** What the operations of one patch may copy. */
export class CopyBudget {
  readonly #known = new Map<object, Extent>();
  readonly #isStable: (node: object) => boolean;
  #cloned = 0;

  /** `isStable` tells whether a node stays as it is while the patch is applied: it is measured once then. */
  constructor(isStable: (node: object) => boolean) {
    this.#isStable = isStable;
  }

  /** Why a value may not be put where it has so many levels above it; undefined if it may. */
  refusal(copied: Json | undefined, levels: number, document?: Json): string | undefined {
    const { length, depth } = this.#measure(copied);
    if (depth + levels > DEPTH_MAX) return TOO_DEEP;
    if (length < SMALL || document === undefined) return undefined;
    return this.#measure(document).length + length > COPIED_MAX ? TOO_LARGE : undefined;
  }

  /** The same for a copy that shares nothing: what all of them take counts. */
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
