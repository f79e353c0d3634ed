// Collects records and posts one string per batch: their JSON text, and behind it the texts that were read, as they are.
// Escaping them would cost a page more than everything else that is done for it, and the browser does it again on the
// way to the background.
import { BATCH_AFTER_MS, BATCH_LENGTH, BATCH_LENGTH_MAX, ESCAPED, PAYLOAD_MAX } from '../wire/limits';
import type { CapturedRecord } from '../wire/records';
import { isWellFormed } from './natives';
import { encode, SEGMENT } from './payload';

/** What a batcher needs. */
interface BatcherParts {
  /** Receives one batch. */
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

/** Whether a text comes through every context as it is: a lone surrogate would not. */
const isPlain = (text: string | undefined): text is string =>
  !!text && text.length <= SEGMENT && isWellFormed(text);

/** Creates the batcher of one document. */
export function createBatcher({ post, after, now, first }: BatcherParts): Batcher {
  let pending = '';
  let texts = '';
  /** When the next batch is due; undefined while nothing waits for it. */
  let due: number | undefined;
  let isFirst = true;
  const flush = (): void => {
    if (!pending) return;
    const body = `[${pending}]${texts && `\n${texts}`}`;
    pending = texts = '';
    post(body);
  };
  const add = (json: string, text = ''): void => {
    // A long record gets a batch of its own: only such a batch may exceed the usual limit, once it is all JSON, too.
    if (pending.length + json.length + (texts.length + text.length) * ESCAPED > BATCH_LENGTH_MAX - 3) flush();
    pending += pending ? `,${json}` : json;
    texts += text;
    const at = now();
    if (due === undefined) {
      after(BATCH_AFTER_MS, () => {
        due = undefined;
        flush();
      });
    }
    due ??= at + BATCH_AFTER_MS;
    if (pending.length + texts.length >= BATCH_LENGTH) flush();
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
      if (record.kind === 'chunk' && isPlain(record.text)) {
        const { text, ...rest } = record;
        add(encode({ ...rest, units: text.length }), text);
        return;
      }
      const json = encode(record);
      const { t } = record;
      add(
        json.length <= PAYLOAD_MAX
          ? json
          : encode({ kind: 'gap', t, reason: 'too-large', bytes: json.length, detail: record.kind }),
      );
    },
  };
}
