// One run over several streams: a repeated request after a broken connection, a join by run id, the same events
// again. The first event of a stream decides; until then nothing is changed.
import type { EventTypeName } from '@/lib/core/agui/events';
import { lookup } from '@/lib/core/json/id-map';
import type { JsonObject } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { newestFirst, replaced } from '@/lib/core/json/list';
import { EMPTY_ON_PURPOSE, runIdIn } from '@/lib/core/log/stream-facts';
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
// Servers send these before and during a run.
const UNDECIDED: ReadonlySet<string> = new Set<EventTypeName | ''>(['CUSTOM', 'RAW', '']);

/** Number of the newest runs that a stream with the same URL may continue. */
const RUNS_BACK = 16;

function runOf(model: ModelNode, runId: unknown): RunNode | undefined {
  const index = typeof runId === 'string' && runId !== '' ? lookup(model.runById, runId) : undefined;
  return index === undefined ? undefined : model.runs.at(index);
}

/** The newest started run with an id, if only failed attempts follow it. */
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
 * The run that a request may continue: a reconnecting client repeats its request, perhaps before the end of the first
 * stream was captured. The stock client does not reconnect, but its custom fetch may.
 */
export function interruptedRun({ model, stream }: ReducerContext, input: JsonObject): number | undefined {
  const run = startedRunOf(model, input['runId']);
  if (!isOfDocument(run, stream) || run.threadId !== input['threadId']) return undefined;
  if (run.input !== undefined && !isSameQuestion(run.input, input)) return undefined;
  // A run that started without its request may get it now.
  if (run.status === 'running') return run.input === undefined ? undefined : run.index;
  return BROKEN.has(run.status) ? run.index : undefined;
}

/** The run that a connect names, or the thread's newest if it names the last event. Other connects ask for a replay. */
export function reconnectedRun(
  { model, node, stream }: ReducerContext,
  input: JsonObject,
): number | undefined {
  // The events arrive on a socket.
  if (cannotCarry(stream)) return undefined;
  const named = runOf(model, input['runId']);
  const newest = model.runs.at(model.threads.at(node.thread)?.runs.at(-1) ?? -1);
  const run = named ?? (typeof input['lastSeenEventId'] === 'string' ? newest : undefined);
  if (!isOfDocument(run, stream) || run.threadId !== input['threadId']) return undefined;
  return run.status === 'running' || BROKEN.has(run.status) ? run.index : undefined;
}

/**
 * Hands an open run over to a connect that replays it from the beginning; the rest of the first stream belongs to the
 * replay.
 */
export function leaveToReplay({ model, stream }: ReducerContext, runId: string): void {
  const run = runOf(model, runId);
  if (run?.status !== 'running' || !isOfDocument(run, stream)) return;
  const last = run.streams.at(-1);
  if (last !== undefined && !isFeed(model, last)) editStream(model, last).isOutsideConversation = true;
}

/** True if a request repeats another one. Other fields may differ, such as the last event id or a token. */
function isSameQuestion(first: JsonObject, again: JsonObject): boolean {
  return ['messages', 'state', 'tools', 'resume'].every((key) => {
    const value = again[key];
    return value === undefined || isEqualJson(first[key] ?? null, value);
  });
}

/** A run whose stream broke, with the same URL and kind: a reopened EventSource or socket. */
function brokenAt({ runs }: ModelNode, stream: Stream): RunNode | undefined {
  if (stream.method === 'POST' || stream.transport === 'file') return undefined;
  const run = [...newestFirst(runs, RUNS_BACK)].find(({ streams }) => {
    const last = streams.at(-1);
    return last?.url === stream.url && last.transport === stream.transport && last.doc === stream.doc;
  });
  // Only the newest run of that URL: the stream continued after earlier ones.
  return isBroken(run, stream) ? run : undefined;
}

/** A stream without a request: its URL may name a run whose stream broke, or equal that stream's URL. */
export function takeOpening({ model, node, stream, timeMs }: ReducerContext): void {
  const runId = runIdIn(stream.url);
  const named = runId === undefined ? undefined : runOf(model, runId);
  const run = isBroken(named, stream) ? named : brokenAt(model, stream);
  if (run !== undefined) node.joining = { run: run.index, timeMs };
}

/** True until the first event decides which run a stream continues. */
export function isJoining(model: Model, stream: Stream): boolean {
  return nodeOf(model).streams.at(stream.index)?.joining !== undefined;
}

/** The request of a stream that may continue a run. */
export function joiningOf(model: Model, stream: Stream): JsonObject | undefined {
  return nodeOf(model).streams.at(stream.index)?.joining?.input;
}

