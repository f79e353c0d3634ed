// One run over several streams: a request repeated after the connection broke, a join by run id, the same events a
// second time. The first event of a stream shows which of these it is; until then nothing is changed.
import type { EventTypeName } from '@/lib/core/agui/events';
import { decodedSegment } from '@/lib/core/agui/stop-request';
import { lookup } from '@/lib/core/json/id-map';
import type { JsonObject } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { newestFirst, replaced } from '@/lib/core/json/list';
import type { LoggedEvent, Stream } from '@/lib/core/log/types';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { isFeed } from '@/lib/core/model/feed';
import {
  editRun,
  editStream,
  type ModelNode,
  nodeOf,
  type RunNode,
  threadIndexOf,
} from '@/lib/core/model/nodes';
import { reopenRun, toMirror } from '@/lib/core/model/run-node';
import type { Model } from '@/lib/core/model/types';

const BROKEN: ReadonlySet<string> = new Set(['truncated', 'aborted']);
// Servers send these before a run starts as well as during one.
const UNDECIDED: ReadonlySet<string> = new Set<EventTypeName | ''>(['CUSTOM', 'RAW', '']);

/** Number of the newest runs that a stream with the same URL may continue. */
const RUNS_BACK = 16;

function runOf(model: ModelNode, runId: unknown): RunNode | undefined {
  const index = typeof runId === 'string' && runId !== '' ? lookup(model.runById, runId) : undefined;
  return index === undefined ? undefined : model.runs.at(index);
}

/** The newest run with an id that has started, if only attempts that failed came after it. */
function startedRunOf(model: ModelNode, runId: unknown): RunNode | undefined {
  const started = [...newestFirst(model.runs, RUNS_BACK)].find(
    (run) => run.runId === runId && (run.isStarted || run.status === 'running'),
  );
  return started ?? runOf(model, runId);
}

function isOfDocument(run: RunNode | undefined, stream: Stream): run is RunNode {
  return (
    run?.isStarted === true &&
    run.kind === 'conversation' &&
    run.stream.doc === stream.doc &&
    !run.streams.includes(stream)
  );
}

function isBroken(run: RunNode | undefined, stream: Stream): run is RunNode {
  return isOfDocument(run, stream) && BROKEN.has(run.status);
}

/**
 * The run that a request may go on with: a client that reconnects sends the same request again, perhaps before the end
 * of the first stream was seen. The stock client never reconnects by itself, but the fetch that it is given may.
 */
export function interruptedRun({ model, stream }: ReducerContext, input: JsonObject): number | undefined {
  const run = startedRunOf(model, input['runId']);
  if (!isOfDocument(run, stream) || run.threadId !== input['threadId']) return undefined;
  if (run.input !== undefined && !isSameQuestion(run.input, input)) return undefined;
  // A run that was seen to start without its request may only now get it.
  if (run.status === 'running') return run.input === undefined ? undefined : run.index;
  return BROKEN.has(run.status) ? run.index : undefined;
}

/** The run that a connect names, or the thread's newest if it names its last event. Any other asks for a replay. */
export function reconnectedRun(
  { model, node, stream }: ReducerContext,
  input: JsonObject,
): number | undefined {
  // The events come on a socket.
  if (cannotCarry(stream)) return undefined;
  const named = runOf(model, input['runId']);
  const newest = model.runs.at(model.threads.at(node.thread)?.runs.at(-1) ?? -1);
  const run = named ?? (typeof input['lastSeenEventId'] === 'string' ? newest : undefined);
  if (!isOfDocument(run, stream) || run.threadId !== input['threadId']) return undefined;
  return run.status === 'running' || BROKEN.has(run.status) ? run.index : undefined;
}

/** Leaves an open run to a connect that brings it from its beginning, with what the first stream still brings. */
export function leaveToReplay({ model, stream }: ReducerContext, runId: string): void {
  const run = runOf(model, runId);
  if (run?.status !== 'running' || !isOfDocument(run, stream)) return;
  const last = run.streams.at(-1);
  if (last !== undefined && !isFeed(model, last)) editStream(model, last).isAside = true;
}

/** True if a request repeats another one. Other fields may differ: the last event it has, a token. */
function isSameQuestion(first: JsonObject, again: JsonObject): boolean {
  return ['messages', 'state', 'tools', 'resume'].every((key) => {
    const value = again[key];
    return value === undefined || isEqualJson(first[key] ?? null, value);
  });
}

