// Decides if the first segments of a stream look like AG-UI. A fast search for words, without parsing: pages send
// chats, hot reloads and games over the same transports, and those must be ignored.
import { hasAny, lengthOf, slice, words } from './natives';

// Length of a stream that is examined before it is dropped.
const LOOK_SEGMENTS = 64;
const LOOK_LENGTH = 64 * 1024;
// A sign may be split between two segments, so this much of the previous text is searched again.
const TAIL = 1024;

const NAMES = words(
  'RUN_STARTED RUN_FINISHED RUN_ERROR TEXT_MESSAGE_ TOOL_CALL_ STATE_SNAPSHOT STATE_DELTA MESSAGES_SNAPSHOT ' +
    'ACTIVITY_ REASONING_ THINKING_ STEP_STARTED ag_ui agui_ ag-ui blockId block_id',
);
const THREAD = words('threadId thread_id');
const RUN = words('runId run_id');

export const namesRun = (text: string): boolean => hasAny(text, THREAD) && hasAny(text, RUN);

const DECLARED = words(
  '"agents" "identity" "transport" "multiAgent" "reasoning" "multimodal" "execution" "humanInTheLoop"',
);

export const declaresAgents = (text: string): boolean => hasAny(slice(text, 0, LOOK_LENGTH), DECLARED);

/**
 * Receives one segment after another: true once one looks like AG-UI, false after enough without a sign, undefined in
 * between.
 */
export type Sniffer = (segment: string) => boolean | undefined;

export function createSniffer(): Sniffer {
  let tail = '';
  let segments = 0;
  let length = 0;
  return (segment) => {
    // A long state after the names need not be searched.
    const text = tail + slice(segment, 0, LOOK_LENGTH);
    if (hasAny(text, NAMES) || namesRun(text)) return true;
    tail = slice(text, -TAIL);
    length += segment.length;
    return ++segments >= LOOK_SEGMENTS || length >= LOOK_LENGTH ? false : undefined;
  };
}

/** True if the bytes from `at` are one length-delimited protobuf field that ends exactly at their end. */
function isOneField(bytes: Uint8Array, at: number): boolean {
  let next = at;
  let tag = bytes[next++] ?? 0;
  // All arms of the event union are length-delimited: wire type 2.
  if ((tag & 7) !== 2) return false;
  while (tag & 0x80) tag = bytes[next++] ?? 0;
  let length = 0;
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = bytes[next++] ?? 0;
    length += (byte & 0x7f) << shift;
    if (!(byte & 0x80)) return length > 1 && next + length === lengthOf(bytes);
  }
  return false;
}

/** True for bytes that are one protobuf event, with or without a four-byte length prefix. */
export function isEvent(bytes: Uint8Array): boolean {
  let prefix = 0;
  for (let at = 0; at < 4; at++) prefix = prefix * 256 + (bytes[at] ?? 0);
  return isOneField(bytes, 0) || (prefix > 1 && prefix === lengthOf(bytes) - 4 && isOneField(bytes, 4));
}
