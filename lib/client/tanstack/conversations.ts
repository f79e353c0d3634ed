// The conversations of all threads that TanStack AI's client reads, beside the model of what was sent.
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/agui/json';
import type { ProfileOf } from '@/lib/client/clients';
import {
  addMessage,
  type Chat,
  forgetStream,
  forkChat,
  newChat,
  setMessages,
} from '@/lib/client/tanstack/chat';
import { failRun, finalize, process } from '@/lib/client/tanstack/processor';
import { uiMessages } from '@/lib/client/tanstack/snapshot';
import { entriesOf, sentLength } from '@/lib/client/tanstack/to-messages';
import type { UiMessage } from '@/lib/client/tanstack/ui-message';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { streamView } from '@/lib/model/model';
import { isJoining } from '@/lib/model/rejoin';
import type { Model, Thread } from '@/lib/model/types';
import { lookup } from '@/lib/values/id-map';
import type { List } from '@/lib/values/list';

/** What is known of one stream. */
interface Reading {
  /** True once something could not be parsed: the client reads no further. */
  readonly isBroken: boolean;
  /** True once it has had the end of a run. */
  readonly isEnded: boolean;
  /** True until it has brought a message, if it joins a run again. */
  readonly isJoin: boolean;
  /** True until its request has been applied: what it continues is not known before its first event. */
  readonly isWaiting: boolean;
  /** True once an event has had an offset: where the connection breaks, the client asks for the rest. */
  readonly isDurable: boolean;
  /** True once an event has come. */
  readonly hasEvents: boolean;
  /** The thread of the request that it repeats, if it does. */
  readonly thread?: number;
  /** True if the end of a run had come before it was asked for. */
  readonly wasEnded: boolean;
}

const NEW: Reading = {
  isBroken: false,
  isEnded: false,
  isJoin: false,
  isWaiting: false,
  isDurable: false,
  hasEvents: false,
  wasEnded: false,
};

interface Request {
  readonly thread: number;
  readonly stream: number;
}

/** The conversations by the index of their thread, and the streams that feed them by theirs. */
export interface Conversations {
  readonly chats: Map<number, Chat>;
  readonly readings: Map<number, Reading>;
  /** The requests that were sent: their thread, and the newest stream that answers them. */
  readonly requests: Map<string, Request>;
}

/** No conversations. */
export function noConversations(): Conversations {
  return { chats: new Map(), readings: new Map(), requests: new Map() };
}

/** A fork: it shares everything until one of both changes it. */
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

function note({ readings }: Conversations, { index }: Stream, more: Partial<Reading>): void {
  readings.set(index, { ...(readings.get(index) ?? NEW), ...more });
}

