// Internals of the model: indexes for a constant cost per event, and copy on write.

import type { Message } from '@ag-ui/core';
import type { Declaration } from '@/lib/core/agui/capabilities';
import { type Readers, readerOf } from '@/lib/core/consumers/consumers';
import { assigned, type IdMap, lookup } from '@/lib/core/json/id-map';
import type { Json, JsonObject } from '@/lib/core/json/json';
import type { JsonProgress } from '@/lib/core/json/json-progress';
import { type ChunkedList, emptyList, pushed, replaced } from '@/lib/core/json/list';
import { type Draft, draftOf, Owner } from '@/lib/core/json/owner';
import type { Stream } from '@/lib/core/log/types';
import { type Lanes, NO_LANES } from '@/lib/core/model/chunk-lanes';
import type {
  JsonTurn,
  MessageEntry,
  Model,
  Run,
  Step,
  Subagent,
  Thread,
  ToolCallEntry,
  ToolResult,
} from '@/lib/core/model/types';

/** A message with its order number. Order numbers rise along the list, so that a message is found by binary search. */
export interface MessageNode extends MessageEntry {
  readonly order: number;
}

export interface CallPosition {
  /** Order number of the message that contains it. */
  readonly order: number;
  /** Index in the message's `toolCalls`. */
  readonly index: number;
}

/** Stored position of a call. For the first call of a message, as nearly all are, only its order number. */
export type KeptPosition = number | CallPosition;

export interface ThreadNode extends Thread {
  readonly messages: ChunkedList<MessageNode>;
  readonly stateSeqs: ChunkedList<number>;
  readonly runs: ChunkedList<number>;
  /** Message id → order number of the first message with that id. */
  readonly ids: IdMap<number>;
  /** Tool call id → its position in the first message that contains it. */
  readonly callPositions: IdMap<KeptPosition>;
  /** Order number of a message with calls, as text → that of a late one among the tool messages that follow it. */
  readonly answers: IdMap<number>;
  /** Tool call id → index in `model.toolCalls`. */
  readonly calls: IdMap<number>;
  /** True once a snapshot has put one message in several positions; they change together, as in the stock client. */
  readonly hasSharedMessages: boolean;
  /** State of the client's reducer that was never delivered to the app; `state` is the app's. */
  readonly undeliveredState: { readonly state: Json | undefined } | undefined;
  /** The document whose client wrote here last. Clients of other documents have nothing of this thread. */
  readonly doc: string | undefined;
  /** True from a request for existing messages, answered on another stream, until the next run request. */
  readonly isReplaying: boolean;
  /** Run of the newest request; -1 before the first. */
  readonly lastRequest: number;
  /** The thread as it was before its newest run. */
  readonly before: { readonly run: number; readonly thread: ThreadNode } | undefined;
}

export type ThreadDraft = Draft<ThreadNode>;

export interface RunNode extends Run {
  readonly steps: ChunkedList<Step>;
  readonly subagents: ChunkedList<Subagent>;
  /** False until RUN_STARTED: only the request was captured. */
  readonly isStarted: boolean;
  /** Tool calls started since RUN_STARTED, in order, and those with results. */
  readonly wasCalled: IdMap<true>;
  readonly wasAnswered: IdMap<true>;
  /** Index of the first call of each tool, by its name. */
  readonly firstCalls: IdMap<number>;
  /** Open steps by owner and name, subagents by id: indexes into `steps` and `subagents`. */
  readonly openSteps: IdMap<number>;
  readonly subagentById: IdMap<number>;
}

export interface CallNode extends ToolCallEntry {
  readonly argSeqs: ChunkedList<number>;
  readonly argEnds: ChunkedList<number>;
  readonly jsonTurns: ChunkedList<JsonTurn>;
  readonly results: ChunkedList<ToolResult>;
  readonly progress: JsonProgress;
}

/** A run that a stream may continue; the first event decides. */
interface Joining {
  readonly run: number;
  /** The request and its time, if there was one. */
  readonly input?: JsonObject;
  readonly timeMs: number;
}

/** A run of a feed while its events are about another one. */
export interface PausedRun extends Pick<StreamNode, 'run' | 'lanes' | 'thinkingSpan' | 'thinkingMessage'> {}

export interface StreamNode {
  /** Index of the newest run; -1 before the first. */
  readonly run: number;
  /** Index of the thread its events go to; -1 before the first. */
  readonly thread: number;
  /** True if a request named the thread: RUN_STARTED does not change it then. */
  readonly isThreadFixed: boolean;
  /** True once a request was seen that its events answer. */
  readonly hasRequest: boolean;
  /** True while its events are not part of the conversation: only its runs are recorded. */
  readonly isOutsideConversation: boolean;
  /** True once it has ended. The stream object may have its end earlier. */
  readonly isClosed: boolean;
  readonly joining?: Joining | undefined;
  /** In a feed of several runs: the run id of its newest event, and the states of the other runs. */
  readonly about?: string | undefined;
  readonly paused?: IdMap<PausedRun>;
  readonly lanes: Lanes;
  /** Ids assigned to THINKING_* events, which carry none. */
  readonly thinkingSpan?: string | undefined;
  readonly thinkingMessage?: string | undefined;
  /** Number of events so far, and the newest of them. */
  readonly events: number;
  readonly lastSeq: number;
}

