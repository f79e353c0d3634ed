// The event types of AG-UI 1.0 as data. test/drift.test.ts compares them with the installed @ag-ui/core.
import type { Event } from '@ag-ui/core';
import type { Json, JsonObject } from '@/lib/core/json/json';

export const EVENT_TYPES = [
  'TEXT_MESSAGE_START',
  'TEXT_MESSAGE_CONTENT',
  'TEXT_MESSAGE_END',
  'TEXT_MESSAGE_CHUNK',
  'TOOL_CALL_START',
  'TOOL_CALL_ARGS',
  'TOOL_CALL_END',
  'TOOL_CALL_CHUNK',
  'TOOL_CALL_RESULT',
  'STATE_SNAPSHOT',
  'STATE_DELTA',
  'MESSAGES_SNAPSHOT',
  'ACTIVITY_SNAPSHOT',
  'ACTIVITY_DELTA',
  'RAW',
  'CUSTOM',
  'RUN_STARTED',
  'RUN_FINISHED',
  'RUN_ERROR',
  'STEP_STARTED',
  'STEP_FINISHED',
  'REASONING_START',
  'REASONING_MESSAGE_START',
  'REASONING_MESSAGE_CONTENT',
  'REASONING_MESSAGE_END',
  'REASONING_MESSAGE_CHUNK',
  'REASONING_END',
  'REASONING_ENCRYPTED_VALUE',
  'SUBAGENT_STARTED',
  'SUBAGENT_FINISHED',
  'SUBAGENT_ERROR',
] as const;

export type EventTypeName = (typeof EVENT_TYPES)[number];

// Not a cast: `as` names the keys.
type ByName = { [E in Event as `${E['type']}`]: E };

export type EventOf<T extends EventTypeName> = ByName[T];

/** An event that a schema has accepted, with its type. */
export function asEvent(event: JsonObject): Event {
  // Checked by a schema or by fields.ts. Of other events, compaction reads only type and tag.
  return event as unknown as Event;
}

/** Part of an event or a message, as JSON. */
export function jsonIn(part: object | string): Json {
  // Both come from parsed JSON, which the library's types do not express.
  return part as Json;
}

/** The types of AG-UI 0.0.x that 1.0 translates. They carry no ids and no subagent attribution. */
const THINKING_TYPES = [
  'THINKING_START',
  'THINKING_END',
  'THINKING_TEXT_MESSAGE_START',
  'THINKING_TEXT_MESSAGE_CONTENT',
  'THINKING_TEXT_MESSAGE_END',
] as const;

export type ThinkingTypeName = (typeof THINKING_TYPES)[number];

const NAMES: ReadonlyMap<string, EventTypeName> = new Map(EVENT_TYPES.map((name) => [name, name]));
const THINKING: ReadonlySet<string> = new Set(THINKING_TYPES);

/** The event type of AG-UI 1.0 with this name, as a shared string: maps find shared strings faster than parsed ones. */
export function eventTypeOf(text: string): EventTypeName | undefined {
  return NAMES.get(text);
}

export function isEventType(type: string): type is EventTypeName {
  return NAMES.has(type);
}

export function isThinkingType(type: string): type is ThinkingTypeName {
  return THINKING.has(type);
}
