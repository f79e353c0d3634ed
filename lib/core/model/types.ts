// The model: what the app has at an event. Types only; built by the fold in model.ts.

import type { Interrupt, Message, TokenUsage } from '@ag-ui/core';
import type { Declaration } from '@/lib/core/agui/capabilities';
import type { Json, JsonObject } from '@/lib/core/json/json';
import type { JsonVerdict } from '@/lib/core/json/json-progress';
import type { List } from '@/lib/core/json/list';
import type { Stream } from '@/lib/core/log/types';

export interface MessageEntry {
  /** The message in the stock client's shape. */
  readonly message: Message;
  readonly threadId: string;
  /** Origin: a request, streamed events, or a MESSAGES_SNAPSHOT. */
  readonly via: 'request' | 'stream' | 'snapshot';
  /** The event that created it; for `via: 'request'`, the first event after the request. */
  readonly firstSeq: number;
  /** The event that last changed it. */
  readonly lastSeq: number;
  /** True after its START and before its END. */
  readonly open: boolean;
  readonly subagentRunId?: string;
}

/** One thread: its messages and state carry over from run to run. */
export interface Thread {
  readonly threadId: string;
  readonly messages: List<MessageEntry>;
  readonly state: Json | undefined;
  /** Events that changed the state (snapshots and applied deltas), in order. */
  readonly stateSeqs: List<number>;
  /** The newest delta that failed to apply, if no later state event was applied. */
  readonly statePatchFailure?: PatchFailure;
  /** Interrupts that wait for an answer, like the stock client's `pendingInterrupts`. */
  readonly interrupts: readonly Interrupt[];
  /** Indexes into `model.runs`. */
  readonly runs: List<number>;
}

/** A patch that failed and left its document unchanged. */
export interface PatchFailure {
  readonly seq: number;
  /** Index of the failing operation in the patch. */
  readonly operation: number;
  /** fast-json-patch's name of the error. */
  readonly name: string;
  readonly message: string;
}

export type RunStatus =
  | 'running'
  | 'success'
  | 'interrupted'
  | 'cancelled'
  | 'error' // RUN_ERROR
  | 'truncated' // the stream ended without RUN_FINISHED or RUN_ERROR
  | 'aborted' // the page aborted it or went away
  | 'failed'; // no answer, or an HTTP status that is not 2xx

