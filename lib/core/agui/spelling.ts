// Converts other spellings of AG-UI values to those of 1.0: snake_case keys, the interrupt drafts, the message shapes
// of earlier drafts. Copies on write; a value already in 1.0's spelling is returned as is.

import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { wordsIn } from '@/lib/core/json/words-in';

const CAMEL_KEYS = wordsIn(`
  threadId runId parentRunId protocolVersion forwardedProps rawEvent stepName messageId parentMessageId
  toolCallId toolCallName toolCalls encryptedValue encryptedValueType entityId activityType subagentRunId
  parentSubagentRunId parentToolCallId pendingToolCallIds interruptId interruptIds responseSchema expiresAt
  mimeType metaType inputTokens outputTokens totalTokens reasoningTokens cachedInputTokens
  cacheWriteInputTokens
`);

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type KeyNames = ReadonlyMap<string, string>;

const TO_CAMEL: KeyNames = new Map(CAMEL_KEYS.map((key) => [snake(key), key]));
const TO_SNAKE: KeyNames = new Map(CAMEL_KEYS.map((key) => [key, snake(key)]));

/** Keys that have another name, which is absent. */
function keysToRename(value: JsonObject, names: KeyNames): readonly string[] {
  return Object.keys(value).filter((key) => {
    const name = names.get(key);
    return name !== undefined && value[name] === undefined;
  });
}

// Objects with AG-UI keys. Everything else (state, content, arguments, metadata) belongs to the app.
const NESTED: ReadonlySet<string> = new Set(
  wordsIn('input messages toolCalls outcome interrupts interrupt usage resume source'),
);

function renamed(value: Json, names: KeyNames, changed: string[]): Json {
  if (Array.isArray(value)) {
    const entries = value.map((entry: Json) => renamed(entry, names, changed));
    return entries.some((entry, at) => entry !== value[at]) ? entries : value;
  }
  if (!isJsonObject(value)) return value;
  const found = new Set(keysToRename(value, names));
  const entries = Object.entries(value).map(([key, inner]): [string, Json] => {
    const name = found.has(key) ? (names.get(key) ?? key) : key;
    const isNested = NESTED.has(TO_CAMEL.get(key) ?? key) || (name === 'content' && Array.isArray(inner));
    return [name, isNested ? renamed(inner, names, changed) : inner];
  });
  if (found.size === 0 && entries.every(([key, inner]) => inner === value[key])) return value;
  changed.push(...found);
  return Object.fromEntries(entries);
}

/** A value in camelCase, and the converted keys. */
export function toCamelCase(value: JsonObject): {
  readonly value: JsonObject;
  readonly keys: readonly string[];
} {
  const keys: string[] = [];
  const result = renamed(value, TO_CAMEL, keys);
  return { value: isJsonObject(result) ? result : value, keys: [...new Set(keys)] };
}

export const toSnakeCase = (value: Json): Json => renamed(value, TO_SNAKE, []);

type Note = (spelling: string) => void;

/** Replaces the objects in one list of a value. */
export function withChanged(
  holder: JsonObject,
  key: string,
  change: (entry: JsonObject) => JsonObject,
): JsonObject {
  const list = holder[key];
  if (!Array.isArray(list)) return holder;
  const entries = list.map((entry: Json) => (isJsonObject(entry) ? change(entry) : entry));
  return entries.some((entry, at) => entry !== list[at]) ? { ...holder, [key]: entries } : holder;
}

function respellCall(call: JsonObject, note: Note): JsonObject {
  const { name, arguments: args, function: called, ...rest } = call;
  if (called !== undefined || typeof name !== 'string') return call;
  note('a flat tool call');
  const text = typeof args === 'string' ? args : JSON.stringify(args ?? {});
  return { ...rest, type: 'function', function: { name, arguments: text } };
}

export const MEDIA: ReadonlySet<unknown> = new Set(['image', 'audio', 'video', 'document']);

