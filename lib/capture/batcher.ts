// Collects records as JSON text and posts one string per batch.
import { BATCH_AFTER_MS, BATCH_LENGTH, BATCH_LENGTH_MAX, PAYLOAD_MAX } from '../wire/limits';
import type { CapturedRecord } from '../wire/records';
import { encode } from './payload';

/** What a batcher needs. */
interface BatcherParts {
  /** Receives the JSON text of one batch. */
  readonly post: (body: string) => void;
  readonly after: (ms: number, work: () => void) => void;
  /** Milliseconds of a clock that only advances. */
  readonly now: () => number;
  /** Called once, before the first record that is not a navigation. */
  readonly first: () => CapturedRecord | undefined;
}

/** Collects records into batches. */
interface Batcher {
  readonly write: (record: CapturedRecord) => void;
  readonly flush: () => void;
}

/** Creates the batcher of one document. */
export function createBatcher({ post, after, now, first }: BatcherParts): Batcher {
  let pending = '';
  /** When the next batch is due; undefined while nothing waits for it. */
  let due: number | undefined;
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
    const at = now();
    if (due === undefined) {
      after(BATCH_AFTER_MS, () => {
        due = undefined;
        flush();
      });
    }
    due ??= at + BATCH_AFTER_MS;
    if (pending.length >= BATCH_LENGTH) flush();
    if (at < due) return;
    // The timer is late, or will never come: what a write can send does not wait for it.
    due = at + BATCH_AFTER_MS;
    flush();
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
