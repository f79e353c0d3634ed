// The conversations of all threads that TanStack AI's client reads, beside the model as sent.

import type { ProfileOf } from '@/lib/core/clients/clients';
import {
  addMessage,
  type Chat,
  forgetStream,
  forkChat,
  newChat,
  setMessages,
} from '@/lib/core/clients/tanstack/chat';
import { finalize, process } from '@/lib/core/clients/tanstack/processor';
import {
  type AdapterLine,
  type AdapterReading,
  connectsAgain,
  continued,
  isCut,
  lastLines,
  linesIn,
  NEW_READING,
  withOffset,
} from '@/lib/core/clients/tanstack/reading';
import { uiMessages } from '@/lib/core/clients/tanstack/snapshot';
import type { Incoming } from '@/lib/core/clients/tanstack/streaming';
import { sentLength, uiMessageEntries } from '@/lib/core/clients/tanstack/to-messages';
import type { UiMessage } from '@/lib/core/clients/tanstack/ui-message';
import { hasNoBody, isHttpError } from '@/lib/core/clients/unread-bodies';
import { lookup } from '@/lib/core/json/id-map';
import { isJsonObject, type Json, type JsonObject, objectsIn } from '@/lib/core/json/json';
import { emptyList, type List, pushed } from '@/lib/core/json/list';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { streamView } from '@/lib/core/model/model';
import { isJoining } from '@/lib/core/model/rejoin';
import type { Model, Thread } from '@/lib/core/model/types';

interface Request {
  readonly thread: number;
  readonly stream: Stream;
}

/** Conversations by thread index, and their streams by stream index. */
export interface Conversations {
  readonly chats: Map<number, Chat>;
  readonly readings: Map<number, AdapterReading>;
  /** Requests: their thread, and the newest stream with their response. */
  readonly requests: Map<string, Request>;
}

export function noConversations(): Conversations {
  return { chats: new Map(), readings: new Map(), requests: new Map() };
}

export function forkConversations({ chats, readings, requests }: Conversations): Conversations {
  return {
    chats: new Map([...chats].map(([thread, chat]) => [thread, forkChat(chat)])),
    readings: new Map(readings),
    requests: new Map(requests),
  };
}

function chatOf({ chats, readings }: Conversations, model: Model, stream: Stream): Chat {
  const thread = readings.get(stream.index)?.thread ?? streamView(model, stream).thread;
  const known = chats.get(thread);
  if (known !== undefined) return known;
  const made = newChat();
  chats.set(thread, made);
  return made;
}

function readingOf({ readings }: Conversations, { index }: Stream): AdapterReading {
  return readings.get(index) ?? NEW_READING;
}

function noteReading(all: Conversations, stream: Stream, more: Partial<AdapterReading>): void {
  all.readings.set(stream.index, { ...readingOf(all, stream), ...more });
}

/** The messages of a request: known messages are kept, as they contain what a request cannot express. */
function messagesSent(chat: Chat, input: JsonObject, seq: number): readonly UiMessage[] {
  const sent = objectsIn(input['messages']);
  const kept: UiMessage[] = [];
  let others: JsonObject[] = [];
  const takeOthers = () => {
    kept.push(...uiMessages(chat, others, { via: 'request', seq }));
    others = [];
  };
  for (let at = 0, next = 0; at < sent.length; ) {
    // Reasoning precedes the answer that it belongs to.
    let own = at;
    while (sent[own]?.['role'] === 'reasoning') own++;
    const places = lookup(chat.positions, String(sent[own]?.['id'])) ?? [];
    const place = places.find((index) => index >= next);
    const ui = place === undefined ? undefined : chat.messages.at(place);
    const length = ui === undefined ? 0 : sentLength(ui, sent, at);
    if (ui !== undefined && place !== undefined && length > 0) {
      takeOthers();
      kept.push(ui);
      next = place + 1;
    } else others.push(...sent.slice(at, at + 1));
    at += Math.max(1, length);
  }
  takeOthers();
  return kept;
}

/** Applies the messages of a request. Repeated messages keep their origin. */
function applyRequest(chat: Chat, input: JsonObject, seq: number): void {
  const kept = messagesSent(chat, input, seq);
  forgetStream(chat);
  const isAppended = [...chat.messages].every((message, at) => kept[at] === message);
  if (!isAppended) setMessages(chat, kept);
  else for (const message of kept.slice(chat.messages.length)) addMessage(chat, message);
  const { waiting } = chat;
  chat.waiting = undefined;
  for (const event of waiting ?? []) give({ chat, event, seq });
}

