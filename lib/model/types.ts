// The model: what the app has at an event. Types only; made by the fold in model.ts.
import type { Interrupt, Message, TokenUsage } from '@ag-ui/core';
import type { Json, JsonObject } from '@/lib/agui/json';
import type { JsonVerdict } from '@/lib/agui/json-progress';
import type { Stream } from '@/lib/log/types';
import type { List } from '@/lib/values/list';

/** One entry of the conversation, with where it came from. */
export interface MessageEntry {
  /** The message in the stock client's shape. */
  readonly message: Message;
  readonly threadId: string;
  /** How it came: named in a request, streamed by events, or in a MESSAGES_SNAPSHOT. */
  readonly via: 'request' | 'stream' | 'snapshot';
  /** Event that made it; for `via: 'request'` the first event after the request. */
  readonly firstSeq: number;
  /** Event that touched it last. */
  readonly lastSeq: number;
  /** True while its START was seen and its END was not. */
  readonly open: boolean;
  /** Which subagent it belongs to. */
  readonly subagentRunId?: string;
}

/** One conversation: its messages and its state carry across runs. */
export interface Thread {
  readonly threadId: string;
  readonly messages: List<MessageEntry>;
  readonly state: Json | undefined;
  /** Events that changed the state (snapshots and applied deltas), rising. */
  readonly stateSeqs: List<number>;
  /** The newest delta that could not be applied, if no state event was applied after it. */
  readonly statePatchFailure?: PatchFailure;
  /** Interrupts that wait for an answer, as the stock client's `pendingInterrupts`. */
  readonly interrupts: readonly Interrupt[];
  /** Indexes into `model.runs`. */
  readonly runs: List<number>;
}

/** A patch that left its document as it was. */
export interface PatchFailure {
  readonly seq: number;
  /** Position of the failing operation in the patch. */
  readonly operation: number;
  /** fast-json-patch's name of the error. */
  readonly name: string;
  /** One sentence. */
  readonly message: string;
}

/** How far a run is. */
export type RunStatus =
  | 'running'
  | 'success'
  | 'interrupted'
  | 'cancelled'
  | 'error' // RUN_ERROR
  | 'truncated' // the stream ended without RUN_FINISHED or RUN_ERROR
  | 'aborted' // the page aborted it or went away
  | 'failed'; // no answer, or an HTTP status that is not 2xx

/** One step of a run. */
export interface Step {
  readonly name: string;
  readonly subagentRunId?: string;
  readonly startSeq: number;
  readonly startMs: number;
  readonly endSeq?: number;
  readonly endMs?: number;
}

/** One subagent's invocation. */
export interface Subagent {
  readonly subagentRunId: string;
  readonly name: string;
  readonly description?: string;
  readonly parentSubagentRunId?: string;
  readonly parentToolCallId?: string;
  readonly status: 'running' | 'success' | 'suspended' | 'error';
  readonly startSeq: number;
  readonly startMs: number;
  readonly endSeq?: number;
  readonly endMs?: number;
  readonly result?: Json;
  readonly error?: string;
}

/**
 * What a run is: one of the conversation, a call of another server that travels as a run and leaves the thread alone
 * (CopilotKit's MCP apps), or the same events a second time beside the stream that the app reads.
 */
export type RunKind = 'conversation' | 'mcp-proxy' | 'mirror';

/** What a request said that its thread did not have already; see request-news.ts. */
export interface RequestNote {
  /** True where the request's messages are the whole conversation, false where they were added to it. */
  readonly isFull: boolean;
  /** True where a new document asked: it knows nothing of what the thread had. */
  readonly isNewDocument: boolean;
  /** How many messages were there already, as they are. */
  readonly repeated: number;
  readonly newIds: readonly string[];
  readonly changedIds: readonly string[];
  /** Messages of the thread that the app no longer has. */
  readonly droppedIds: readonly string[];
  /** The state that the thread had, where the request brought another. */
  readonly stateBefore?: { readonly value: Json | undefined };
  /** The run of the thread's request before this one, an index into `model.runs`; -1 for the first. */
  readonly previous: number;
}

