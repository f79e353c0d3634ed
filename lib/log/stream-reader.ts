// One stream's way from captured chunks to decoded frames: chooses framer and decoder, and decodes again later.
import { decoders } from '@/lib/decode/decoders';
import { framers } from '@/lib/decode/framers';
import { parseFrame } from '@/lib/decode/json';
import { message } from '@/lib/decode/message';
import type { Decoded, Decoder, Frame, FrameReader, Framer } from '@/lib/decode/types';

/** How many units of a body must be there before its framer is chosen; less only where the body ends. */
const HEAD_UNITS = 8;

/** A frame and what was made of it. */
export interface ReadFrame {
  readonly frame: Frame;
  readonly decoded: Decoded;
}

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

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 1024));
}

function jsonOf(frame: Frame): unknown {
  const parsed = parseFrame(frame);
  return 'value' in parsed ? parsed.value : undefined;
}

/** Reads one stream. `firstSeq` numbers tell which decoder read which events. */
export class StreamReader {
  readonly #contentType: string | undefined;
  #waiting: (string | Uint8Array)[] = [];
  #waitingUnits = 0;
  #framer: Framer | undefined;
  #reader: FrameReader | undefined;
  // Which decoder reads events from which seq on; more than one where the dialect shows only later.
  #decoders: { readonly from: number; readonly decoder: Decoder; readonly decode: (f: Frame) => Decoded }[] =
    [];

  constructor(contentType: string | undefined) {
    this.#contentType = contentType?.toLowerCase();
  }

  get framing(): string | undefined {
    return this.#framer?.name;
  }

  get dialect(): string | undefined {
    return this.#decoders.at(-1)?.decoder.dialect;
  }

  /** Frames that a chunk of a body completes. */
  chunk(chunk: string | Uint8Array): Frame[] {
    if (this.#reader !== undefined) return this.#reader.push(chunk);
    this.#waiting.push(chunk);
    this.#waitingUnits += chunk.length;
    return this.#waitingUnits < HEAD_UNITS ? [] : this.#start();
  }

  /** Frames of one message of a transport that delimits by itself. */
  message(data: string | Uint8Array): Frame[] {
    this.#framer ??= message;
    this.#reader ??= message.create();
    return message.create().push(data);
  }

  /** Frames that the end of the body completes. */
  end(): Frame[] {
    const frames = this.#reader === undefined && this.#waitingUnits > 0 ? this.#start() : [];
    return [...frames, ...(this.#reader?.end() ?? [])];
  }

  /** Decodes a new frame that will be event `seq`. */
  read(frame: Frame, seq: number): Decoded {
    const current = this.#decoders.at(-1) ?? this.#choose(frame, seq);
    const decoded = current.decode(frame);
    if (decoded.problems.length === 0 && decoded.isForeign !== true) return decoded;
    // The frame does not fit: perhaps it is another dialect's.
    const better = this.#choose(frame, seq);
    return better === current ? decoded : better.decode(frame);
  }

  /** Decodes the frame of event `seq` again. */
  reread(frame: Frame, seq: number): Decoded {
    let index = this.#decoders.length - 1;
    while (index > 0 && (this.#decoders[index]?.from ?? 0) > seq) index--;
    return this.#decoders[index]?.decode(frame) ?? { type: '', problems: [] };
  }

  /** The frame again from its raw text. */
  reframe(raw: string, binary: boolean): Frame {
    if (binary || this.#framer === undefined) return { raw, binary, data: raw };
    return this.#framer.reread(raw);
  }

  #start(): Frame[] {
    const start = this.#waiting.map((c) => (typeof c === 'string' ? c.slice(0, 4096) : latin1(c))).join('');
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

  #choose(frame: Frame, seq: number): { decoder: Decoder; decode: (f: Frame) => Decoded } {
    const head = [jsonOf(frame)];
    const current = this.#decoders.at(-1);
    const decoder = best<Decoder>(decoders, (candidate) => candidate.confidence(head)) ?? decoders[0];
    const isBetter = current === undefined || decoder.confidence(head) > current.decoder.confidence(head);
    if (!isBetter) return current;
    const chosen = { from: seq, decoder, decode: decoder.create() };
    this.#decoders.push(chosen);
    return chosen;
  }
}