/** Delivers an event to the client. After an exception in the client's code, events wait for the next request. */
function give(incoming: Incoming): void {
  const { chat, event } = incoming;
  if (chat.waiting !== undefined) chat.waiting = pushed(chat.waiting, event, chat.owner);
  else if (process(incoming) === 'throws') chat.waiting = emptyList();
}

/** The client generates an id per request, so an equal id means a reconnect. */
function requestName({ doc, url, method }: Stream, input: JsonObject | undefined): string | undefined {
  // The client joins a run by its URL.
  if (input === undefined) return method === 'GET' ? JSON.stringify([doc, url]) : undefined;
  const { threadId, runId } = input;
  return typeof runId === 'string' ? JSON.stringify([doc, threadId ?? null, runId]) : undefined;
}

/** The earlier request, if this one is a reconnect of the client. */
function repeated({ requests, readings }: Conversations, name: string | undefined): Request | undefined {
  const known = name === undefined ? undefined : requests.get(name);
  const reading = known && readings.get(known.stream.index);
  return reading?.offset === undefined || reading.isOver ? undefined : known;
}

/** True if the client reads the body of an error, which may report a missing key. */
function isReadForReason({ status }: Stream): boolean {
  return status === 401;
}

/** A stream was opened, or a request was sent on it. The model has processed it already. */
export function takeOpening(
  all: Conversations,
  model: Model,
  stream: Stream,
  input: JsonObject | undefined,
  seq: number,
): void {
  const name = requestName(stream, input);
  const before = repeated(all, name);
  // The thread of a join is known only from its events.
  const asked = input === undefined ? undefined : before?.thread;
  const from = before?.stream ?? stream;
  const thread = asked ?? readingOf(all, from).thread ?? streamView(model, from).thread;
  const isWaiting = before === undefined && isJoining(model, stream);
  if (before !== undefined) {
    all.readings.set(stream.index, continued(readingOf(all, before.stream), thread));
  } else if (isWaiting)
    noteReading(all, stream, { isWaiting: true, ...(input === undefined && { join: 'waiting' }) });
  else if (input !== undefined) {
    noteReading(all, stream, NEW_READING);
    applyRequest(chatOf(all, model, stream), input, seq);
  } else noteReading(all, stream, { join: 'waiting' });
  if (name !== undefined && !isWaiting) all.requests.set(name, { thread, stream });
  if ((isHttpError(stream) && !isReadForReason(stream)) || hasNoBody(stream)) fail(all, model, stream, seq);
}

// Events that replace the previous answer when a run is joined again.
const REBUILDS: ReadonlySet<string> = new Set([
  'TEXT_MESSAGE_START',
  'TEXT_MESSAGE_CONTENT',
  'TOOL_CALL_START',
  'MESSAGES_SNAPSHOT',
]);

/** The stream replays a run from its beginning: the client rebuilds the run. */
function rejoin(all: Conversations, chat: Chat, stream: Stream, type: string): void {
  if (!REBUILDS.has(type)) return;
  noteReading(all, stream, { join: 'begun' });
  const last = chat.messages.at(-1);
  forgetStream(chat);
  if (last?.role === 'assistant') setMessages(chat, [...chat.messages].slice(0, -1));
}

/** An event arrived. The model has processed it already. `isContinued`: the stream continues a broken one. */
export function takeEvent(all: Conversations, model: Model, logged: LoggedEvent, isContinued: boolean): void {
  const { stream, seq } = logged;
  const reading = readingOf(all, stream);
  if (reading.isOver || isHttpError(stream)) return;
  if (reading.isWaiting && !isJoining(model, stream)) {
    noteReading(all, stream, { isWaiting: false });
    if (!isContinued && stream.input !== undefined)
      applyRequest(chatOf(all, model, stream), stream.input, seq);
  }
  const { body, lines } = linesIn(reading.body, logged);
  if (body !== reading.body) noteReading(all, stream, { body });
  for (const line of lines) takeLine(all, model, stream, { line, seq });
}

