// The conversations of all threads that TanStack AI's client reads, beside the model of what was sent.
import type { JsonObject } from '@/lib/agui/json';
import type { ProfileOf } from '@/lib/client/clients';
import {
  addMessage,
  type Chat,
  forgetStream,
  forkChat,
  messageOf,
  newChat,
  setMessages,
} from '@/lib/client/tanstack/chat';
import { failRun, finalize, process } from '@/lib/client/tanstack/processor';
import { uiMessages } from '@/lib/client/tanstack/snapshot';
import { entriesOf, isSameContent } from '@/lib/client/tanstack/to-messages';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { streamView } from '@/lib/model/model';
import { isJoining } from '@/lib/model/rejoin';
import type { Model, Thread } from '@/lib/model/types';
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
}

const NEW: Reading = { isBroken: false, isEnded: false, isJoin: false, isWaiting: false };

/** The conversations by the index of their thread, and the streams that feed them by theirs. */
export interface Conversations {
  readonly chats: Map<number, Chat>;
  readonly readings: Map<number, Reading>;
}

/** No conversations. */
export function noConversations(): Conversations {
  return { chats: new Map(), readings: new Map() };
}

/** A fork: it shares everything until one of both changes it. */
export function forkConversations({ chats, readings }: Conversations): Conversations {
  return {
    chats: new Map([...chats].map(([thread, chat]) => [thread, forkChat(chat)])),
    readings: new Map(readings),
  };
}

function chatOf({ chats }: Conversations, model: Model, stream: Stream): Chat {
  const { thread } = streamView(model, stream);
  const known = chats.get(thread);
  if (known !== undefined) return known;
  const made = newChat();
  chats.set(thread, made);
  return made;
}

function note({ readings }: Conversations, { index }: Stream, more: Partial<Reading>): void {
  readings.set(index, { ...(readings.get(index) ?? NEW), ...more });
}

/** Applies the messages of a request. What it repeats keeps where it came from. */
function applyRequest(chat: Chat, input: JsonObject, seq: number): void {
  const sent = uiMessages(chat, input['messages'], { via: 'request', seq });
  const kept = sent.map((message) => {
    const known = messageOf(chat, message.id);
    return known !== undefined && isSameContent(known, message) ? known : message;
  });
  forgetStream(chat);
  const isAppended = [...chat.messages].every((message, at) => kept[at] === message);
  if (!isAppended) setMessages(chat, kept);
  else for (const message of kept.slice(chat.messages.length)) addMessage(chat, message);
}

/** A stream was opened, or a request was sent on it. The model has taken it already. */
export function takeOpening(
  all: Conversations,
  model: Model,
  stream: Stream,
  input: JsonObject | undefined,
  seq: number,
): void {
  if (isJoining(model, stream)) note(all, stream, { isWaiting: true });
  else if (input !== undefined) {
    note(all, stream, { ...NEW });
    applyRequest(chatOf(all, model, stream), input, seq);
  } else note(all, stream, { isJoin: true });
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
    note(all, stream, { isBroken: true });
    fail(chat, seq);
    return;
  }
  if (reading.isJoin) rejoin(all, chat, stream, type);
  if (type === 'RUN_FINISHED' || type === 'RUN_ERROR') note(all, stream, { isEnded: true });
  process({ chat, event, seq });
}

/** The client makes up an error for a stream that it cannot read on. */
function fail(chat: Chat, seq: number): void {
  failRun({ chat, event: {}, seq });
}

/** A stream has ended: what is open is closed, and where no end was sent the client makes one up. */
export function takeClose(all: Conversations, model: Model, stream: Stream, seq: number): void {
  const { isBroken, isEnded } = all.readings.get(stream.index) ?? NEW;
  const how = stream.close?.how;
  if (isBroken || how === 'aborted' || how === 'page-gone') return;
  const chat = chatOf(all, model, stream);
  if (how === 'network-error') {
    if (!isEnded) fail(chat, seq);
  } else if (!chat.memory.hasError) finalize({ chat, seq });
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
