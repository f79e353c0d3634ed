// The message that an event of a TanStack AI stream belongs to.

import {
  addMessage,
  type Chat,
  memoryOf,
  messageOf,
  type Streaming,
  startStreaming,
} from '@/lib/core/clients/tanstack/chat';
import type { UiRole } from '@/lib/core/clients/tanstack/ui-message';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

export interface Incoming {
  readonly chat: Chat;
  readonly event: JsonObject;
  readonly seq: number;
}

/** Result of a handler: `throws` if the client's own code does. */
// A handler that returns nothing is one that does not throw.
// biome-ignore lint/suspicious/noConfusingVoidType: see above
export type HandlerOutcome = 'throws' | undefined | void;

/** A field with an id or a name; '' if falsy. */
export function textIn(event: JsonObject, key: string): string {
  const value = event[key];
  if (typeof value === 'string') return value;
  return value ? JSON.stringify(value) : '';
}

function appended(value: Json | undefined): string {
  if (isJsonArray(value)) return value.map((each) => (each === null ? '' : appended(each))).join(',');
  return isJsonObject(value) ? '[object Object]' : String(value);
}

/** Text appended by an event: the client tests only if the delta is truthy. */
export function deltaIn({ delta }: JsonObject): string {
  return delta ? appended(delta) : '';
}

/** A field of `metadata.tanstack`, which the client reads like a field of the event. */
export function extraIn({ metadata }: JsonObject, key: string): Json | undefined {
  const own = isJsonObject(metadata) ? metadata['tanstack'] : undefined;
  return isJsonObject(own) ? own[key] : undefined;
}

/** A field of an event, or its counterpart in `metadata.tanstack`. */
export function fieldOf(event: JsonObject, key: string): Json | undefined {
  return event[key] ?? extraIn(event, key);
}

/** The message for events without an id. */
export function activeAssistant({ memory }: Chat): string | undefined {
  const isAssistant = (id: string) => memory.streaming.get(id)?.role === 'assistant';
  // Events after the end of a run belong to the message that was streamed last.
  return [...memory.active].findLast(isAssistant) ?? [...memory.streaming.keys()].findLast(isAssistant);
}

export function newMessage({ chat, seq }: Incoming, id: string, role: UiRole): Streaming {
  addMessage(chat, { id, role, parts: [], via: 'stream', firstSeq: seq, lastSeq: seq });
  memoryOf(chat).active.add(id);
  return startStreaming(chat, id, role);
}

/** Continues a message of the conversation that is not being streamed. */
function takeUp({ chat }: Incoming, id: string): Streaming | undefined {
  const known = messageOf(chat, id);
  if (known === undefined) return undefined;
  const streaming = startStreaming(chat, id, known.role);
  memoryOf(chat).active.add(id);
  const last = known.parts.at(-1);
  if (last?.type === 'text') streaming.text = last.content;
  return streaming;
}

/** The message of an event: the named one, the active one, or a new one. */
export function ensureAssistant(
  incoming: Incoming,
  wanted?: string,
): { readonly id: string; readonly streaming: Streaming } {
  const { chat } = incoming;
  const memory = memoryOf(chat);
  for (const id of [wanted, activeAssistant(chat)]) {
    const streaming = id === undefined || id === '' ? undefined : memory.streaming.get(id);
    if (id === undefined || streaming === undefined) continue;
    memory.active.add(id);
    return { id, streaming };
  }
  const taken = wanted === undefined || wanted === '' ? undefined : takeUp(incoming, wanted);
  if (taken !== undefined && wanted !== undefined) return { id: wanted, streaming: taken };
  const id = wanted === undefined || wanted === '' ? `made-${++chat.invented}` : wanted;
  const streaming = newMessage(incoming, id, 'assistant');
  memoryOf(chat).made = id;
  return { id, streaming };
}