function takeLine(
  all: Conversations,
  model: Model,
  stream: Stream,
  { line, seq }: { readonly line: AdapterLine; readonly seq: number },
): void {
  if (line.kind === 'failure') fail(all, model, stream, seq);
  else if (line.kind === 'done') {
    takeChunk(all, model, stream, { value: { type: 'RUN_FINISHED' }, seq });
    finish(all, model, stream, seq);
  } else takeChunk(all, model, stream, { ...line, seq });
}

function takeChunk(
  all: Conversations,
  model: Model,
  stream: Stream,
  { value, offset, seq }: { readonly value: Json; readonly offset?: string; readonly seq: number },
): void {
  const chat = chatOf(all, model, stream);
  const before = readingOf(all, stream);
  const reading = withOffset(before, offset);
  if (reading === undefined) return;
  if (reading !== before) all.readings.set(stream.index, reading);
  // An array has no type and is ignored.
  if (!isJsonObject(value)) return;
  const type = String(value['type']);
  if (reading.join === 'waiting') rejoin(all, chat, stream, type);
  if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') noteReading(all, stream, { isEnded: true });
  give({ chat, event: value, seq });
}

function isEnded({ isEnded, wasEnded }: AdapterReading): boolean {
  return isEnded || wasEnded;
}

/** Reading failed: the client adds RUN_ERROR, unless a run has ended. A joined run stays open. */
function fail(all: Conversations, model: Model, stream: Stream, seq: number): void {
  const reading = readingOf(all, stream);
  noteReading(all, stream, { isOver: true });
  if (reading.join !== undefined || isEnded(reading)) return;
  give({ chat: chatOf(all, model, stream), event: { type: 'RUN_ERROR' }, seq });
}

/** The body has ended: the client closes open messages, and adds a missing RUN_FINISHED. */
function finish(all: Conversations, model: Model, stream: Stream, seq: number): void {
  const reading = readingOf(all, stream);
  noteReading(all, stream, { isOver: true });
  if (reading.join !== undefined) return;
  const chat = chatOf(all, model, stream);
  if (!isEnded(reading)) give({ chat, event: { type: 'RUN_FINISHED' }, seq });
  if (chat.waiting === undefined && !chat.memory.hasError) finalize({ chat, seq });
}

export function takeClose(all: Conversations, model: Model, stream: Stream, seq: number): void {
  const before = readingOf(all, stream);
  if (before.isOver) return;
  const isError = isHttpError(stream);
  const { body, lines } = lastLines(before.body, stream);
  for (const line of isError ? [] : lines) takeLine(all, model, stream, { line, seq });
  const reading = readingOf(all, stream);
  const how = stream.close?.how;
  if (reading.isOver) return;
  const isBroken = how === 'network-error' || isCut(body);
  if (how === 'aborted' || how === 'page-gone') noteReading(all, stream, { isOver: true });
  else if (isError) fail(all, model, stream, seq);
  else if (!isBroken && (reading.offset === undefined || reading.isEnded)) finish(all, model, stream, seq);
  else if (!connectsAgain(reading) || (!isBroken && !reading.hasEvents)) fail(all, model, stream, seq);
}

function shownThread(thread: Thread, chat: Chat | undefined): Thread {
  if (chat === undefined) return thread;
  const { statePatchFailure: _failure, ...rest } = thread;
  // This client keeps no shared state.
  return { ...rest, messages: uiMessageEntries(chat, thread.threadId), state: undefined, stateSeqs: [] };
}

export function shownModel(model: Model, { chats }: Conversations, profileOf: ProfileOf): Model {
  if (chats.size === 0) return model;
  const { threads } = model;
  const at = (index: number): Thread | undefined => {
    const place = index < 0 ? index + threads.length : index;
    const thread = threads.at(place);
    if (thread === undefined) return undefined;
    // Another client may have continued the thread.
    const stream = model.runs.at(thread.runs.at(-1) ?? -1)?.streams.at(-1);
    const isOwn = stream === undefined || profileOf(stream).id === 'tanstack';
    return isOwn ? shownThread(thread, chats.get(place)) : thread;
  };
  const shown: List<Thread> = {
    length: threads.length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < threads.length; index++) {
        const thread = at(index);
        if (thread !== undefined) yield thread;
      }
    },
  };
  return { ...model, threads: shown };
}
