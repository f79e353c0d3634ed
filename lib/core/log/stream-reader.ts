// Decodes the captured chunks of one stream: chooses framer and decoder, and decodes frames again later.

import { decoders } from '@/lib/core/decode/decoders';
import { framers } from '@/lib/core/decode/framers';
import { parseFrame } from '@/lib/core/decode/json';
import { message } from '@/lib/core/decode/message';
import type {
  Decoded,
  Decoder,
  Frame,
  FrameReader,
  Framer,
  Translation,
  Translator,
} from '@/lib/core/decode/types';
import type { JsonObject } from '@/lib/core/json/json';
import { EMPTY_KEPT } from '@/lib/core/log/empty-run';
import { isReadable } from '@/lib/core/log/readable-event';

/** Number of units before a framer is chosen; fewer at the end of the body. */
const HEAD_UNITS = 8;
/** The same for an object declared as the whole body: after its first line it is known if others follow. */
const LINE_UNITS = 64 * 1024;

const UNENDED = /^\ufeff?[ \t]*\{[^\n]*$/;
const hasLineEnd = (chunk: string | Uint8Array): boolean =>
  typeof chunk === 'string' ? chunk.includes('\n') : chunk.includes(10);

function best<T>(candidates: readonly T[], confidence: (candidate: T) => number): T | undefined {
  let found: T | undefined;
  let highest = 0;
  for (const candidate of candidates) {
    const value = confidence(candidate);
    if (value > highest) {
      found = candidate;
      highest = value;
    }
  }
  return found;
}

// Messages are independent of each other.
const messages = message.create();

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 1024));
}

function jsonOf(frame: Frame): unknown {
  const parsed = parseFrame(frame);
  return 'value' in parsed ? parsed.value : undefined;
}

type AnyDecoder = Decoder | Translator;

const ALL: readonly AnyDecoder[] = decoders;

const SIGNED = ALL.filter(({ signs }) => signs !== undefined);

/** Matches any sign. It is applied to every frame, and one expression is eight times as fast as a search per sign. */
const ANY_SIGN = new RegExp(
  SIGNED.flatMap(({ signs }) => signs ?? [])
    .map((sign) => sign.replace(/\W/g, '\\$&'))
    .join('|'),
);

export function dialectNames(): readonly string[] {
  return ALL.map(({ dialect }) => dialect);
}

/** A chosen decoder, and the first event that it reads. */
interface Chosen {
  readonly from: number;
  readonly decoder: AnyDecoder;
  readonly decode: (frame: Frame) => Decoded;
  readonly translation?: Translation;
  /** True if the first frame was certainly AG-UI: no similar protocol may take over later. */
  readonly isSure: boolean;
}

// Only a certain frame changes the protocol of an AG-UI stream; a broken event does not.
const CERTAIN = 0.95;

const NOTHING: Decoded = { type: '', problems: [] };

