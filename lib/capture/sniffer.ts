// Whether the first segments of a stream look like AG-UI. A cheap look for words, nothing is parsed: pages carry chats,
// hot reloads and games over the same transports, and those are none of our business.
import { hasAny, lengthOf, slice, words } from './natives';

// How much of a stream is looked at before it is left alone.
const LOOK_SEGMENTS = 64;
const LOOK_LENGTH = 64 * 1024;
// A sign may be split over two segments: so much of what came before is looked at again.
const TAIL = 1024;

const NAMES = words(
  'RUN_STARTED RUN_FINISHED RUN_ERROR TEXT_MESSAGE_ TOOL_CALL_ STATE_SNAPSHOT STATE_DELTA MESSAGES_SNAPSHOT ' +
    'ACTIVITY_ REASONING_ THINKING_ STEP_STARTED ag_ui agui_ ag-ui blockId block_id',
);
const THREAD = words('threadId thread_id');
const RUN = words('runId run_id');

/** True for a text that names both a thread and a run. */
export const namesRun = (text: string): boolean => hasAny(text, THREAD) && hasAny(text, RUN);

/**
 * Looks at one segment after the other: true once something looked like AG-UI, false once enough was seen without it,
 * undefined in between.
 */
export type Sniffer = (segment: string) => boolean | undefined;

/** Creates the sniffer of one stream. */
export function createSniffer(): Sniffer {
  let tail = '';
  let segments = 0;
  let length = 0;
  return (segment) => {
    // A long state behind the names need not be searched.
    const text = tail + slice(segment, 0, LOOK_LENGTH);
    if (hasAny(text, NAMES) || namesRun(text)) return true;
    tail = slice(text, -TAIL);
    length += segment.length;
    return ++segments >= LOOK_SEGMENTS || length >= LOOK_LENGTH ? false : undefined;
  };
}

/** True where the bytes from `at` are one protobuf field with a length that ends exactly where they end. */
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

/** True for bytes that are one protobuf event, with its length in four bytes before it or without. */
export function isEvent(bytes: Uint8Array): boolean {
  let prefix = 0;
  for (let at = 0; at < 4; at++) prefix = prefix * 256 + (bytes[at] ?? 0);
  return isOneField(bytes, 0) || (prefix > 1 && prefix === lengthOf(bytes) - 4 && isOneField(bytes, 4));
}
