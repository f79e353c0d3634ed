// Content of an event for comparison: without ignored ids, times and wording.

import type { Ignorable } from '@/lib/core/compare/types';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { wordsIn } from '@/lib/core/json/words-in';

const IDS: ReadonlySet<string> = new Set(
  wordsIn(`
    threadId runId parentRunId messageId toolCallId parentMessageId entityId subagentRunId
    parentSubagentRunId parentToolCallId interruptId interruptIds pendingToolCallIds
  `),
);
/** Members whose `id` belongs to the protocol. */
const WITH_IDS: ReadonlySet<string> = new Set(['messages', 'toolCalls', 'interrupts', 'interrupt']);
const WORDS: ReadonlySet<string> = new Set(['delta', 'content', 'message', 'text', 'encryptedValue']);
const TIMES: ReadonlySet<string> = new Set(['timestamp', 'expiresAt', 'createdAt']);
/** Members with data of the app, whose names do not belong to the protocol. */
const OF_APP: ReadonlySet<string> = new Set(
  wordsIn('snapshot state result forwardedProps parameters payload responseSchema'),
);
const NAMES = ['toolCallName', 'stepName', 'activityType', 'name', 'role'] as const;

type NumberOf = (id: string) => string;

export function createNumbers(): NumberOf {
  const numbers = new Map<string, string>();
  return (id) => {
    const known = numbers.get(id) ?? `#${numbers.size + 1}`;
    numbers.set(id, known);
    return known;
  };
}

/** True if a member inside the value of `key` is data of the app. */
function isOfApp(name: string, value: Json, key: string): boolean {
  // In a CUSTOM event, or in an operation of a patch.
  if (name === 'value') return key === '' || key === 'delta' || key === 'patch';
  // Content of an activity; content of a message is a text or a list of parts.
  return OF_APP.has(name) || (name === 'content' && isJsonObject(value));
}

interface ContentOptions {
  readonly ignored: ReadonlySet<Ignorable>;
  readonly numberOf: NumberOf;
}

/** Normalizes a value; data of the app is only sorted. */
function normalized(value: Json, key: string, options: ContentOptions | undefined): Json {
  const isIgnored = (name: Ignorable) => options?.ignored.has(name) ?? false;
  if (typeof value === 'string') {
    if (isIgnored('ids') && IDS.has(key)) return options?.numberOf(value) ?? value;
    return isIgnored('wording') && WORDS.has(key) ? '…' : value;
  }
  if (isJsonArray(value)) return value.map((item) => normalized(item, key, options));
  if (!isJsonObject(value)) return value;
  const members: [string, Json][] = [];
  for (const name of Object.keys(value).sort()) {
    const inner = value[name] ?? null;
    // Raw events and timestamps always differ.
    if (options && (name === 'rawEvent' || name === 'timestamp')) continue;
    if (isIgnored('times') && TIMES.has(name)) continue;
    const isId = name === 'id' && WITH_IDS.has(key) && isIgnored('ids');
    if (isId && options && typeof inner === 'string') members.push([name, options.numberOf(inner)]);
    else members.push([name, normalized(inner, name, isOfApp(name, inner, key) ? undefined : options)]);
  }
  return Object.fromEntries(members);
}

export function kindOf(event: JsonObject, type: string): string {
  const names = NAMES.map((name) => event[name]).filter((value) => typeof value === 'string');
  return [type.replace(/_CHUNK$/, '_CONTENT'), ...names].join(' ');
}

/** JSON of an event without ignored values; ignored ids become numbers. */
export function normalizedContent(
  event: JsonObject,
  ignored: ReadonlySet<Ignorable>,
  numberOf: NumberOf,
): string {
  return JSON.stringify(normalized(event, '', { ignored, numberOf }));
}
