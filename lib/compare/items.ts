// What an event says when it is compared: ids and wording are left out where they do not count.
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/agui/json';
import type { Ignorable } from '@/lib/compare/types';

const IDS: ReadonlySet<string> = new Set([
  ...['threadId', 'runId', 'parentRunId', 'messageId', 'toolCallId', 'parentMessageId', 'entityId'],
  ...['subagentRunId', 'parentSubagentRunId', 'parentToolCallId', 'interruptId', 'interruptIds'],
  'pendingToolCallIds',
]);
/** Where an `id` is one of the protocol, and not of the app. */
const WITH_IDS: ReadonlySet<string> = new Set(['messages', 'toolCalls', 'interrupts', 'interrupt']);
const WORDS: ReadonlySet<string> = new Set(['delta', 'content', 'message', 'text', 'encryptedValue']);
const TIMES: ReadonlySet<string> = new Set(['timestamp', 'expiresAt', 'createdAt']);
/** Members that hold what is the app's own, in which no name means anything to the protocol. */
const OF_APP: ReadonlySet<string> = new Set([
  'snapshot',
  'state',
  'result',
  'forwardedProps',
  'parameters',
  'payload',
  'responseSchema',
]);
const NAMES = ['toolCallName', 'stepName', 'activityType', 'name', 'role'] as const;

/** Gives ids numbers. */
type NumberOf = (id: string) => string;

/** Ids as the order in which they first came. */
export function createNumbers(): NumberOf {
  const numbers = new Map<string, string>();
  return (id) => {
    const known = numbers.get(id) ?? `#${numbers.size + 1}`;
    numbers.set(id, known);
    return known;
  };
}

/** Whether what stands under a name, itself in what stands under a key, is the app's own. */
function isOfApp(name: string, value: Json, key: string): boolean {
  // Of a custom event, or of an operation of a patch.
  if (name === 'value') return key === '' || key === 'delta' || key === 'patch';
  // The content of an activity; that of a message is text, or a list of parts.
  return OF_APP.has(name) || (name === 'content' && isJsonObject(value));
}

/** What is left of a value when what does not count is taken out. */
function counted(
  value: Json,
  key: string,
  context: { readonly ignored: ReadonlySet<Ignorable>; readonly numberOf: NumberOf; readonly isApp: boolean },
): Json {
  const { ignored, numberOf, isApp } = context;
  if (typeof value === 'string') {
    if (isApp) return value;
    if (ignored.has('ids') && IDS.has(key)) return numberOf(value);
    return ignored.has('wording') && WORDS.has(key) ? '…' : value;
  }
  if (isJsonArray(value)) return value.map((item) => counted(item, key, context));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.flatMap(([name, inner]): [string, Json][] => {
      // Raw events hold what is measured and drawn anew each time.
      if (!isApp && (name === 'rawEvent' || name === 'timestamp')) return [];
      if (!isApp && ignored.has('times') && TIMES.has(name)) return [];
      if (!isApp && name === 'id' && WITH_IDS.has(key) && ignored.has('ids') && typeof inner === 'string')
        return [[name, numberOf(inner)]];
      return [[name, counted(inner, name, { ...context, isApp: isApp || isOfApp(name, inner, key) })]];
    }),
  );
}

/** What kind of thing an event is, whatever it says. */
export function kindOf(event: JsonObject, type: string): string {
  const names = NAMES.map((name) => event[name]).filter((name) => typeof name === 'string');
  return [type.replace(/_CHUNK$/, '_CONTENT'), ...names].join(' ');
}

/** What an event says, without what is ignored. */
export function contentOf(event: JsonObject, ignored: ReadonlySet<Ignorable>, numberOf: NumberOf): string {
  return JSON.stringify(counted(event, '', { ignored, numberOf, isApp: false }));
}
