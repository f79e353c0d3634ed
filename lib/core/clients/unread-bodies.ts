// The client's transport before there are events: unread bodies and limits.

import { CLIENT_FRAME_MAX, PROTO_OVERFLOW, PROTO_TYPE, SSE_OVERFLOW } from '@/lib/core/agui/client-limits';
import { base64Size } from '@/lib/core/agui/content-part';
import type { Violation } from '@/lib/core/clients/verdict';
import type { Profile } from '@/lib/core/consumers/profile';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';

export const NO_BODY = 'Failed to getReader() from response';

/** True for a response without a body in browsers. */
export function hasNoBody({ status, transport }: Stream): boolean {
  return transport === 'fetch' && (status === 204 || status === 205);
}

/** True for an HTTP error. The client reads no events from such a body. */
export function isHttpError({ status }: Stream): boolean {
  return status !== undefined && (status < 200 || status > 299);
}

/**
 * For the client, every type but the exact protobuf type is server-sent events, and a body without a `data:` line is
 * empty.
 */
export function isUnread(stream: Stream): boolean {
  const { framing, headers, transport } = stream;
  const isError = isHttpError(stream);
  // Fast path: true for nearly every stream.
  if (framing === 'sse' && !isError) return false;
  if (framing === undefined || transport !== 'fetch') return false;
  if (isError) return true;
  if (framing === 'proto') return headers !== undefined && headers['content-type'] !== PROTO_TYPE;
  return framing !== 'sse' && framing !== 'message';
}

/** The violation of a frame that exceeds the client's limits, regardless of its content. */
export function overflow(
  { isLenient }: Profile,
  { stream, seq, binary, raw }: LoggedEvent,
): Violation | undefined {
  const { overflowFrom, incompleteFrom } = stream;
  if (!isLenient || incompleteFrom !== undefined) return undefined;
  if (overflowFrom !== undefined && seq >= overflowFrom)
    return { check: 'unreadable-frame', text: SSE_OVERFLOW };
  if (!binary || raw.length < CLIENT_FRAME_MAX || 4 + base64Size(raw) <= CLIENT_FRAME_MAX) return undefined;
  return { check: 'unreadable-frame', text: PROTO_OVERFLOW };
}
