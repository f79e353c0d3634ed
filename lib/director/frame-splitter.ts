// Splits the bytes of a response into frames, each with its terminator. Concatenated, the frames are the bytes.
import { type EventFormat, splitLines, type TextFormat } from '../core/agui/event-frame';
import { PREFIX_BYTES, textOfMessage } from '../core/agui/proto-message';
import { joinBytes } from '../messages/base64';

export interface SplitFrame {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The event as text, or as JSON for protobuf; undefined without a complete event. */
  readonly text: string | undefined;
}

interface FrameSplitter {
  readonly push: (bytes: Uint8Array) => readonly SplitFrame[];
  /** The bytes after the last complete frame. */
  readonly end: () => readonly SplitFrame[];
}

const LF = 10;
const CR = 13;

/** The format of a response whose events can be edited. */
export function formatOfType(contentType: string): EventFormat | undefined {
  if (/^text\/event-stream\b/i.test(contentType)) return 'sse';
  if (/^application\/vnd\.ag-ui\.event\+proto\b/i.test(contentType)) return 'proto';
  return /ndjson|jsonl|json-lines|stream\+json|json-stream/i.test(contentType) ? 'ndjson' : undefined;
}

const dataIn = (line: string): string | undefined => /^data(?:: ?(.*))?$/s.exec(line)?.[1];

/** The value of a field in a server-sent event; the last one counts. */
export function fieldIn(frame: string, name: string): string | undefined {
  return splitLines(frame).reduce<string | undefined>(
    (found, line) => (line.startsWith(`${name}:`) ? line.slice(name.length + 1).replace(/^ /, '') : found),
    undefined,
  );
}

function eventIn(format: TextFormat, frame: string): string | undefined {
  if (format === 'ndjson') return frame.trim() || undefined;
  const data = splitLines(frame).flatMap((line) => dataIn(line) ?? []);
  return data.length === 0 ? undefined : data.join('\n');
}

/** Maximum size of a frame; the bytes of a longer one are passed on as they arrive. */
const FRAME_MAX = 16 * 1024 * 1024;

function createMessageSplitter(): FrameSplitter {
  const prefix = new Uint8Array(PREFIX_BYTES);
  let parts: Uint8Array[] = [];
  let size = 0;

  const frameSize = (): number => PREFIX_BYTES + new DataView(prefix.buffer).getUint32(0);
  const take = (isEvent: boolean): SplitFrame => {
    const bytes = joinBytes(parts);
    parts = [];
    return { bytes, text: isEvent ? textOfMessage(bytes.subarray(PREFIX_BYTES)) : undefined };
  };
  return {
    push(bytes) {
      const frames: SplitFrame[] = [];
      for (let at = 0; at < bytes.length; ) {
        const isPrefix = size < PREFIX_BYTES;
        const part = bytes.slice(at, at + (isPrefix ? PREFIX_BYTES : frameSize()) - size);
        if (isPrefix) prefix.set(part, size);
        parts.push(part);
        at += part.length;
        size += part.length;
        if (size < PREFIX_BYTES) break;
        const isTooLong = frameSize() > FRAME_MAX;
        const isWhole = size === frameSize();
        if (isWhole || isTooLong) frames.push(take(!isTooLong));
        if (isWhole) size = 0;
      }
      return frames;
    },
    end: () => (parts.length === 0 ? [] : [take(false)]),
  };
}

/** Splits lines, or at empty lines. */
function createTextSplitter(format: TextFormat): FrameSplitter {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let size = 0;
  let isLineEmpty = true;
  let isAfterCr = false;
  let isTooLong = false;

  const take = (isWhole: boolean): SplitFrame => {
    const bytes = joinBytes(parts);
    parts = [];
    size = 0;
    const text = isWhole && !isTooLong ? eventIn(format, decoder.decode(bytes)) : undefined;
    isTooLong = !isWhole;
    return { bytes, text };
  };
  /** True if a line break ends a frame. */
  const isEnd = (byte: number): boolean => {
    const isRest = byte === LF && isAfterCr;
    isAfterCr = byte === CR;
    if (format === 'ndjson') return byte === LF;
    if (isRest) return false;
    const isEmpty = isLineEmpty;
    isLineEmpty = true;
    return isEmpty;
  };
  return {
    push(bytes) {
      const frames: SplitFrame[] = [];
      let from = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte !== LF && byte !== CR) {
          isLineEmpty = false;
          isAfterCr = false;
          continue;
        }
        if (!isEnd(byte)) continue;
        // CR LF is one terminator.
        if (isAfterCr && bytes[at + 1] === LF) at++;
        isAfterCr &&= bytes[at] === CR;
        parts.push(bytes.slice(from, at + 1));
        from = at + 1;
        frames.push(take(true));
      }
      if (from < bytes.length) parts.push(bytes.slice(from));
      size += bytes.length - from;
      if (size > FRAME_MAX) frames.push(take(false));
      return frames;
    },
    end() {
      if (parts.length === 0) return [];
      // A last line needs no terminator.
      return [take(format === 'ndjson')];
    },
  };
}

export function createFrameSplitter(format: EventFormat): FrameSplitter {
  return format === 'proto' ? createMessageSplitter() : createTextSplitter(format);
}

/** A frame with another event; its other lines stay. */
export function withText(frame: string, text: string): string {
  const end = /\r\n|\r|\n/.exec(frame)?.[0] ?? '\n';
  let isPlaced = false;
  const lines = splitLines(frame).flatMap((line) => {
    if (dataIn(line) === undefined) return [line];
    if (isPlaced) return [];
    isPlaced = true;
    return splitLines(text).map((part) => `data: ${part}`);
  });
  return lines.join(end);
}