export function runIdIn(url: string): string | undefined {
  const value = /[?&](?:runId|run_id)=([^&#]*)/.exec(url)?.[1];
  return value === undefined ? undefined : decodedSegment(value);
}

/** A run whose stream broke, of the same URL and the same kind: an EventSource or a socket that was opened again. */
function brokenAt({ runs }: ModelNode, stream: Stream): RunNode | undefined {
  if (stream.method === 'POST' || stream.transport === 'file') return undefined;
  const run = [...newestFirst(runs, RUNS_BACK)].find(({ streams }) => {
    const last = streams.at(-1);
    return last?.url === stream.url && last.transport === stream.transport && last.doc === stream.doc;
  });
  // Only the newest of that URL: it went on to others before.
  return isBroken(run, stream) ? run : undefined;
}

/** A stream without a request: its URL may name a run whose stream broke, or be that stream's own. */
export function takeOpening({ model, node, stream, timeMs }: ReducerContext): void {
  const runId = runIdIn(stream.url);
  const named = runId === undefined ? undefined : runOf(model, runId);
  const run = isBroken(named, stream) ? named : brokenAt(model, stream);
  if (run !== undefined) node.joining = { run: run.index, timeMs };
}

/** True until the first event shows what a stream continues. */
export function isJoining(model: Model, stream: Stream): boolean {
  return nodeOf(model).streams.at(stream.index)?.joining !== undefined;
}

/** The request of a stream that may continue a run; its first event will show. */
export function joiningOf(model: Model, stream: Stream): JsonObject | undefined {
  return nodeOf(model).streams.at(stream.index)?.joining?.input;
}

/** True if this event does not yet show what a stream continues. */
export function isUndecided(model: Model, { stream, type }: LoggedEvent): boolean {
  return UNDECIDED.has(type) && isJoining(model, stream);
}

/** True if the first event of a stream begins a run; to a stock client, an error alone answers its own request. */
function begins({ readers }: Pick<ModelNode, 'readers'>, stream: Stream, type: string): boolean {
  return type === 'RUN_STARTED' || (type === 'RUN_ERROR' && readers(stream).profile?.stops === true);
}

/** The stream whose run this event continues, if it is the first event of a joining stream. */
export function joinedStream(model: Model, { stream, type }: LoggedEvent): Stream | undefined {
  const joining = nodeOf(model).streams.at(stream.index)?.joining;
  if (joining === undefined || UNDECIDED.has(type) || begins(nodeOf(model), stream, type)) return undefined;
  return model.runs.at(joining.run)?.streams.at(-1);
}

/** The first meaningful event decides. Returns the request if it begins a run after all. */
export function settleJoin(context: ReducerContext, type: string): JsonObject | undefined {
  const { model, node, stream } = context;
  const { joining } = node;
  if (joining === undefined || UNDECIDED.has(type)) return undefined;
  node.joining = undefined;
  if (begins(model, stream, type)) return joining.input;
  const run = model.runs.at(joining.run);
  if (run === undefined) return undefined;
  const last = run.streams.at(-1);
  node.thread = threadIndexOf(model, run.threadId);
  node.lanes = (last === undefined ? undefined : model.streams.at(last.index)?.lanes) ?? node.lanes;
  threadOf(context).doc = stream.doc;
  reopenRun(context, joining.run);
  return undefined;
}

/** Relation of a RUN_STARTED without a request to an existing run. */
type Meeting =
  | { readonly kind: 'none' }
  /** Requested on another stream and not started yet: this is its start. */
  | { readonly kind: 'adopt'; readonly run: number }
  /** The newest run of its thread, from its beginning once more. */
  | { readonly kind: 'again'; readonly run: number }
  /** A run of which the document has nothing, or has asked for what there was. */
  | { readonly kind: 'replay' }
  /** A run that the thread already has, or is receiving on another stream. */
  | { readonly kind: 'mirror' };

const NO_STREAM = /json(?!l)|^text\/(html|plain)/;

/** True if the response to a run's request does not carry its events. */
function isAnsweredElsewhere(model: ModelNode, { stream }: RunNode): boolean {
  return model.streams.at(stream.index)?.isClosed === true || cannotCarry(stream);
}

/** True if a response is no stream of events: others carry what it stands for. */
export function cannotCarry({ status, headers }: Stream): boolean {
  return status === 202 || status === 204 || NO_STREAM.test(headers?.['content-type'] ?? '');
}

export function meetingOf(context: ReducerContext, runId: string): Meeting {
  const { model, node, stream } = context;
  const run = runOf(model, runId);
  const { threadId, before, isReplaying } = threadOf(context);
  // A client that posts its own runs is trusted, even if its request was too large to be kept.
  const isOwn = node.hasRequest || stream.method === 'POST' || stream.transport === 'file';
  if (isOwn || run === undefined || run.threadId !== threadId || run.streams.includes(stream)) {
    return { kind: 'none' };
  }
  // A new document has nothing of an earlier one, and a connect asks for everything again.
  if (run.isStarted && (isReplaying || run.streams.every(({ doc }) => doc !== stream.doc))) {
    return { kind: 'replay' };
  }
  if (!run.isStarted) {
    return isAnsweredElsewhere(model, run) ? { kind: 'adopt', run: run.index } : { kind: 'mirror' };
  }
  if (run.status === 'running' || before?.run !== run.index) return { kind: 'mirror' };
  return { kind: 'again', run: run.index };
}

/** Restores a thread to before its newest run; its lists of what happened stay. */
export function rewindThread({ model, node }: ReducerContext): void {
  const thread = model.threads.at(node.thread);
  if (thread?.before === undefined) return;
  const { runs, calls, stateSeqs, lastRequest, doc, before } = thread;
  const old = { ...before.thread, runs, calls, stateSeqs, lastRequest, doc, before };
  model.threads = replaced(model.threads, node.thread, model.owner.add(old), model.owner);
}

/** A run that another stream of the document carries without having requested it: ongoing, or all of it in a feed. */
export function foundElsewhere({ model, stream }: ReducerContext, input: JsonObject): RunNode | undefined {
  const run = runOf(model, input['runId']);
  if (run?.isStarted !== true || run.threadId !== input['threadId']) return undefined;
  if (run.kind === 'mirror' || (run.status !== 'running' && !isFeed(model, run.stream))) return undefined;
  const isAsked = model.streams.at(run.stream.index)?.hasRequest !== false;
  return isAsked || run.stream === stream || run.stream.doc !== stream.doc ? undefined : run;
}

/** Turns a run into a mirror: the stream that requested it carries it too, and the app reads that one. */
export function turnToMirror(context: ReducerContext, run: RunNode): void {
  const { model } = context;
  if (threadOf(context).before?.run === run.index) rewindThread(context);
  const mirror = editRun(model, run.index);
  if (mirror !== undefined) toMirror(mirror);
  const feed = editStream(model, run.stream);
  if (feed.run === run.index) feed.isAside = true;
}
