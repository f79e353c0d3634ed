// Parses a decoded event like client 0.0.59: one schema, no repairs, no warnings.

import { NO_EVENT_TYPE, NOT_AN_OBJECT, PROTO_INVALID } from '@/lib/core/agui/client-limits';
import { asEvent } from '@/lib/core/agui/events';
import { parseOldEvent } from '@/lib/core/agui/events-0.0';
import { payloadOf } from '@/lib/core/clients/framing';
import { isPacked, type Understood, unreadable } from '@/lib/core/clients/understand';
import type { Violation } from '@/lib/core/clients/verdict';
import { type Json, type JsonObject, parseJson } from '@/lib/core/json/json';
import type { LoggedEvent } from '@/lib/core/log/types';

function without(event: JsonObject, key: string): JsonObject {
  const { [key]: _left, ...rest } = event;
  return rest;
}

/** A protobuf frame without an event of 0.0.59. That client silently ignores a frame cut off by the end of the body. */
function understandBinary({ problems }: LoggedEvent): Understood {
  const problem = problems[0];
  if (problem?.code === 'framing') return undefined;
  const text = (problem?.code === 'protobuf' ? problem.clientText : undefined) ?? PROTO_INVALID;
  return { violation: { check: 'unreadable-frame', text } };
}

/** The violation for JSON that is not an event, with the text of the client's schema, or for other text. */
function unreadableOld(logged: LoggedEvent): Violation {
  const violation = unreadable(logged);
  const value =
    violation.text === NO_EVENT_TYPE ? {} : violation.text === NOT_AN_OBJECT ? payloadIn(logged) : undefined;
  const parsed = value === undefined ? undefined : parseOldEvent(value);
  return parsed !== undefined && 'error' in parsed
    ? { ...violation, text: parsed.error, isSchemaError: true }
    : violation;
}

function payloadIn({ raw, stream }: LoggedEvent): Json | undefined {
  return parseJson((stream.framing === 'sse' ? payloadOf(raw) : raw) ?? '');
}

export function understandOld(logged: LoggedEvent): Understood {
  const event = logged.original ?? logged.event;
  if (event === undefined && logged.binary) return understandBinary(logged);
  if (event === undefined || isPacked(logged)) return { violation: unreadableOld(logged) };
  const parsed = parseOldEvent(event);
  if ('error' in parsed) {
    const isUnknown = logged.problems.some(({ code }) => code === 'unknown-type');
    const named = isUnknown ? 'unknown-type' : 'malformed-event';
    const check = logged.type === '' ? 'unreadable-frame' : named;
    return { violation: { check, text: parsed.error, isSchemaError: true } };
  }
  // The chunk expansion of 0.0.x drops rawEvent and does not create content from it.
  if (logged.type.endsWith('_CHUNK')) return { event: asEvent(without(parsed.event, 'rawEvent')) };
  // Only since 1.0, metadata declares which activities a snapshot owns.
  if (logged.type === 'MESSAGES_SNAPSHOT') return { event: asEvent(without(parsed.event, 'metadata')) };
  return { event: asEvent(parsed.event) };
}
