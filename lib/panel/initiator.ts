// Initiator of a request, from the entries of a network panel (HAR): the code that sent it.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import type { Stream } from '@/lib/core/log/types';

export interface StackFrame {
  readonly functionName: string;
  readonly url: string;
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
}

export interface Initiator {
  /** As the network panel names it: script, parser, preload, other. */
  readonly type: string;
  /** The innermost frame first; asynchronous callers follow. */
  readonly frames: readonly StackFrame[];
}

/** The clocks of a page and of the network panel differ a little, milliseconds. */
const APART_MS = 250;
const FRAMES_MAX = 50;
/** Frames of our own page script, which is around every `fetch`. */
const OWN = /^chrome-extension:.*\/content-scripts\/page\.js$/;

const numberIn = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);
const stringIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function* framesOf(stack: Json | undefined): Iterable<StackFrame> {
  for (let at = stack; isJsonObject(at); at = at['parent']) {
    const { callFrames } = at;
    for (const frame of isJsonArray(callFrames) ? callFrames : []) {
      if (!isJsonObject(frame)) continue;
      const { functionName, url, lineNumber, columnNumber } = frame;
      if (OWN.test(stringIn(url))) continue;
      yield {
        functionName: stringIn(functionName),
        url: stringIn(url),
        line: numberIn(lineNumber) + 1,
        column: numberIn(columnNumber) + 1,
      };
    }
  }
}

function readInitiator(initiator: Json | undefined): Initiator | undefined {
  if (!isJsonObject(initiator)) return undefined;
  const frames: StackFrame[] = [];
  for (const frame of framesOf(initiator['stack'])) if (frames.push(frame) === FRAMES_MAX) break;
  return { type: stringIn(initiator['type']), frames };
}

/** Milliseconds between an entry and a request; undefined for another request. */
function distance(entry: JsonObject, { url, method, startMs }: Stream): number | undefined {
  const { request } = entry;
  if (!isJsonObject(request) || request['url'] !== url || request['method'] !== method) return undefined;
  const apart = Math.abs(Date.parse(stringIn(entry['startedDateTime'])) - startMs);
  return apart <= APART_MS ? apart : undefined;
}

/** The initiator of a stream's request: that of the entry with its URL and method which began nearest to it. */
export function findInitiator(entries: readonly Json[], stream: Stream): Initiator | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let found: Initiator | undefined;
  for (const entry of entries) {
    if (!isJsonObject(entry)) continue;
    const apart = distance(entry, stream);
    if (apart === undefined || apart >= nearest) continue;
    nearest = apart;
    found = readInitiator(entry['_initiator']);
  }
  return found;
}