/** `{type: "file"}`, which 1.0 knows as one of four kinds of media. */
function respellFile(part: JsonObject, note: Note): JsonObject {
  const { url, data, mimeType, filename, name, metadata, type: _file, source: own, ...rest } = part;
  const value = typeof url === 'string' ? url : data;
  const made =
    typeof value !== 'string' ? undefined : { type: typeof url === 'string' ? 'url' : 'data', value };
  const source: JsonObject | undefined = isJsonObject(own) ? own : made;
  if (source === undefined) return part;
  note("content of the type 'file'");
  const mime = typeof mimeType === 'string' ? mimeType : String(source['mimeType'] ?? '');
  const kind = mime.split('/', 1)[0];
  const title = filename ?? name;
  return {
    ...rest,
    type: MEDIA.has(kind) ? (kind ?? 'document') : 'document',
    source: { ...source, ...(mime !== '' && { mimeType: mime }) },
    ...(title !== undefined && { metadata: { ...(isJsonObject(metadata) && metadata), filename: title } }),
    ...(title === undefined && metadata !== undefined && { metadata }),
  };
}

function respellPart(part: JsonObject, note: Note): JsonObject {
  if (part['type'] === 'file') return respellFile(part, note);
  const { url, mimeType, ...rest } = part;
  if (!MEDIA.has(part['type']) || part['source'] !== undefined || typeof url !== 'string') return part;
  note(`${String(part['type'])} content with a bare url`);
  const source = { type: 'url', value: url, ...(typeof mimeType === 'string' && { mimeType }) };
  return { ...rest, source };
}

function respellActivity(message: JsonObject, note: Note): JsonObject {
  const { activity, ...rest } = message;
  if (message['role'] !== 'activity' || message['activityType'] !== undefined || activity === undefined) {
    return message;
  }
  note("an activity message with 'activity'");
  const type = isJsonObject(activity) ? activity['type'] : undefined;
  const content = isJsonObject(activity) ? activity : { value: activity };
  return { ...rest, activityType: typeof type === 'string' ? type : 'activity', content };
}

function respellMessage(message: JsonObject, note: Note): JsonObject {
  const respelled = respellActivity(message, note);
  const called = withChanged(respelled, 'toolCalls', (call) => respellCall(call, note));
  return withChanged(called, 'content', (part) => respellPart(part, note));
}

/** A run input with its messages and interrupt answers in the spelling of 1.0. */
export function respellInput(input: JsonObject, note: Note = () => {}): JsonObject {
  const respelled = withChanged(input, 'messages', (message) => respellMessage(message, note));
  const { resume } = input;
  if (!isJsonObject(resume) || typeof resume['interruptId'] !== 'string') return respelled;
  note("a single 'resume'");
  return { ...respelled, resume: [{ status: 'resolved', ...resume }] };
}

function respellOutcome(event: JsonObject, note: Note): JsonObject {
  const { outcome, interrupt, ...rest } = event;
  // The draft's `outcome` is a string, and may be absent if there is an interrupt.
  const isDraft = typeof outcome === 'string' || (outcome === undefined && isJsonObject(interrupt));
  if (!isDraft) return event;
  note(outcome === undefined ? "the draft's 'interrupt'" : "the draft's 'outcome'");
  if (!isJsonObject(interrupt) && outcome !== 'interrupt') {
    return outcome === 'cancelled' ? { ...rest, outcome: { type: 'cancelled' } } : rest;
  }
  const { id, reason, payload, ...more } = isJsonObject(interrupt) ? interrupt : {};
  const known = {
    id: typeof id === 'string' ? id : 'interrupt',
    reason: typeof reason === 'string' ? reason : 'interrupt',
    ...(payload !== undefined && { metadata: { payload } }),
  };
  return { ...rest, outcome: { type: 'interrupt', interrupts: [{ ...more, ...known }] } };
}

export function respellEvent(event: JsonObject): {
  readonly event: JsonObject;
  readonly spellings: readonly string[];
} {
  const found = new Set<string>();
  const note: Note = (spelling) => found.add(spelling);
  const respelled = respellBody(event, note);
  return { event: respelled, spellings: [...found] };
}

function respellBody(event: JsonObject, note: Note): JsonObject {
  switch (event['type']) {
    case 'MESSAGES_SNAPSHOT':
      return respellInput(event, note);
    case 'RUN_FINISHED':
      return respellOutcome(event, note);
    case 'RUN_STARTED': {
      const { input } = event;
      const respelled = isJsonObject(input) ? respellInput(input, note) : input;
      return respelled === undefined || respelled === input ? event : { ...event, input: respelled };
    }
    default:
      return event;
  }
}
