// One run over several streams: a request sent again after the connection broke, a join by the run's id, the same
// events a second time. Which of these a stream is shows its first event; until then nothing is changed.
import type { EventTypeName } from '@/lib/agui/events';
import type { JsonObject } from '@/lib/agui/json';
import type { LoggedEvent, Stream } from '@/lib/log/types';
import { type Context, threadOf } from '@/lib/model/context';
import { editRun, editStream, type ModelNode, type RunNode, rootOf, threadIndexOf } from '@/lib/model/nodes';
import { reopenRun } from '@/lib/model/run-node';
import type { Model } from '@/lib/model/types';
import { lookup } from '@/lib/values/id-map';
import { replaced } from '@/lib/values/list';

const BROKEN: ReadonlySet<string> = new Set(['truncated', 'aborted']);
// Servers send these before a run starts as well as in the middle of it.
const UNDECIDED: ReadonlySet<string> = new Set<EventTypeName | ''>(['CUSTOM', 'RAW', '']);

/** The newest run with an id. */
function runOf(model: ModelNode, runId: unknown): RunNode | undefined {
  const index = typeof runId === 'string' && runId !== '' ? lookup(model.runById, runId) : undefined;
  return index === undefined ? undefined : model.runs.at(index);
}

function isBroken(run: RunNode | undefined, stream: Stream): run is RunNode {
  return (
    run?.isStarted === true &&
    run.kind === 'conversation' &&
    BROKEN.has(run.status) &&
    run.stream.doc === stream.doc &&
    !run.streams.includes(stream)
  );
}

/** The run that a request names, where its stream broke before its end: the same request asks for the rest of it. */
export function interruptedRun({ model, stream }: Context, input: JsonObject): number | undefined {
  const run = runOf(model, input['runId']);
  return isBroken(run, stream) && run.threadId === input['threadId'] ? run.index : undefined;
}

function runIdIn(url: string): string | undefined {
  const value = /[?&](?:runId|run_id)=([^&#]*)/.exec(url)?.[1];
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** A stream that nobody sent a request for: its address may name a run whose stream broke. */
export function takeOpening({ model, node, stream, timeMs }: Context): void {
  const runId = runIdIn(stream.url);
  const run = runId === undefined ? undefined : runOf(model, runId);
  if (isBroken(run, stream)) node.joining = { run: run.index, timeMs };
}

/** The stream whose run this event goes on with, where it is the first of a stream that joins it. */
export function joinedStream(model: Model, { stream, type }: LoggedEvent): Stream | undefined {
  const joining = rootOf(model).streams.at(stream.index)?.joining;
  if (joining === undefined || UNDECIDED.has(type) || type === 'RUN_STARTED') return undefined;
  return model.runs.at(joining.run)?.streams.at(-1);
}

/** The first event that tells decides what a joining stream is; gives the request, where it begins a run after all. */
export function settleJoin(context: Context, type: string): JsonObject | undefined {
  const { model, node, stream } = context;
  const { joining } = node;
  if (joining === undefined || UNDECIDED.has(type)) return undefined;
  node.joining = undefined;
  if (type === 'RUN_STARTED') return joining.input;
  const run = model.runs.at(joining.run);
  if (run === undefined) return undefined;
  const last = run.streams.at(-1);
  node.thread = threadIndexOf(model, run.threadId);
  node.lanes = (last === undefined ? undefined : model.streams.at(last.index)?.lanes) ?? node.lanes;
  threadOf(context).doc = stream.doc;
  reopenRun(context, joining.run);
  return undefined;
}

/** What a RUN_STARTED without a request of its own has to do with a run that is there already. */
export type Meeting =
  | { readonly kind: 'none' }
  /** Asked for elsewhere and not started yet: this is its start. */
  | { readonly kind: 'adopt'; readonly run: number }
  /** The newest run of its thread from its beginning once more. */
  | { readonly kind: 'again'; readonly run: number }
  /** What the thread has already, or is getting over another stream. */
  | { readonly kind: 'mirror' };

const NO_STREAM = /json(?!l)|^text\/(html|plain)/;

/** True where the answer to a run's request cannot carry its events. */
function isAnsweredElsewhere({ stream }: RunNode): boolean {
  return stream.close !== undefined || cannotCarry(stream);
}

function cannotCarry({ status, headers }: Stream): boolean {
  return status === 202 || status === 204 || NO_STREAM.test(headers?.['content-type'] ?? '');
}

/** What a RUN_STARTED that no request of its stream asked for meets in its thread. */
export function meetingOf(context: Context, runId: string): Meeting {
  const { model, node, stream } = context;
  const run = runOf(model, runId);
  const { threadId, before } = threadOf(context);
  // A client that posts its runs itself means what it says, also where its request was too large to be kept.
  const isOwn = node.hasRequest || stream.method === 'POST' || stream.transport === 'file';
  if (isOwn || run === undefined || run.threadId !== threadId || run.streams.includes(stream)) {
    return { kind: 'none' };
  }
  if (!run.isStarted) {
    return isAnsweredElsewhere(run) ? { kind: 'adopt', run: run.index } : { kind: 'mirror' };
  }
  if (run.status === 'running' || before?.run !== run.index) return { kind: 'mirror' };
  return { kind: 'again', run: run.index };
}

/** Gives a thread what it had before its newest run; its lists of what happened stay. */
export function rewindThread({ model, node }: Context): void {
  const thread = model.threads.at(node.thread);
  if (thread?.before === undefined) return;
  const { runs, calls, stateSeqs, lastRequest, doc, before } = thread;
  const old = { ...before.thread, runs, calls, stateSeqs, lastRequest, doc, before };
  model.threads = replaced(model.threads, node.thread, model.owner.add(old), model.owner);
}

/** A run that another stream of the document brings without having asked for it, and that is going on. */
export function foundElsewhere({ model, stream }: Context, input: JsonObject): RunNode | undefined {
  const run = runOf(model, input['runId']);
  if (run?.status !== 'running' || !run.isStarted || run.threadId !== input['threadId']) return undefined;
  const isAsked = model.streams.at(run.stream.index)?.hasRequest !== false;
  return isAsked || run.stream === stream || run.stream.doc !== stream.doc ? undefined : run;
}

/** True where a request's own answer will not bring the events of its run. */
export function isAcknowledged({ stream }: Context): boolean {
  return stream.close !== undefined || cannotCarry(stream);
}

/** The run is taken back: the stream that was asked for it brings it too, and the app reads that one. */
export function turnToMirror(context: Context, run: RunNode): void {
  const { model } = context;
  if (threadOf(context).before?.run === run.index) rewindThread(context);
  const mirror = editRun(model, run.index);
  if (mirror !== undefined) Object.assign(mirror, { kind: 'mirror', isReplay: true });
  editStream(model, run.stream).isAside = true;
}
