// The conversation as TanStack AI's client has it, and what it remembers of the stream that it is reading. Messages
// are shared between versions; the memory is copied when a version first changes it.

import { callPart, type UiMessage, type UiPart, type UiRole } from '@/lib/core/clients/tanstack/ui-message';
import { assigned, type IdMap, lookup } from '@/lib/core/json/id-map';
import type { Json, JsonObject } from '@/lib/core/json/json';
import { type ChunkedList, emptyList, pushed, replaced } from '@/lib/core/json/list';
import { Owner } from '@/lib/core/json/owner';

interface StreamingCall {
  readonly name: string;
  args: string;
  isComplete: boolean;
  metadata?: Json | undefined;
}

export interface Streaming {
  readonly role: UiRole;
  /** The text of the current stretch. */
  text: string;
  /** True if calls came since. */
  hasCalls: boolean;
  readonly thinking: Map<string, string>;
  readonly signatures: Map<string, string>;
  step: string | undefined;
  readonly calls: Map<string, StreamingCall>;
}

/** Memory that is reset by every request and every snapshot. */
interface Memory {
  readonly streaming: Map<string, Streaming>;
  /** Ids of messages that are open, in the order of opening. */
  readonly active: Set<string>;
  readonly runs: Set<string>;
  readonly callOwners: Map<string, string>;
  readonly structured: Set<string>;
  /** A message that was made without its start. */
  made: string | undefined;
  /** A step that started before there was a message. */
  waitingStep: string | undefined;
  hasError: boolean;
}

export interface Chat {
  messages: ChunkedList<UiMessage>;
  /** Positions by id; several if a snapshot has repeated one. */
  positions: IdMap<readonly number[]>;
  owner: Owner;
  memory: Memory;
  /** False while the memory is shared with another version. */
  ownsMemory: boolean;
  /** Events since the client's own code threw, taken with the next request; undefined while it reads. */
  waiting: ChunkedList<JsonObject> | undefined;
  /** Counts messages that have no id but the one that the client invents. */
  invented: number;
}

function newMemory(): Memory {
  return {
    streaming: new Map(),
    active: new Set(),
    runs: new Set(),
    callOwners: new Map(),
    structured: new Set(),
    made: undefined,
    waitingStep: undefined,
    hasError: false,
  };
}

export function newChat(): Chat {
  return {
    messages: emptyList(),
    positions: undefined,
    owner: new Owner(),
    memory: newMemory(),
    ownsMemory: true,
    waiting: undefined,
    invented: 0,
  };
}

/** A fork: both share everything until one of them changes it. */
export function forkChat(chat: Chat): Chat {
  chat.owner = new Owner();
  chat.ownsMemory = false;
  return { ...chat, owner: new Owner() };
}

function copyStreaming(streaming: Streaming): Streaming {
  const calls = new Map([...streaming.calls].map(([id, call]) => [id, { ...call }]));
  return {
    ...streaming,
    thinking: new Map(streaming.thinking),
    signatures: new Map(streaming.signatures),
    calls,
  };
}

export function memoryOf(chat: Chat): Memory {
  if (chat.ownsMemory) return chat.memory;
  const { memory } = chat;
  chat.memory = {
    ...memory,
    streaming: new Map([...memory.streaming].map(([id, each]) => [id, copyStreaming(each)])),
    active: new Set(memory.active),
    runs: new Set(memory.runs),
    callOwners: new Map(memory.callOwners),
    structured: new Set(memory.structured),
  };
  chat.ownsMemory = true;
  return chat.memory;
}

export function forgetStream(chat: Chat): void {
  chat.memory = newMemory();
  chat.ownsMemory = true;
}

/** The first message of an id. */
export function messageOf(chat: Chat, id: string): UiMessage | undefined {
  const at = lookup(chat.positions, id)?.[0];
  return at === undefined ? undefined : chat.messages.at(at);
}

/** All messages of an id: a snapshot may repeat one, and a message may get the id of another. */
export function messagesWithId(chat: Chat, id: string): readonly UiMessage[] {
  return (lookup(chat.positions, id) ?? []).flatMap((at) => chat.messages.at(at) ?? []);
}

export function addMessage(chat: Chat, message: UiMessage): void {
  const at = chat.messages.length;
  chat.messages = pushed(chat.messages, message, chat.owner);
  const known = lookup(chat.positions, message.id) ?? [];
  chat.positions = assigned(chat.positions, message.id, [...known, at]);
}

export function setMessages(chat: Chat, messages: Iterable<UiMessage>): void {
  chat.messages = emptyList();
  chat.positions = undefined;
  for (const message of messages) addMessage(chat, message);
}

export function changeMessage(chat: Chat, id: string, change: (message: UiMessage) => UiMessage): void {
  for (const at of lookup(chat.positions, id) ?? []) {
    const message = chat.messages.at(at);
    if (message !== undefined) chat.messages = replaced(chat.messages, at, change(message), chat.owner);
  }
}

export function changeParts(
  chat: Chat,
  id: string,
  seq: number,
  change: (parts: readonly UiPart[]) => readonly UiPart[],
): void {
  changeMessage(chat, id, (message) => ({ ...message, parts: change(message.parts), lastSeq: seq }));
}

/** The message that has a call: the one that streams it, else the first with such a part. */
export function ownerOfCall(chat: Chat, callId: string): string | undefined {
  const known = chat.memory.callOwners.get(callId);
  if (known !== undefined) return known;
  for (const { id, parts } of chat.messages) if (callPart(parts, callId) !== undefined) return id;
  return undefined;
}

export function startStreaming(chat: Chat, id: string, role: UiRole): Streaming {
  const made: Streaming = {
    role,
    text: '',
    hasCalls: false,
    thinking: new Map(),
    signatures: new Map(),
    step: undefined,
    calls: new Map(),
  };
  memoryOf(chat).streaming.set(id, made);
  return made;
}