export interface ModelNode extends Model {
  threads: ChunkedList<ThreadNode>;
  current: number;
  runs: ChunkedList<RunNode>;
  toolCalls: ChunkedList<CallNode>;
  streams: ChunkedList<StreamNode>;
  threadById: IdMap<number>;
  /** Run id → index of the newest run with that id. */
  runById: IdMap<number>;
  /** Declarations of capabilities, in the order of their ends. */
  declarations: readonly Declaration[];
  /** True for a model of runs only, without messages, state and calls. */
  readonly isOfRuns: boolean;
  /** Clients of the streams: they determine the messages that a request omits. */
  readonly readers: Readers;
  owner: Owner;
}

/** The internals of a model. */
export function nodeOf(model: Model): ModelNode {
  // Only this folder creates models.
  return model as ModelNode;
}

export function asJson(message: Message): JsonObject {
  // Messages come from parsed JSON, which the library's type does not express.
  return message as unknown as JsonObject;
}

/** The initial state of an agent in the stock client. */
export const EMPTY_STATE: Json = Object.freeze({});

export function emptyModel(readers: Readers = readerOf, isOfRuns = false): ModelNode {
  return {
    threads: emptyList(),
    current: -1,
    runs: emptyList(),
    toolCalls: emptyList(),
    streams: emptyList(),
    threadById: undefined,
    runById: undefined,
    declarations: [],
    isOfRuns,
    readers,
    owner: new Owner(),
  };
}

/** Forks a model: both versions share everything, and neither changes shared nodes. */
export function forkModel(model: ModelNode): ModelNode {
  model.owner = new Owner();
  return { ...model, owner: new Owner() };
}

/** The thread at an index, frozen: later changes copy it first. */
export function frozenThread(model: ModelNode, index: number): ThreadNode {
  const thread = model.threads.at(index);
  if (thread === undefined) throw new Error(`No thread ${index} of ${model.threads.length}`);
  model.owner = new Owner();
  return thread;
}

export function editThread(model: ModelNode, index: number): Draft<ThreadNode> {
  const thread = model.threads.at(index);
  if (thread === undefined) throw new Error(`No thread ${index} of ${model.threads.length}`);
  const draft = draftOf(model.owner, thread);
  if (draft !== thread) model.threads = replaced(model.threads, index, draft, model.owner);
  return draft;
}

export function editRun(model: ModelNode, index: number): Draft<RunNode> | undefined {
  const run = model.runs.at(index);
  if (run === undefined || index < 0) return undefined;
  const draft = draftOf(model.owner, run);
  if (draft !== run) model.runs = replaced(model.runs, index, draft, model.owner);
  return draft;
}

export function editCall(model: ModelNode, index: number | undefined): Draft<CallNode> | undefined {
  const call = index === undefined || index < 0 ? undefined : model.toolCalls.at(index);
  if (call === undefined || index === undefined) return undefined;
  const draft = draftOf(model.owner, call);
  if (draft !== call) model.toolCalls = replaced(model.toolCalls, index, draft, model.owner);
  return draft;
}

export function editStream(model: ModelNode, stream: Stream): Draft<StreamNode> {
  while (model.streams.length <= stream.index) {
    const fresh: StreamNode = {
      run: -1,
      thread: -1,
      isThreadFixed: false,
      hasRequest: false,
      isOutsideConversation: false,
      isClosed: false,
      lanes: NO_LANES,
      events: 0,
      lastSeq: -1,
    };
    model.streams = pushed(model.streams, fresh, model.owner);
  }
  const node = model.streams.at(stream.index);
  if (node === undefined) throw new Error(`No stream ${stream.index}`);
  const draft = draftOf(model.owner, node);
  if (draft !== node) model.streams = replaced(model.streams, stream.index, draft, model.owner);
  return draft;
}

export function threadIndexOf(model: ModelNode, threadId: string): number {
  const known = lookup(model.threadById, threadId);
  if (known !== undefined) return known;
  const index = model.threads.length;
  const thread: ThreadNode = {
    threadId,
    messages: emptyList(),
    state: EMPTY_STATE,
    stateSeqs: emptyList(),
    interrupts: [],
    runs: emptyList(),
    ids: undefined,
    callPositions: undefined,
    answers: undefined,
    calls: undefined,
    hasSharedMessages: false,
    undeliveredState: undefined,
    doc: undefined,
    isReplaying: false,
    lastRequest: -1,
    before: undefined,
  };
  model.threads = pushed(model.threads, model.owner.add(thread), model.owner);
  model.threadById = assigned(model.threadById, threadId, index);
  return index;
}
