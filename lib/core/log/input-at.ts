// The run request of a stream, as it was known at an event.
import type { JsonObject } from '@/lib/core/json/json';
import type { Stream } from '@/lib/core/log/types';

/** The run request that a stream had at an event: a socket has none before the first one was sent on it. */
export function inputAt({ input, inputFrom = 0 }: Stream, seq: number): JsonObject | undefined {
  return seq < inputFrom ? undefined : input;
}
