// Turns what taps saw into records: numbers streams, splits what is too long, closes what the document leaves open.
import { PAYLOAD_MAX, TEXT_MAX } from '../wire/limits';
import type { CapturedRecord, CloseHow, CloseRecord } from '../wire/records';
import { apply, charCodeAt, keys, lengthOf, round, slice, subarray, uncurry } from './natives';
import type { Emit, Undo } from './tap';

/** What an emitter needs from its document. */
export interface EmitParts {
  readonly now: () => number;
  readonly write: (record: CapturedRecord) => void;
  readonly after: (ms: number, work: () => void) => void;
}

/** An emitter, and the way to say that the document goes away. */
export interface Emitter extends Emit {
  readonly gone: () => void;
}

// Six escaped units for one at worst keep a piece of this length far below the longest batch.
const PIECE = 128 * 1024;
// Firefox breaks what is open a moment before it says that the document goes away: an error waits this long.
const ERROR_WAITS_MS = 100;

const decode = uncurry<TextDecoder, [Uint8Array], string>(TextDecoder.prototype.decode);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const toBase64 = btoa;
const { fromCharCode } = String;

/** The text of bytes that are whole, valid UTF-8; else undefined. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decode(utf8, bytes);
  } catch {
    // Cut inside a character, or binary: the caller keeps the bytes as they are.
    return undefined;
  }
}

/** Bytes as base64. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < lengthOf(bytes); at += 8192)
    binary += apply(fromCharCode, undefined, subarray(bytes, at, at + 8192) as unknown as number[]);
  return toBase64(binary);
}

/** Where to cut bytes before `end` so that no UTF-8 character is split; at most three back. */
function byteCut(bytes: Uint8Array, end: number): number {
  let cut = end;
  while (cut > end - 3 && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  return cut;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;

/** A record without the fields that are undefined. */
function compact<T extends object>(record: { [K in keyof T]: T[K] | undefined }): T {
  const out: Record<string, unknown> = {};
  const names = keys(record);
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as keyof T & string;
    if (record[name] !== undefined) out[name] = record[name];
  }
  return out as T;
}

const cut = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : slice(text, 0, TEXT_MAX);

/** Creates the emitter of one document. */
export function createEmit({ now, write, after }: EmitParts): Emitter {
  const openStreams: Record<number, true> = Object.create(null);
  const farewells: Record<number, () => void> = Object.create(null);
  let streams = 0;
  let callbacks = 0;
  const time = (): number => round(now() * 100) / 100;

  const gap: Emit['gap'] = (reason, facts = {}) => {
    write(compact({ kind: 'gap', t: time(), reason, ...facts, detail: cut(facts.detail) }));
  };
  const tooLarge = (stream: number, length: number): void => {
    gap('too-large', { stream, bytes: length - PAYLOAD_MAX });
  };
  const close = (stream: number, how: CloseHow, detail?: string, code?: number): void => {
    if (!openStreams[stream]) return;
    delete openStreams[stream];
    const record: CloseRecord = compact({
      kind: 'close',
      t: time(),
      stream,
      how,
      detail: cut(detail || undefined),
      code,
    });
    if (how !== 'network-error') {
      write(record);
      return;
    }
    const at = ++callbacks;
    const settle = (as: CloseHow): void => {
      delete farewells[at];
      write({ ...record, how: as });
    };
    farewells[at] = () => settle('page-gone');
    after(ERROR_WAITS_MS, () => {
      if (farewells[at]) settle(how);
    });
  };
  const text: Emit['text'] = (stream, whole, remade) => {
    const t = time();
    for (let at = 0; at < whole.length && at < PAYLOAD_MAX; ) {
      let end = at + PIECE;
      if (isHighSurrogate(charCodeAt(whole, end - 1))) end--;
      write(compact({ kind: 'chunk', t, stream, text: slice(whole, at, end), remade }));
      at = end;
    }
    if (whole.length > PAYLOAD_MAX) tooLarge(stream, whole.length);
  };
  const bytes: Emit['bytes'] = (stream, whole) => {
    const t = time();
    const length = lengthOf(whole);
    for (let at = 0; at < length && at < PAYLOAD_MAX; ) {
      const end = at + PIECE < length ? byteCut(whole, at + PIECE) : length;
      const piece = at === 0 && end === length ? whole : subarray(whole, at, end);
      const read = textOf(piece);
      write(
        read === undefined
          ? { kind: 'chunk', t, stream, b64: base64Of(piece) }
          : { kind: 'chunk', t, stream, text: read },
      );
      at = end;
    }
    if (length > PAYLOAD_MAX) tooLarge(stream, length);
  };

  return {
    now: time,
    gap,
    close,
    text,
    bytes,
    open(opening) {
      const stream = ++streams;
      openStreams[stream] = true;
      write(
        compact({
          kind: 'open',
          ...opening,
          stream,
          url: slice(opening.url, 0, TEXT_MAX),
          accept: cut(opening.accept),
        }),
      );
      return stream;
    },
    frame(stream, { t, dir, data, event, lastEventId }) {
      const isText = typeof data === 'string';
      const length = isText ? data.length : lengthOf(data);
      if (length > PAYLOAD_MAX) {
        gap('too-large', { stream, bytes: length, detail: `one message, ${dir}` });
        return;
      }
      write(
        compact({
          kind: 'frame',
          t,
          stream,
          dir,
          text: isText ? data : undefined,
          b64: isText ? undefined : base64Of(data),
          event: cut(event),
          lastEventId: cut(lastEventId || undefined),
        }),
      );
    },
    onGone(callback): Undo {
      const at = ++callbacks;
      farewells[at] = callback;
      return () => {
        delete farewells[at];
      };
    },
    gone() {
      const waiting = keys(farewells);
      for (let at = 0; at < waiting.length; at++) farewells[Number(waiting[at])]?.();
      const left = keys(openStreams);
      for (let at = 0; at < left.length; at++) {
        close(Number(left[at]), 'page-gone');
        // A page that comes back from the back/forward cache goes on reading what it had open.
        openStreams[Number(left[at])] = true;
      }
    },
  };
}
