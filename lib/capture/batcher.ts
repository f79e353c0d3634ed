// Collects records as JSON text and posts one string per batch. Never calls JSON.stringify on an object: a `toJSON`
// that the page put on a prototype would change what is recorded and run page code inside ours.
import { BATCH_AFTER_MS, BATCH_LENGTH, BATCH_LENGTH_MAX, PAYLOAD_MAX } from '../wire/limits';
import type { CapturedRecord } from '../wire/records';
import { forEach, keys, stringify } from './natives';

/** What a batcher needs. */
interface BatcherParts {
  /** Receives the JSON text of one batch. */
  readonly post: (body: string) => void;
  readonly after: (ms: number, work: () => void) => void;
  /** Called once, before the first record that is not a navigation. */
  readonly first: () => CapturedRecord | undefined;
}

/** Collects records into batches. */
interface Batcher {
  readonly write: (record: CapturedRecord) => void;
  readonly flush: () => void;
}

/** JSON text of a record: flat, except for the headers. Undefined fields are left out. */
function encode(value: object): string {
  let out = '';
  forEach(keys(value) as (keyof typeof value)[], (name) => {
    const field: unknown = value[name];
    const text = typeof field === 'object' ? encode(field as object) : stringify(field);
    if (text) out += `${out && ','}${stringify(name)}:${text}`;
  });
  return `{${out}}`;
}

/** Creates the batcher of one document. */
export function createBatcher({ post, after, first }: BatcherParts): Batcher {
  let pending = '';
  let waiting = false;
  let isFirst = true;
  const flush = (): void => {
    if (!pending) return;
    const body = `[${pending}]`;
    pending = '';
    post(body);
  };
  const add = (text: string): void => {
    // A long record gets a batch of its own: only such a batch may exceed the usual limit.
    if (pending.length + text.length > BATCH_LENGTH_MAX - 3) flush();
    pending += pending ? `,${text}` : text;
    if (pending.length >= BATCH_LENGTH) flush();
    else if (!waiting) {
      waiting = true;
      after(BATCH_AFTER_MS, () => {
        waiting = false;
        flush();
      });
    }
  };
  return {
    flush,
    write(record) {
      if (isFirst) {
        isFirst = false;
        const before = record.kind === 'navigation' ? undefined : first();
        if (before) add(encode(before));
      }
      const text = encode(record);
      const { t } = record;
      add(
        text.length <= PAYLOAD_MAX
          ? text
          : encode({ kind: 'gap', t, reason: 'too-large', bytes: text.length, detail: record.kind }),
      );
    },
  };
}
