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

/** What counts, and how ids are written. */
interface Counting {
  readonly isIdCounted: boolean;
  readonly isWordCounted: boolean;
  readonly isTimeCounted: boolean;
  readonly numberOf: NumberOf;
}

/** Whether a member of what stands under a key is left out. */
function isLeftOut(name: string, { isTimeCounted }: Counting): boolean {
  // Raw events hold what is measured and drawn anew each time.
  return name === 'rawEvent' || name === 'timestamp' || (!isTimeCounted && TIMES.has(name));
}

function countedText(text: string, key: string, counting: Counting): string {
  if (!counting.isIdCounted && IDS.has(key)) return counting.numberOf(text);
  return !counting.isWordCounted && WORDS.has(key) ? '…' : text;
}

/** What is left of a value when what does not count is taken out; what is the app's own is only put in order. */
function counted(value: Json, key: string, counting: Counting | 'app'): Json {
  if (typeof value === 'string') return counting === 'app' ? value : countedText(value, key, counting);
  if (isJsonArray(value)) return value.map((item) => counted(item, key, counting));
  if (!isJsonObject(value)) return value;
  const members: [string, Json][] = [];
  for (const name of Object.keys(value).sort()) {
    const inner = value[name] ?? null;
    if (counting === 'app') members.push([name, counted(inner, name, counting)]);
    else if (name === 'id' && WITH_IDS.has(key) && !counting.isIdCounted && typeof inner === 'string')
      members.push([name, counting.numberOf(inner)]);
    else if (!isLeftOut(name, counting))
      members.push([name, counted(inner, name, isOfApp(name, inner, key) ? 'app' : counting)]);
  }
  return Object.fromEntries(members);
}

/** What kind of thing an event is, whatever it says. */
export function kindOf(event: JsonObject, type: string): string {
  let kind = type.replace(/_CHUNK$/, '_CONTENT');
  for (const name of NAMES) {
    const value = event[name];
    if (typeof value === 'string') kind += ` ${value}`;
  }
  return kind;
}

/** What an event says, without what is ignored. */
export function contentOf(event: JsonObject, ignored: ReadonlySet<Ignorable>, numberOf: NumberOf): string {
  const counting = {
    isIdCounted: !ignored.has('ids'),
    isWordCounted: !ignored.has('wording'),
    isTimeCounted: !ignored.has('times'),
    numberOf,
  };
  return JSON.stringify(counted(event, '', counting));
}
