// Turns what taps saw into records: numbers streams, splits what is too long, leaves alone what is not AG-UI, closes
// what the document leaves open.
import { PAYLOAD_MAX, TEXT_MAX } from '../wire/limits';
import type { CapturedRecord, CloseHow } from '../wire/records';
import { apply, charCodeAt, create, forEach, keys, lengthOf, membersOf, slice, subarray } from './natives';
import { createSniffer, type Sniffer } from './sniff';
import type { Emit } from './tap';

/** What an emitter needs from its document. */
export interface EmitParts {
  readonly now: () => number;
  /** Takes a record; a field may be there and undefined. */
  readonly write: (record: CapturedRecord) => void;
  readonly after: (ms: number, work: () => void) => void;
}

/** An emitter, and the way to say that the document goes away. */
export interface Emitter extends Emit {
  readonly gone: () => void;
}

type Loose<R> = R extends unknown ? { readonly [K in keyof R]: R[K] | undefined } : never;

// Six escaped units for one at worst keep a piece of this length far below the longest batch.
const PIECE = 128 * 1024;
// Firefox breaks what is open a moment before it says that the document goes away: an error waits this long.
const ERROR_WAITS_MS = 100;

const { decode } = membersOf(TextDecoder);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const toBase64 = btoa;
const { round } = Math;
const { fromCharCode } = String;

/** The text of bytes that are whole, valid UTF-8; else undefined. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decode(utf8, bytes);
  } catch {
    // Cut inside a character, or binary: the caller keeps the bytes as they are.
    return undefined;
  }
}

/** Bytes as text with a unit for each. */
export function unitsOf(bytes: Uint8Array): string {
  let units = '';
  for (let at = 0; at < lengthOf(bytes); at += 8192)
    units += apply(fromCharCode, undefined, subarray(bytes, at, at + 8192) as unknown as number[]);
  return units;
}

/** Where to cut bytes before `end` so that no UTF-8 character is split; at most three back. */
function byteCut(bytes: Uint8Array, end: number): number {
  let cut = end;
  while (cut > end - 3 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  return cut;
}

/** The same for text and surrogate pairs. */
const textCut = (text: string, end: number): number =>
  (charCodeAt(text, end - 1) & 0xfc00) === 0xd800 ? end - 1 : end;

const cut = (text: string | undefined): string | undefined => (text ? slice(text, 0, TEXT_MAX) : undefined);

/** Creates the emitter of one document. */
export function createEmit({ now, write, after }: EmitParts): Emitter {
  const openStreams: Record<number, true> = create(null);
  const farewells: Record<number, () => void> = create(null);
  /** The look at a stream that is unsure; false once it was left alone. */
  const looks: Record<number, Sniffer | false> = create(null);
  let streams = 0;
  let callbacks = 0;
  const time: Emit['now'] = () => round(now() * 100) / 100;
  const put = (record: Loose<CapturedRecord>): void => write(record as CapturedRecord);
  const wants: Emit['wants'] = (stream) => looks[stream] !== false;

  const gap: Emit['gap'] = (reason, facts = {}) =>
    put({ kind: 'gap', t: time(), reason, ...facts, detail: cut(facts.detail) });
  /** Writes a piece of a stream, unless it was left alone, and looks at it. */
  const piece = (stream: number, record: Loose<CapturedRecord>, units: string): void => {
    const look = looks[stream];
    if (look === false) return;
    put(record);
    const isOurs = look?.(units);
    if (isOurs) delete looks[stream];
    else if (isOurs === false) {
      looks[stream] = false;
      delete openStreams[stream];
      gap('not-ag-ui', { stream, detail: 'nothing in it looked like AG-UI: the rest is not recorded' });
    }
  };
  /** Cuts what came in pieces that `put` takes, and says how much is beyond the limit. */
  const split = (
    stream: number,
    length: number,
    cutAt: (end: number) => number,
    put: (at: number, end: number) => void,
  ): void => {
    for (let at = 0; at < length && wants(stream); ) {
      if (at >= PAYLOAD_MAX) {
        gap('too-large', { stream, bytes: length - PAYLOAD_MAX });
        return;
      }
      const end = at + PIECE < length ? cutAt(at + PIECE) : length;
      put(at, end);
      at = end;
    }
  };
  const onGone = (callback: () => void): (() => boolean) => {
    const at = ++callbacks;
    farewells[at] = callback;
    return () => at in farewells && delete farewells[at];
  };
  const close: Emit['close'] = (stream, how, detail, code) => {
    if (!openStreams[stream]) return;
    delete openStreams[stream];
    delete looks[stream];
    const t = time();
    const settle = (as: CloseHow): void =>
      put({ kind: 'close', t, stream, how: as, detail: cut(detail), code });
    if (how !== 'network-error') {
      settle(how);
      return;
    }
    const stop = onGone(() => {
      stop();
      settle('page-gone');
    });
    after(ERROR_WAITS_MS, () => {
      if (stop()) settle(how);
    });
  };
  return {
    now: time,
    after,
    gap,
    close,
    wants,
    onGone,
    text(stream, whole, remade) {
      const t = time();
      split(
        stream,
        whole.length,
        (end) => textCut(whole, end),
        (at, end) => {
          const text = slice(whole, at, end);
          piece(stream, { kind: 'chunk', t, stream, text, remade }, text);
        },
      );
    },
    bytes(stream, whole) {
      const t = time();
      split(
        stream,
        lengthOf(whole),
        (end) => byteCut(whole, end),
        (at, end) => {
          const part = at > 0 || end < lengthOf(whole) ? subarray(whole, at, end) : whole;
          const text = textOf(part);
          const units = text ?? unitsOf(part);
          const b64 = text === undefined ? toBase64(units) : undefined;
          piece(stream, { kind: 'chunk', t, stream, text, b64 }, units);
        },
      );
    },
    open(opening, interest) {
      const stream = ++streams;
      openStreams[stream] = true;
      if (interest === 'unsure') looks[stream] = createSniffer();
      const { url, accept } = opening;
      put({ kind: 'open', ...opening, stream, url: slice(url, 0, TEXT_MAX), accept: cut(accept) });
      return stream;
    },
    frame(stream, { t, dir, data, event, lastEventId }) {
      const isText = typeof data === 'string';
      const bytes = isText ? data.length : lengthOf(data);
      if (bytes > PAYLOAD_MAX) {
        gap('too-large', { stream, bytes, detail: `one message, ${dir}` });
        return;
      }
      const text = isText ? data : undefined;
      const b64 = isText ? undefined : toBase64(unitsOf(data));
      const names = { event: cut(event), lastEventId: cut(lastEventId) };
      piece(stream, { kind: 'frame', t, stream, dir, text, b64, ...names }, `${event} ${text}`);
    },
    gone() {
      forEach(keys(farewells), (at) => farewells[Number(at)]?.());
      forEach(keys(openStreams), (key) => {
        const stream = Number(key);
        close(stream, 'page-gone');
        // A page that comes back from the back/forward cache goes on reading what it had open.
        openStreams[stream] = true;
      });
    },
  };
}
