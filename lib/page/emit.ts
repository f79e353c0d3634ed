// Turns observations of the taps into records: numbers streams, splits long bodies, drops what is not AG-UI, and
// closes open streams when the document ends.
import { BATCH_BYTES, PAYLOAD_MAX, TEXT_MAX } from '../messages/limits';
import type { CloseHow } from '../messages/records';
import { asText, create, forEach, keys, ownValue, slice } from './natives';
import { type BareRecord, type Data, segmentOf, sizeOf, unitsOf } from './payload';
import { slot } from './slot';
import { createSniffer, declaresAgents, type Sniffer } from './sniffer';
import type { Emit } from './tap';

interface EmitParts {
  readonly now: () => number;
  /** Writes a record, and what was read with it; fields may be present but undefined. */
  readonly write: (record: BareRecord, data?: Data) => void;
  readonly after: (ms: number, work: () => void) => void;
  /** Calls back when the page begins to unload; returns a function that stops that. */
  readonly onLeaving: (leaves: () => void) => () => void;
  readonly room: () => number;
}

/** An emitter, with signals for the end of the document, and for a pause of its reading. */
interface Emitter extends Emit {
  /** The document may return: only requests without a response have ended. */
  readonly leave: () => void;
  readonly gone: () => void;
}

type Loose<R> = R extends unknown ? { readonly [K in keyof R]: R[K] | undefined } : never;

// Delay of an error's record, milliseconds. Firefox breaks open streams just before it reports the unload (3 to 90 ms
// before, on a busy machine). The error is recorded at once if it certainly came before: data arrives on a later
// stream, which an unloading document does not get, or the unload begins only then.
const ERROR_WAITS_MS = 500;

// Part of a body in one record: the rest of a batch if it is large enough, or as much as an empty one takes.
const SEGMENT_MIN = 8 * 1024;
const SEGMENT = BATCH_BYTES - 1024;

const { round } = Math;

const cut = (text: string | undefined): string | undefined => (text ? slice(text, 0, TEXT_MAX) : undefined);

/** An optional own field: a property of Object.prototype does not count. */
const optional = (facts: object, name: string): string | undefined => cut(asText(ownValue(facts, name)));

interface UnloadCallbacks {
  /** Adds a callback; returns a function that removes it, and returns true unless it was already removed. */
  readonly add: (callback: () => void) => () => boolean;
  readonly callAll: () => void;
}

function createUnloadCallbacks(): UnloadCallbacks {
  const unloadCallbacks: Record<number, () => void> = create(null);
  let count = 0;
  return {
    add(callback) {
      const at = ++count;
      unloadCallbacks[at] = callback;
      return () => at in unloadCallbacks && delete unloadCallbacks[at];
    },
    callAll: () =>
      forEach(keys(unloadCallbacks), (key) => {
        const at = +key;
        unloadCallbacks[at]?.();
        delete unloadCallbacks[at];
      }),
  };
}