/** True if a frame cannot contain an event in any dialect: events are objects, and their types are texts. */
function isSurelyEmpty(frame: Frame): boolean {
  const { binary, data } = frame;
  if (binary) return data === '';
  if (!data.includes('"') || !data.includes('{')) return true;
  return /^\s*[[{]/.test(data) && 'problem' in parseFrame(frame);
}

// Frame of the transport, left out of the log.
const CONTROL_FRAME: Decoded = { ...NOTHING, isControl: true };

function isBlank({ data, problem }: Frame): boolean {
  return problem === undefined && data.trim() === '';
}

// A frame of another protocol: shown under its own name, and a reason to detect the dialect again.
const FOREIGN: Decoded = { ...NOTHING, isForeign: true };

// The same, if the dialect is forced.
const MISFIT: Decoded = {
  type: '',
  problems: [{ code: 'dialect', message: 'This frame does not match the chosen dialect.' }],
};

function start(
  decoder: AnyDecoder,
  { from, isSure }: Pick<Chosen, 'from' | 'isSure'>,
  input: JsonObject | undefined,
): Chosen {
  // An empty frame belongs to no protocol; only AG-UI's own clients fail on it.
  const isSilent = (frame: Frame): boolean => decoder.judged === false && isBlank(frame);
  if ('create' in decoder) {
    const own = decoder.create();
    const decode = (frame: Frame): Decoded => (isSilent(frame) ? CONTROL_FRAME : own(frame));
    return { from, isSure, decoder, decode: decoder.judged === false ? decode : own };
  }
  const translation = decoder.translate();
  if (input !== undefined) translation.request?.(input);
  const decode = (frame: Frame): Decoded => {
    if (isSilent(frame)) return CONTROL_FRAME;
    const parts = translation.frame(frame);
    return parts === undefined ? FOREIGN : { ...NOTHING, parts };
  };
  return { from, isSure, decoder, decode, translation };
}

export class StreamReader {
  readonly #contentType: string | undefined;
  #waiting: (string | Uint8Array)[] = [];
  #waitingUnits = 0;
  /** True if the body may be one JSON document, or one per line. */
  #isLine: boolean | undefined;
  #framer: Framer | undefined;
  #reader: FrameReader | undefined;
  // Decoders with the first seq of each; several if the dialect is detected late.
  #decoders: Chosen[] = [];
  // The newest run request, for a translator chosen at the first frame.
  #input: JsonObject | undefined;
  #judged = true;
  // Number of frames without an event since the last event.
  #empties = 0;
  readonly #forced: AnyDecoder | undefined;

  /** `dialect` forces the decoder. */
  constructor(contentType: string | undefined, dialect?: string) {
    this.#contentType = contentType?.toLowerCase();
    this.#forced = ALL.find((decoder) => decoder.dialect === dialect);
  }

  get framing(): string | undefined {
    return this.#framer?.name;
  }

  get dialect(): string | undefined {
    return this.#decoders.at(-1)?.decoder.dialect;
  }

  /** False if the newest frames belong to another protocol. */
  get judged(): boolean {
    return this.#judged;
  }

  request(input: JsonObject): void {
    this.#input = input;
    this.#decoders.at(-1)?.translation?.request?.(input);
  }

  /** Events implied by the orderly end of the stream. */
  closing(): readonly Decoded[] {
    return this.#decoders.at(-1)?.translation?.end?.() ?? [];
  }

  chunk(chunk: string | Uint8Array): Frame[] {
    if (this.#reader !== undefined) return this.#reader.push(chunk);
    this.#waiting.push(chunk);
    this.#waitingUnits += chunk.length;
    if (this.#waitingUnits < HEAD_UNITS) return [];
    this.#isLine ??= /[/+]json\b/.test(this.#contentType ?? '') && UNENDED.test(this.#head());
    return this.#isLine && this.#waitingUnits < LINE_UNITS && !hasLineEnd(chunk) ? [] : this.#start();
  }

  /** The frames of one message of a transport with its own framing. */
  message(data: string | Uint8Array): Frame[] {
    this.#framer ??= message;
    this.#reader ??= messages;
    return messages.push(data);
  }

  end(): Frame[] {
    const frames = this.#reader === undefined && this.#waitingUnits > 0 ? this.#start() : [];
    return [...frames, ...(this.#reader?.end() ?? [])];
  }

  /** Called after the end: text after the last frame that some clients read. */
  get rest(): string {
    return this.#reader?.rest?.() ?? '';
  }

  /** True if the last frame is one of many consecutive frames without an event. */
  get isEmptyRun(): boolean {
    return this.#empties > EMPTY_KEPT;
  }

  /** Decodes a new frame that will become event `seq`. */
  read(frame: Frame, seq: number): Decoded {
    const decoded = this.#empties >= EMPTY_KEPT && isSurelyEmpty(frame) ? NOTHING : this.#decode(frame, seq);
    if (decoded.type !== '' || decoded.parts !== undefined) this.#empties = 0;
    else if (decoded.isControl !== true) this.#empties++;
    return decoded;
  }

  #decode(frame: Frame, seq: number): Decoded {
    const current = this.#decoders.at(-1) ?? this.#choose(frame, seq);
    const decoded = current.decode(frame);
    if (decoded.isForeign !== true && isReadable(decoded.problems) && !this.#isSign(frame)) return decoded;
    if (this.#forced !== undefined)
      return decoded.isForeign === true && decoded.type === '' ? MISFIT : decoded;
    // The frame may belong to another dialect.
    const better = this.#choose(frame, seq);
    return better === current ? decoded : better.decode(frame);
  }

  reread(frame: Frame, seq: number): Decoded {
    let index = this.#decoders.length - 1;
    while (index > 0 && (this.#decoders[index]?.from ?? 0) > seq) index--;
    return this.#decoders[index]?.decode(frame) ?? NOTHING;
  }

  reframe(raw: string, binary: boolean): Frame {
    if (binary || this.#framer === undefined) return { raw, binary, data: raw };
    return this.#framer.reread(raw);
  }

  /** True if a decoded frame shows another dialect. */
  #isSign({ data }: Frame): boolean {
    if (this.#forced !== undefined || !ANY_SIGN.test(data)) return false;
    return SIGNED.some(
      ({ dialect, signs }) => this.dialect !== dialect && signs?.some((sign) => data.includes(sign)),
    );
  }

  #head(): string {
    return this.#waiting.map((c) => (typeof c === 'string' ? c.slice(0, LINE_UNITS) : latin1(c))).join('');
  }

  #start(): Frame[] {
    const start = this.#head();
    const type = this.#contentType;
    const head = { start, ...(type !== undefined && { contentType: type }) };
    const framer = best<Framer>(framers, (candidate) => candidate.confidence(head)) ?? framers[0];
    const reader = framer.create();
    const frames = this.#waiting.flatMap((chunk) => reader.push(chunk));
    this.#framer = framer;
    this.#reader = reader;
    this.#waiting = [];
    return frames;
  }

  #choose(frame: Frame, seq: number): Chosen {
    const current = this.#decoders.at(-1);
    if (this.#forced !== undefined) return current ?? this.#use(this.#forced, seq, true);
    const head = [jsonOf(frame)];
    const confidence = (decoder: AnyDecoder): number => {
      const sure = decoder.confidence(head, [frame], this.#input);
      return current?.isSure && decoder.judged === false && sure < CERTAIN ? 0 : sure;
    };
    const decoder = best(ALL, confidence) ?? decoders[0];
    const sure = confidence(decoder);
    if (current !== undefined && sure <= confidence(current.decoder)) return current;
    return this.#use(decoder, seq, decoder.judged !== false && sure > 0.5);
  }

  #use(decoder: AnyDecoder, from: number, isSure: boolean): Chosen {
    const chosen = start(decoder, { from, isSure }, this.#input);
    this.#decoders.push(chosen);
    this.#judged = decoder.judged !== false;
    return chosen;
  }
}