export interface Step {
  readonly name: string;
  readonly subagentRunId?: string;
  readonly startSeq: number;
  readonly startMs: number;
  readonly endSeq?: number;
  readonly endMs?: number;
}

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
 * The kind of a run: part of the conversation; a call to another server that is sent as a run and leaves the thread
 * alone (CopilotKit's MCP apps); or the same events a second time, beside the stream that the app reads.
 */
type RunKind = 'conversation' | 'mcp-proxy' | 'mirror';

/** Parts of a request that its thread did not have; see request-diff.ts. */
export interface RequestNote {
  /** True if the request's messages are the whole conversation, false if they were appended to it. */
  readonly isFull: boolean;
  /** True if a new document sent it, after a page load. */
  readonly isNewDocument: boolean;
  /** Number of unchanged messages that the thread already had. */
  readonly repeated: number;
  readonly newIds: readonly string[];
  readonly changedIds: readonly string[];
  /** Messages of the thread that the app no longer has. */
  readonly droppedIds: readonly string[];
  /** Messages that the app has moved: they come before one that came before them. */
  readonly movedIds: readonly string[];
  /** The thread's previous state, if the request brought a different one. */
  readonly stateBefore?: { readonly value: Json | undefined };
  /** The run of the thread's previous request: an index into `model.runs`; -1 for the first. */
  readonly previous: number;
}

/** One run: one RUN_STARTED, or one request that was meant to start one. */
export interface Run {
  /** Index in `model.runs`. */
  readonly index: number;
  readonly runId: string;
  readonly threadId: string;
  readonly parentRunId?: string;
  readonly protocolVersion?: string;
  readonly kind: RunKind;
  /** True if it repeats what was there before: a replayed thread, or a run that is joined again. */
  readonly isReplay: boolean;
  /** For a run that was joined again: its history was seen on the page before, or is only in the app's storage. */
  readonly history?: 'kept' | 'unseen';
  /** The stream that requested it or carried its first event. */
  readonly stream: Stream;
  /** Every stream that carried it: more than one after a reconnect. */
  readonly streams: readonly Stream[];
  readonly status: RunStatus;
  /** Its first event; undefined if the request has no event yet, or never got one. */
  readonly startSeq?: number;
  /** Its RUN_STARTED, which other events may precede; its end if it has none. */
  readonly startedSeq?: number;
  /** Time of its request, else of its first event. */
  readonly startMs: number;
  /** Its newest event; others may have come between. */
  readonly lastSeq?: number;
  readonly endSeq?: number;
  readonly endMs?: number;
  /** When the first text, reasoning or argument delta arrived. */
  readonly firstTokenMs?: number;
  readonly events: number;
  /** The request as sent, if one was seen. */
  readonly input?: JsonObject;
  readonly requestNote?: RequestNote;
  /** The thread's last message at its end, not counting activities and reasoning. */
  readonly lastMessageId?: string;
  readonly result?: Json;
  readonly outcome?: Json;
  readonly usage?: readonly TokenUsage[];
  readonly interrupts: readonly Interrupt[];
  /** Interrupts that it raised with CUSTOM events instead, as sent. */
  readonly customInterrupts?: readonly {
    readonly seq: number;
    readonly timeMs: number;
    readonly value: Json;
  }[];
  /** Calls that it handed to TanStack AI's client with CUSTOM events, to run or to approve. */
  readonly offeredCallIds?: readonly string[];
  /** Calls that wait for the app: those named by the outcome, else `unansweredToolCallIds`. */
  readonly pendingToolCallIds: readonly string[];
  /** After success: calls that the run started and that got no result in it. */
  readonly unansweredToolCallIds: readonly string[];
  /** Why it failed: the text of RUN_ERROR, of the HTTP response or of the connection error. */
  readonly error?: { readonly message: string; readonly code?: string };
  readonly steps: List<Step>;
  readonly subagents: List<Subagent>;
}

/** An event at which a call's arguments became valid JSON, stopped being valid, or became broken for good. */
export interface JsonTurn {
  readonly seq: number;
  readonly verdict: JsonVerdict;
}

export interface ToolResult {
  /** The event that brought it; for `via: 'request'`, the first event after the request. */
  readonly seq: number;
  readonly timeMs: number;
  readonly messageId: string;
  readonly content: Json;
  readonly via: MessageEntry['via'];
  /** The run it arrived in; for `via: 'request'`, the requested run; -1 if none was open. */
  readonly run: number;
}

export interface ToolCallEntry {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly args: string;
  /** JSON verdict on the arguments so far, and the events that changed it, in order. */
  readonly json: JsonVerdict;
  readonly jsonTurns: List<JsonTurn>;
  readonly status: 'streaming' | 'called' | 'answered';
  /** Origin. The start of a call that no event began is unknown: only its first appearance is. */
  readonly via: MessageEntry['via'];
  /** The run that made it, an index into `model.runs`; -1 if no run was open, or an earlier one that was not seen did. */
  readonly run: number;
  readonly threadId: string;
  readonly parentMessageId: string | undefined;
  readonly subagentRunId: string | undefined;
  readonly startSeq: number;
  readonly startMs: number;
  /** Events that brought argument text, in order. */
  readonly argSeqs: List<number>;
  /** Length of the text after each of them; fewer entries if a snapshot has replaced the text. */
  readonly argEnds: List<number>;
  /** When the first and the last of them arrived. */
  readonly firstArgMs: number | undefined;
  readonly lastArgMs: number | undefined;
  readonly endSeq: number | undefined;
  readonly endMs: number | undefined;
  readonly resultSeq: number | undefined;
  readonly resultMs: number | undefined;
  readonly result: Json | undefined;
  /** All results, in order of arrival. */
  readonly results: List<ToolResult>;
}

/** Everything as of one event. */
export interface Model {
  readonly threads: List<Thread>;
  /** Thread of the newest event, an index into `threads`; -1 before the first. */
  readonly current: number;
  readonly runs: List<Run>;
  readonly toolCalls: List<ToolCallEntry>;
  /** Capabilities that servers declared, in the order in which the answers ended. */
  readonly declarations: readonly Declaration[];
}
