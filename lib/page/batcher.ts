// Collects records and posts batches: JSON text of the records, and the bytes that were read, unchanged. Decoding and
// escaping them would cost the page more than all other work.
import {
  BATCH_AFTER_MS,
  BATCH_BYTES,
  BATCH_LENGTH_MAX,
  ESCAPED_UNIT_MAX,
  PAYLOAD_MAX,
} from '../messages/limits';
import { isWellFormed, lengthOf, NativeUint8Array, set, subarray, toUtf8 } from './natives';
import { type BareRecord, type Data, encode } from './payload';

interface BatcherParts {
  readonly post: (body: string, bytes?: Uint8Array) => void;
  readonly after: (ms: number, work: () => void) => void;
  /** Milliseconds of a clock that only advances. */
  readonly now: () => number;
  /** Called once, before the first record that is not a navigation. */
  readonly first: () => BareRecord | undefined;
}

interface Batcher {
  readonly write: (record: BareRecord, data?: Data) => void;
  readonly flush: () => void;
  /** Bytes that still fit into the current batch. */
  readonly room: () => number;
}

const EARLY_MAX = 10;

// Approximate length of a record's JSON without its data.
const HEAD = 80;

/** The data as bytes; undefined for text with a lone surrogate, which bytes cannot represent. */
function bytesOfData(data: Data): Uint8Array | undefined {
  if (typeof data !== 'string') return data;
  return isWellFormed(data) ? toUtf8(data) : undefined;
}

export function createBatcher({ post, after, now, first }: BatcherParts): Batcher {
  let pending = '';
  let bytes = new NativeUint8Array(0);
  let size = 0;
  /** Time at which the next batch is sent; undefined without a record. */
  let due: number | undefined;
  /** Number of early batches since the last regular one. */
  let early = 0;
  let isFirst = true;
  const grow = (length: number): void => {
    if (length <= lengthOf(bytes)) return;
    const longer = new NativeUint8Array(length > BATCH_BYTES ? length : BATCH_BYTES);
    set(longer, subarray(bytes, 0, size));
    bytes = longer;
  };
  const flush = (): void => {
    if (!pending) return;
    const body = `[${pending}]`;
    let read: Uint8Array | undefined;
    if (size) {
      // A copy of exactly the data: sending a view would copy its whole buffer.
      read = new NativeUint8Array(size);
      set(read, subarray(bytes, 0, size));
    }
    if (lengthOf(bytes) > BATCH_BYTES) bytes = new NativeUint8Array(0);
    pending = '';
    size = 0;
    post(body, read);
  };
  const add = (json: string, data?: Uint8Array): void => {
    const length = data ? lengthOf(data) : 0;
    const all = pending.length + json.length + size + length;
    // A long record gets a batch of its own: only such a batch may exceed the usual limit, even as JSON.
    if (all > BATCH_BYTES || all + (size + length) * (ESCAPED_UNIT_MAX - 1) > BATCH_LENGTH_MAX - 3) flush();
    pending += pending ? `,${json}` : json;
    if (data && length) {
      grow(size + length);
      set(bytes, data, size);
      size += length;
    }
    const t = now();
    if (due === undefined) {
      after(BATCH_AFTER_MS, () => {
        due = undefined;
        early = 0;
        flush();
      });
    }
    due ??= t + BATCH_AFTER_MS;
    if (pending.length + size >= BATCH_BYTES) flush();
    if (t < due) return;
    // The timer is late, or will never fire: a write that can send does not wait for it.
    due = t + BATCH_AFTER_MS;
    early = 0;
    flush();
  };
  return {
    flush,
    room: () => BATCH_BYTES - pending.length - size - HEAD,
    write(record, data) {
      if (isFirst) {
        isFirst = false;
        const before = record.kind === 'navigation' ? undefined : first();
        if (before) add(encode(before));
      }
      const read = data === undefined ? undefined : bytesOfData(data);
      if (read) {
        const isBinary = record.kind === 'frame' && read === data;
        add(encode({ ...record, [isBinary ? 'binary' : 'size']: lengthOf(read) }), read);
        return;
      }
      const json = encode({ ...record, text: data });
      const { kind, t } = record;
      add(
        json.length <= PAYLOAD_MAX
          ? json
          : encode({ kind: 'gap', t, reason: 'too-large', bytes: json.length, detail: kind }),
      );
      // Sent at once, so that a stream that ends with its document is known. Only the first of many: the bridge
      // accepts a limited number of batches.
      if (kind === 'open' && early++ < EARLY_MAX) flush();
    },
  };
}