/** True if this event does not decide which run a stream continues. */
export function isUndecided(model: Model, { stream, type }: LoggedEvent): boolean {
  return UNDECIDED.has(type) && isJoining(model, stream);
}

/** True if the first event of a stream begins a run. For a stock client, a lone error answers its own request. */
function begins({ readers }: Pick<ModelNode, 'readers'>, stream: Stream, type: string): boolean {
  return type === 'RUN_STARTED' || (type === 'RUN_ERROR' && readers(stream).profile?.stops === true);
}

/** The stream whose run this event continues, if it is the first event of a joining stream. */
export function joinedStream(model: Model, { stream, type }: LoggedEvent): Stream | undefined {
  const joining = nodeOf(model).streams.at(stream.index)?.joining;
  if (joining === undefined || UNDECIDED.has(type) || begins(nodeOf(model), stream, type)) return undefined;
  return model.runs.at(joining.run)?.streams.at(-1);
}

/** Settles a join at the first decisive event. Returns the request if the event begins a run after all. */
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
type RunRelation =
  | { readonly kind: 'none' }
  /** Requested on another stream, not started yet: this is its start. */
  | { readonly kind: 'adopt'; readonly run: number }
  /** The newest run of its thread, from its beginning again. */
  | { readonly kind: 'again'; readonly run: number }
  /** A run that the document has nothing of, or whose events it requested again. */
  | { readonly kind: 'replay' }
  /** A run that the thread already has, or is receiving on another stream. */
  | { readonly kind: 'mirror' };

const NO_STREAM = /json(?!l)|^text\/(html|plain)/;

/** True if the events of a run do not arrive in the response to its request. */
function isAnsweredElsewhere(model: ModelNode, { stream }: RunNode): boolean {
  return model.streams.at(stream.index)?.isClosed === true || cannotCarry(stream);
}

/** True if a response cannot be a stream of events: other streams carry them. */
export function cannotCarry({ status, headers }: Stream): boolean {
  return EMPTY_ON_PURPOSE.has(status) || NO_STREAM.test(headers?.['content-type'] ?? '');
}

export function relationOf(context: ReducerContext, runId: string): RunRelation {
  const { model, node, stream } = context;
  const run = runOf(model, runId);
  const { threadId, before, isReplaying } = threadOf(context);
  // A client that posts its runs is trusted, even if its request was too large to be stored.
  const isOwn = node.hasRequest || stream.method === 'POST' || stream.transport === 'file';
  if (isOwn || run === undefined || run.threadId !== threadId || run.streams.includes(stream)) {
    return { kind: 'none' };
  }
  // A new document has nothing of earlier runs, and a connect asks for everything again.
  if (run.isStarted && (isReplaying || run.streams.every(({ doc }) => doc !== stream.doc))) {
    return { kind: 'replay' };
  }
  if (!run.isStarted) {
    return isAnsweredElsewhere(model, run) ? { kind: 'adopt', run: run.index } : { kind: 'mirror' };
  }
  if (run.status === 'running' || before?.run !== run.index) return { kind: 'mirror' };
  return { kind: 'again', run: run.index };
}

/** Restores a thread to the state before its newest run; keeps its lists of runs and calls. */
export function rewindThread({ model, node }: ReducerContext): void {
  const thread = model.threads.at(node.thread);
  if (thread?.before === undefined) return;
  const { runs, calls, stateSeqs, lastRequest, doc, before } = thread;
  const old = { ...before.thread, runs, calls, stateSeqs, lastRequest, doc, before };
  model.threads = replaced(model.threads, node.thread, model.owner.add(old), model.owner);
}

/** A run on another stream of the document that did not request it: ongoing, or complete in a feed. */
export function foundElsewhere({ model, stream }: ReducerContext, input: JsonObject): RunNode | undefined {
  const run = runOf(model, input['runId']);
  if (run?.isStarted !== true || run.threadId !== input['threadId']) return undefined;
  if (run.kind === 'mirror' || (run.status !== 'running' && !isFeed(model, run.stream))) return undefined;
  const isAsked = model.streams.at(run.stream.index)?.hasRequest !== false;
  return isAsked || run.stream === stream || run.stream.doc !== stream.doc ? undefined : run;
}

/** Turns a run into a mirror: the stream that requested it carries it, too, and the app reads that one. */
export function turnToMirror(context: ReducerContext, run: RunNode): void {
  const { model } = context;
  if (threadOf(context).before?.run === run.index) rewindThread(context);
  const mirror = editRun(model, run.index);
  if (mirror !== undefined) toMirror(mirror);
  const feed = editStream(model, run.stream);
  if (feed.run === run.index) feed.isOutsideConversation = true;
}
