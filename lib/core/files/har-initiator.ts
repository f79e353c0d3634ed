// The initiator of a request: the code that sent it, as Chrome writes it to HAR files.
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringOrEmpty,
} from '@/lib/core/json/json';
import type { Stream } from '@/lib/core/log/types';
import { TEXT_MAX } from '@/lib/messages/limits';

export interface StackFrame {
  readonly functionName: string;
  readonly url: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Initiator {
  /** As in the network panel: script, parser, preload, other. */
  readonly type: string;
  /** The innermost frame first; asynchronous callers follow. */
  readonly frames: readonly StackFrame[];
}

const FRAMES_MAX = 50;
/** Frames of our own page script, which is around every `fetch`. */
const OWN = /^chrome-extension:.*\/content-scripts\/page\.js$/;

const numberIn = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

function* framesOf(stack: Json | undefined): Iterable<StackFrame> {
  for (let at = stack; isJsonObject(at); at = at['parent']) {
    const { callFrames } = at;
    for (const frame of isJsonArray(callFrames) ? callFrames : []) {
      if (!isJsonObject(frame)) continue;
      const { functionName, url, lineNumber, columnNumber } = frame;
      if (OWN.test(stringOrEmpty(url))) continue;
      yield {
        functionName: stringOrEmpty(functionName),
        url: stringOrEmpty(url),
        line: numberIn(lineNumber) + 1,
        column: numberIn(columnNumber) + 1,
      };
    }
  }
}

export function readInitiator(initiator: Json | undefined): Initiator | undefined {
  if (!isJsonObject(initiator)) return undefined;
  const frames: StackFrame[] = [];
  for (const frame of framesOf(initiator['stack'])) if (frames.push(frame) === FRAMES_MAX) break;
  return { type: stringOrEmpty(initiator['type']), frames };
}

/** In the form of HAR files, without members that are not shown. */
function writeInitiator({ type, frames }: Initiator): JsonObject {
  if (frames.length === 0) return { type };
  const callFrames = frames.map(({ functionName, url, line, column }) => ({
    functionName,
    url,
    lineNumber: line - 1,
    columnNumber: column - 1,
  }));
  return { type, stack: { callFrames } };
}

/** The initiator of an entry as text; callers beyond the limit are left out. */
export function initiatorText(initiator: Json | undefined): string | undefined {
  const read = readInitiator(initiator);
  if (read === undefined) return undefined;
  for (let count = read.frames.length; count >= 0; count = count === 0 ? -1 : count >> 1) {
    const text = JSON.stringify(writeInitiator({ ...read, frames: read.frames.slice(0, count) }));
    if (text.length <= TEXT_MAX) return text;
  }
  return undefined;
}

export function initiatorOf({ initiator }: Stream): Initiator | undefined {
  return initiator === undefined ? undefined : readInitiator(parseJson(initiator));
}

export function initiatorField(stream: Stream): JsonObject {
  const initiator = initiatorOf(stream);
  return initiator === undefined ? {} : { _initiator: writeInitiator(initiator) };
}
