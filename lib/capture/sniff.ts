// Whether the first messages of a socket look like AG-UI. A cheap look for words, nothing is parsed:
// sockets carry chats, hot reloads and games, and those are none of our business.
import { textOf } from './emit';
import { includes, lengthOf, slice } from './natives';

// A message says what it is near its start; a long state behind it need not be searched.
const HEAD = 16 * 1024;

const NAMES = [
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
  'TEXT_MESSAGE_',
  'TOOL_CALL_',
  'STATE_SNAPSHOT',
  'STATE_DELTA',
  'MESSAGES_SNAPSHOT',
  'ACTIVITY_',
  'REASONING_',
  'THINKING_',
  'STEP_STARTED',
  'ag_ui',
  'agui_',
  'ag-ui',
];

function textLooksRight(text: string): boolean {
  const head = slice(text, 0, HEAD);
  for (let at = 0; at < NAMES.length; at++) if (includes(head, NAMES[at] as string)) return true;
  return (
    (includes(head, 'threadId') || includes(head, 'thread_id')) &&
    (includes(head, 'runId') || includes(head, 'run_id'))
  );
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

function bytesLookRight(bytes: Uint8Array): boolean {
  const first = bytes[0];
  if (first === 0x7b || first === 0x5b) {
    const text = textOf(bytes);
    return text !== undefined && textLooksRight(text);
  }
  const length = lengthOf(bytes);
  const prefix = ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) * 65536 + (bytes[2] ?? 0) * 256 + (bytes[3] ?? 0);
  return isOneField(bytes, 0) || (length > 5 && prefix === length - 4 && isOneField(bytes, 4));
}

/** True where a message may belong to an AG-UI conversation. */
export const looksLikeAgUi = (data: string | Uint8Array): boolean =>
  typeof data === 'string' ? textLooksRight(data) : bytesLookRight(data);
