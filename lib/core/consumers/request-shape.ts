// The shape of a request body: each client writes the members in its own order.

import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import { CLIENT_0_0, CLIENT_1_0, CLIENT_1_1, type Profile } from '@/lib/core/consumers/profile';
import type { JsonObject } from '@/lib/core/json/json';
import { wordsIn } from '@/lib/core/json/words-in';
import type { Stream } from '@/lib/core/log/types';

/** The members of `@ag-ui/client` 0.0.x, in its order. */
const ORDER_0_0 = [
  'threadId',
  'runId',
  'tools',
  'context',
  'forwardedProps',
  'state',
  'messages',
  'resume',
  // CopilotKit's connect over a socket.
  'lastSeenEventId',
] as const;

const ALWAYS_0_0 = 7;

/** True if the keys of an object are a subset of a list, in its order. */
export function isInOrder(keys: readonly string[], order: readonly string[]): boolean {
  let at = -1;
  for (const key of keys) {
    const next = order.indexOf(key);
    if (next <= at) return false;
    at = next;
  }
  return true;
}

export function isWrittenBy00(input: JsonObject | undefined): boolean {
  if (input === undefined) return false;
  const keys = Object.keys(input);
  // The client always sends these; hand-written bodies in this order hardly have all.
  const isWhole = ORDER_0_0.slice(0, ALWAYS_0_0).every((key) => key in input);
  return isWhole && isInOrder(keys, ORDER_0_0);
}

/** True if a run request names its protocol version, as clients do from 1.0 on. */
export function statesVersion(input: JsonObject | undefined): boolean {
  return typeof input?.['protocolVersion'] === 'string';
}

/** True if a request states version 1.1 of the protocol or a later one. */
export function states11(input: JsonObject | undefined): boolean {
  const [, major = '', minor = ''] = /^(\d{1,4})\.(\d{1,4})$/.exec(String(input?.['protocolVersion'])) ?? [];
  return Number(major) > 1 || (major === '1' && Number(minor) > 0);
}

/** The stock client's profile for a request, by the version that it states. */
export function stockProfileOf(input: JsonObject | undefined): Profile {
  if (states11(input)) return CLIENT_1_1;
  return statesVersion(input) ? CLIENT_1_0 : CLIENT_0_0;
}

/** The members of `@ag-ui/client` 1.0, in its order; it always sends them. */
const ORDER_1_0 = wordsIn('threadId runId protocolVersion state messages tools context forwardedProps');

export function isWrittenBy10(input: JsonObject | undefined): boolean {
  if (input === undefined) return false;
  const keys = Object.keys(input).filter((key) => key !== 'resume');
  return keys.length === ORDER_1_0.length && isInOrder(keys, ORDER_1_0);
}

/** True if the request accepts the stock client's types, or its headers are unknown. */
export function asksLikeStock({ accept }: Stream): boolean {
  return accept === undefined || accept.includes('text/event-stream') || accept.includes(PROTO_TYPE);
}
