// Turns what taps saw into records: numbers streams, splits what is too long, leaves alone what is not AG-UI, closes
// what the document leaves open.
import { PAYLOAD_MAX, TEXT_MAX } from '../wire/limits';
import type { CapturedRecord, CloseHow } from '../wire/records';
import { create, forEach, keys, lengthOf, slice } from './natives';
import { base64Of, segmentEnd, segmentOf } from './payload';
import { createSniffer, type Sniffer } from './sniffer';
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

// Firefox breaks what is open a moment before it says that the document goes away: an error waits this long.
const ERROR_WAITS_MS = 100;

const { round } = Math;

const cut = (text: string | undefined): string | undefined => (text ? slice(text, 0, TEXT_MAX) : undefined);

/** Whether a stream is ours: true or false once that is known. */
interface Sniffing {
  /** Looks at more of a stream that is unsure; true for one that has just turned out to be none of ours. */
  readonly isForeign: (stream: number, units: string) => boolean;
  readonly begin: (stream: number) => void;
  readonly end: (stream: number) => void;
  /** False once a stream was left alone. */
  readonly wants: (stream: number) => boolean;
}

function createSniffing(): Sniffing {
  /** The sniffer of a stream that is unsure; false once it was left alone. */
  const sniffers: Record<number, Sniffer | false> = create(null);
  return {
    begin: (stream) => {
      sniffers[stream] = createSniffer();
    },
    end: (stream) => {
      delete sniffers[stream];
    },
    wants: (stream) => sniffers[stream] !== false,
    isForeign(stream, units) {
      const sniffer = sniffers[stream];
      if (!sniffer) return false;
      const isOurs = sniffer(units);
      if (isOurs) delete sniffers[stream];
      if (isOurs !== false) return false;
      sniffers[stream] = false;
      return true;
    },
  };
}

/** Who is to be called when the document goes away. */
interface Farewells {
  /** Answers how to stop that: true where it had not been called yet. */
  readonly add: (callback: () => void) => () => boolean;
  readonly callAll: () => void;
}

function createFarewells(): Farewells {
  const farewells: Record<number, () => void> = create(null);
  let count = 0;
  return {
    add(callback) {
      const at = ++count;
      farewells[at] = callback;
      return () => at in farewells && delete farewells[at];
    },
    callAll: () => forEach(keys(farewells), (at) => farewells[Number(at)]?.()),
  };
}

/** Creates the emitter of one document. */
export function createEmit({ now, write, after }: EmitParts): Emitter {
  const openStreams: Record<number, true> = create(null);
  const farewells = createFarewells();
  const sniffing = createSniffing();
  const { wants } = sniffing;
  let streams = 0;
  const time: Emit['now'] = () => round(now() * 100) / 100;
  // Fields that are undefined are left out when the record is written.
  const put = (record: Loose<CapturedRecord>): void => write(record as CapturedRecord);

  const gap: Emit['gap'] = (reason, facts = {}) =>
    put({ kind: 'gap', t: time(), reason, ...facts, detail: cut(facts.detail) });
  /** Writes some of a stream, unless it was left alone, and looks at it. */
  const putSome = (stream: number, record: Loose<CapturedRecord>, units: string): void => {
    if (!wants(stream)) return;
    put(record);
    if (!sniffing.isForeign(stream, units)) return;
    delete openStreams[stream];
    gap('not-ag-ui', { stream, detail: 'nothing in it looked like AG-UI: the rest is not recorded' });
  };
  /** Writes a body in segments, and says how much is beyond the limit. */
  const putBody = (stream: number, body: string | Uint8Array, remade?: true): void => {
    const t = time();
    const length = typeof body === 'string' ? body.length : lengthOf(body);
    for (let at = 0; at < length && wants(stream); ) {
      if (at >= PAYLOAD_MAX) {
        gap('too-large', { stream, bytes: length - PAYLOAD_MAX });
        return;
      }
      const end = segmentEnd(body, at, length);
      const { text, b64, units } = segmentOf(body, at, end);
      putSome(stream, { kind: 'chunk', t, stream, text, b64, remade }, units);
      at = end;
    }
  };
  const close: Emit['close'] = (stream, how, detail, code) => {
    if (!openStreams[stream]) return;
    delete openStreams[stream];
    sniffing.end(stream);
    const t = time();
    const settle = (as: CloseHow): void =>
      put({ kind: 'close', t, stream, how: as, detail: cut(detail), code });
    if (how !== 'network-error') {
      settle(how);
      return;
    }
    const stop = farewells.add(() => {
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
    onGone: farewells.add,
    text: putBody,
    bytes: putBody,
    open(opening, interest) {
      const stream = ++streams;
      openStreams[stream] = true;
      if (interest === 'unsure') sniffing.begin(stream);
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
      const b64 = isText ? undefined : base64Of(data);
      const names = { event: cut(event), lastEventId: cut(lastEventId) };
      putSome(stream, { kind: 'frame', t, stream, dir, text, b64, ...names }, `${event} ${text}`);
    },
    gone() {
      farewells.callAll();
      forEach(keys(openStreams), (key) => {
        const stream = Number(key);
        close(stream, 'page-gone');
        // A page that comes back from the back/forward cache goes on reading what it had open.
        openStreams[stream] = true;
      });
    },
  };
}