/** The messages of a request: those that are known as they are, with what a request cannot say of them. */
function messagesSent(chat: Chat, input: JsonObject, seq: number): readonly UiMessage[] {
  const { messages } = input;
  const sent = isJsonArray(messages) ? messages.filter(isJsonObject) : [];
  const kept: UiMessage[] = [];
  let others: JsonObject[] = [];
  const takeOthers = () => {
    kept.push(...uiMessages(chat, others, { via: 'request', seq }));
    others = [];
  };
  for (let at = 0, next = 0; at < sent.length; ) {
    // Reasoning comes before the answer that it belongs to.
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

/** Applies the messages of a request. What it repeats keeps where it came from. */
function applyRequest(chat: Chat, input: JsonObject, seq: number): void {
  const kept = messagesSent(chat, input, seq);
  forgetStream(chat);
  const isAppended = [...chat.messages].every((message, at) => kept[at] === message);
  if (!isAppended) setMessages(chat, kept);
  else for (const message of kept.slice(chat.messages.length)) addMessage(chat, message);
}

/** The client draws an id for every request, so that one with the same id is the same once more: it reconnects. */
function nameOf({ doc }: Stream, { threadId, runId }: JsonObject): string | undefined {
  return typeof runId === 'string' ? JSON.stringify([doc, threadId ?? null, runId]) : undefined;
}

/** A stream was opened, or a request was sent on it. The model has taken it already. */
export function takeOpening(
  all: Conversations,
  model: Model,
  stream: Stream,
  input: JsonObject | undefined,
  seq: number,
): void {
  const name = input && nameOf(stream, input);
  const before = name === undefined ? undefined : all.requests.get(name);
  const thread = before?.thread ?? streamView(model, stream).thread;
  if (before !== undefined) {
    const { isEnded, wasEnded } = all.readings.get(before.stream) ?? NEW;
    note(all, stream, { ...NEW, isDurable: true, thread, wasEnded: isEnded || wasEnded });
  } else if (isJoining(model, stream)) note(all, stream, { isWaiting: true });
  else if (input !== undefined) {
    note(all, stream, { ...NEW });
    applyRequest(chatOf(all, model, stream), input, seq);
  } else note(all, stream, { isJoin: true });
  if (name !== undefined && (before !== undefined || !isJoining(model, stream)))
    all.requests.set(name, { thread, stream: stream.index });
}

// What replaces the answer that was there when a run is joined again.
const REBUILDS: ReadonlySet<string> = new Set([
  'TEXT_MESSAGE_START',
  'TEXT_MESSAGE_CONTENT',
  'TOOL_CALL_START',
  'MESSAGES_SNAPSHOT',
]);

/** The stream is the rest of a run, from its beginning: the client shows the run anew. */
function rejoin(all: Conversations, chat: Chat, stream: Stream, type: string): void {
  if (!REBUILDS.has(type)) return;
  note(all, stream, { isJoin: false });
  const last = chat.messages.at(-1);
  forgetStream(chat);
  if (last?.role === 'assistant') setMessages(chat, [...chat.messages].slice(0, -1));
}

/** An event arrived. The model has taken it already; `isContinued` if it goes on where another stream broke. */
export function takeEvent(all: Conversations, model: Model, logged: LoggedEvent, isContinued: boolean): void {
  const { stream, seq, type, event } = logged;
  const reading = all.readings.get(stream.index) ?? NEW;
  if (reading.isBroken) return;
  const chat = chatOf(all, model, stream);
  if (reading.isWaiting && !isJoining(model, stream)) {
    note(all, stream, { isWaiting: false });
    if (!isContinued && stream.input !== undefined) applyRequest(chat, stream.input, seq);
  }
  if (event === undefined) {
    // An array has no type, which it passes over.
    if (/^(data: ?)?\[/m.test(logged.raw)) return;
    note(all, stream, { isBroken: true });
    fail(chat, seq);
    return;
  }
  const isDurable = reading.isDurable || hasOffset(logged);
  if (!reading.hasEvents || isDurable !== reading.isDurable)
    note(all, stream, { isDurable, hasEvents: true });
  if (reading.isJoin) rejoin(all, chat, stream, type);
  if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') note(all, stream, { isEnded: true });
  process({ chat, event, seq });
}

/** Whether an event has an offset: the id of a server-sent event, or that of an envelope. */
function hasOffset({ raw }: LoggedEvent): boolean {
  return /^(?:id:|\{"id":)/m.test(raw.slice(0, 200));
}

/** The client makes up an error for a stream that it cannot read on. */
function fail(chat: Chat, seq: number): void {
  failRun({ chat, event: {}, seq });
}

/** A stream has ended: what is open is closed, and where no end was sent the client makes one up. */
export function takeClose(all: Conversations, model: Model, stream: Stream, seq: number): void {
  const { isBroken, isEnded, isDurable, hasEvents, wasEnded } = all.readings.get(stream.index) ?? NEW;
  const how = stream.close?.how;
  if (isBroken || how === 'aborted' || how === 'page-gone') return;
  // It connects again, most of the time at once, and goes on where it was.
  if (isDurable && (how === 'network-error' || (hasEvents && !isEnded))) return;
  const chat = chatOf(all, model, stream);
  if (!isEnded && !wasEnded && (how === 'network-error' || isDurable)) fail(chat, seq);
  else if (how !== 'network-error' && !chat.memory.hasError) finalize({ chat, seq });
}

function shownThread(thread: Thread, chat: Chat | undefined): Thread {
  if (chat === undefined) return thread;
  const { statePatchFailure: _failure, ...rest } = thread;
  // This client keeps no shared state.
  return { ...rest, messages: entriesOf(chat, thread.threadId), state: undefined, stateSeqs: [] };
}

/** The model with the conversations as this client has them. */
export function shownModel(model: Model, { chats }: Conversations, profileOf: ProfileOf): Model {
  if (chats.size === 0) return model;
  const { threads } = model;
  const at = (index: number): Thread | undefined => {
    const place = index < 0 ? index + threads.length : index;
    const thread = threads.at(place);
    if (thread === undefined) return undefined;
    // Somebody else may have gone on with the thread.
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