/** One run: one RUN_STARTED, or one request that was to start one. */
export interface Run {
  /** Position in `model.runs`. */
  readonly index: number;
  readonly runId: string;
  readonly threadId: string;
  readonly parentRunId?: string;
  readonly protocolVersion?: string;
  readonly kind: RunKind;
  /** True where it brings what was there before: a thread that is replayed, or a run that is joined again. */
  readonly isReplay: boolean;
  /** The stream that asked for it or brought its first event. */
  readonly stream: Stream;
  /** Every stream that it came over: more than one after a reconnect. */
  readonly streams: readonly Stream[];
  readonly status: RunStatus;
  /** First event; undefined while the request has no event yet (or never got one). */
  readonly startSeq?: number;
  readonly startMs: number;
  /** Event that ended it. */
  readonly endSeq?: number;
  readonly endMs?: number;
  /** When the first text, reasoning or argument delta came. */
  readonly firstTokenMs?: number;
  readonly events: number;
  /** The request as sent, where one was seen. */
  readonly input?: JsonObject;
  /** What was new in that request. */
  readonly news?: RequestNote;
  /** The thread's last message at its end, activities and reasoning apart. */
  readonly lastMessageId?: string;
  readonly result?: Json;
  readonly outcome?: Json;
  readonly usage?: readonly TokenUsage[];
  readonly interrupts: readonly Interrupt[];
  /** Questions that it asked with CUSTOM events instead, as they came. */
  readonly customInterrupts?: readonly {
    readonly seq: number;
    readonly timeMs: number;
    readonly value: Json;
  }[];
  /** Calls that wait for the app: those that the outcome names, else `unansweredToolCallIds`. */
  readonly pendingToolCallIds: readonly string[];
  /** At a good end: calls that the run started and nobody answered in it. */
  readonly unansweredToolCallIds: readonly string[];
  /** Why it failed: the text of RUN_ERROR, of the HTTP answer or of the connection. */
  readonly error?: { readonly message: string; readonly code?: string };
  readonly steps: List<Step>;
  readonly subagents: List<Subagent>;
}

/** An event with which a call's arguments became whole JSON, ceased to be, or were broken for good. */
export interface JsonTurn {
  readonly seq: number;
  readonly verdict: JsonVerdict;
}

/** One result of a call. */
export interface ToolResult {
  /** Event that brought it; for `via: 'request'` the first event after the request. */
  readonly seq: number;
  readonly timeMs: number;
  readonly messageId: string;
  readonly content: Json;
  readonly via: MessageEntry['via'];
  /** The run that it came in, for `via: 'request'` the one that was asked for; -1 where none was open. */
  readonly run: number;
}

/** One tool call, streamed or named in a snapshot. */
export interface ToolCallEntry {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** The arguments so far, as text. */
  readonly args: string;
  /** Whether the arguments are JSON so far, and the events at which that changed, rising. */
  readonly json: JsonVerdict;
  readonly jsonTurns: List<JsonTurn>;
  readonly status: 'streaming' | 'called' | 'answered';
  /** Index into `model.runs`; -1 where no run was open. */
  readonly run: number;
  readonly threadId: string;
  readonly parentMessageId?: string;
  readonly subagentRunId?: string;
  readonly startSeq: number;
  readonly startMs: number;
  /** Events that brought argument text, rising. */
  readonly argSeqs: List<number>;
  /** Length of the text after each of them; fewer where a snapshot has put another text in its place. */
  readonly argEnds: List<number>;
  /** When the first and the last of them came. */
  readonly firstArgMs?: number;
  readonly lastArgMs?: number;
  readonly endSeq?: number;
  readonly endMs?: number;
  readonly resultSeq?: number;
  readonly resultMs?: number;
  /** The newest result. */
  readonly result?: Json;
  /** Every result, as they came. */
  readonly results: List<ToolResult>;
}

/** Everything at one event. */
export interface Model {
  readonly threads: List<Thread>;
  /** Thread of the newest event, an index into `threads`; -1 before the first. */
  readonly current: number;
  readonly runs: List<Run>;
  readonly toolCalls: List<ToolCallEntry>;
}