export function createEmit({ now, write, after, onLeaving, room }: EmitParts): Emitter {
  const openStreams: Record<number, true> = create(null);
  /** Opens of responses that may declare capabilities, until the first segment shows it. */
  const undecided: Record<number, Loose<BareRecord>> = create(null);
  const unloadCallbacks = createUnloadCallbacks();
  /** Delayed ends of streams by an error, and functions that record them. */
  const errors: Record<number, () => void> = create(null);
  /** The sniffer of an unsure stream; false once the stream was dropped. */
  const sniffers: Record<number, Sniffer | false> = create(null);
  let streams = 0;
  const time: Emit['now'] = () => round(now() * 100) / 100;
  // Undefined fields are left out when the record is written.
  const put = (record: Loose<BareRecord>, data?: Data): void => write(record as BareRecord, data);

  const wants: Emit['wants'] = (stream) => sniffers[stream] !== false;
  /** Examines more of an unsure stream; true if that has just shown that it is not AG-UI. */
  const isForeign = (stream: number, data: Data, event?: string): boolean => {
    const sniffer = sniffers[stream];
    if (!sniffer) return false;
    const units = typeof data === 'string' ? data : unitsOf(data);
    const isOurs = sniffer(event ? `${event} ${units}` : units);
    if (isOurs) delete sniffers[stream];
    if (isOurs !== false) return false;
    sniffers[stream] = false;
    return true;
  };
  const arrived = (stream: number): void =>
    forEach(keys(errors), (key) => {
      if (+key < stream) errors[+key]?.();
    });
  const gap: Emit['gap'] = (reason, facts = {}) =>
    put({ kind: 'gap', t: time(), reason, ...facts, detail: optional(facts, 'detail') });
  /** Writes part of a stream and sniffs it, unless the stream was dropped. */
  const putSome = (stream: number, record: Loose<BareRecord>, data: Data, event?: string): void => {
    if (!wants(stream)) return;
    const opening = undecided[stream];
    delete undecided[stream];
    if (!opening) put(record, data);
    if (isForeign(stream, data, event)) {
      delete openStreams[stream];
      if (opening) return;
      gap('not-ag-ui', { stream, detail: 'no sign of AG-UI; rest not recorded' });
    } else if (opening) {
      put(opening);
      put(record, data);
    }
  };
  /** Writes a body in segments; reports how much exceeds the limit. */
  const putBody = (stream: number, body: Data): void => {
    arrived(stream);
    const t = time();
    const kept = segmentOf(body, 0, PAYLOAD_MAX);
    const length = sizeOf(kept);
    for (let at = 0; at < length && wants(stream); ) {
      const left = room();
      const segment = segmentOf(kept, at, left < SEGMENT_MIN ? SEGMENT : left);
      putSome(stream, { kind: 'chunk', t, stream }, segment);
      at += sizeOf(segment);
    }
    const bytes = sizeOf(body) - length;
    if (bytes && wants(stream)) gap('too-large', { stream, bytes });
  };
  const close: Emit['close'] = (stream, how, detail, code) => {
    if (!openStreams[stream]) return;
    delete openStreams[stream];
    delete sniffers[stream];
    const isUndecided = undecided[stream];
    delete undecided[stream];
    if (isUndecided) return;
    const t = time();
    const settle = (as: CloseHow): void =>
      put({ kind: 'close', t, stream, how: as, detail: cut(detail), code });
    if (how !== 'network-error') {
      settle(how);
      return;
    }
    const settleAs = (as: CloseHow) => () => {
      if (!forget()) return;
      unwatch();
      delete errors[stream];
      settle(as);
    };
    const forget = unloadCallbacks.add(settleAs('page-gone'));
    // The page begins to unload only now, so the error was not caused by that.
    const unwatch = onLeaving(settleAs(how));
    errors[stream] = settleAs(how);
    after(ERROR_WAITS_MS, settleAs(how));
  };
  return {
    now: time,
    after,
    gap,
    close,
    wants,
    isOpen: (stream) => !!openStreams[stream],
    onGone: unloadCallbacks.add,
    body: putBody,
    open(opening, interest, answer) {
      const stream = ++streams;
      openStreams[stream] = true;
      const isDeclaration = interest === 'declaration';
      if (isDeclaration) sniffers[stream] = declaresAgents;
      if (interest === 'unsure') sniffers[stream] = createSniffer();
      // Without a status the request has no response yet.
      if (ownValue(opening, 'status') !== undefined) arrived(stream);
      if (answer)
        slot.writers.set(answer, {
          note: (detail) => gap('changed', { stream, detail }),
          close: (how, code) => close(stream, how, '', code),
        });
      const url = slice(opening.url, 0, TEXT_MAX);
      const record = { kind: 'open', ...opening, stream, url, accept: optional(opening, 'accept') } as const;
      if (isDeclaration) undecided[stream] = record;
      else put(record);
      return stream;
    },
    frame(stream, message) {
      const { t, dir, data } = message;
      const event = optional(message, 'event');
      if (dir === 'in') arrived(stream);
      const bytes = sizeOf(data);
      if (bytes > PAYLOAD_MAX) {
        gap('too-large', { stream, bytes, detail: `one message, ${dir}` });
        return;
      }
      const lastEventId = optional(message, 'lastEventId');
      putSome(stream, { kind: 'frame', t, stream, dir, event, lastEventId }, data, event);
    },
    leave: unloadCallbacks.callAll,
    gone() {
      unloadCallbacks.callAll();
      forEach(keys(openStreams), (key) => {
        const stream = +key;
        close(stream, 'page-gone');
        // A page restored from the back/forward cache continues to read its open streams.
        openStreams[stream] = true;
      });
    },
  };
}
