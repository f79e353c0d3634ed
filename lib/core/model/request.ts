// Effect of a run request on its thread: the messages and state that the app still has, and the next run.
import { isJsonObject, type Json, type JsonObject, stringIn, stringOrEmpty } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { emptyList } from '@/lib/core/json/list';
import type { Stream } from '@/lib/core/log/types';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { EMPTY_STATE, editRun, type RunNode, type ThreadDraft, threadIndexOf } from '@/lib/core/model/nodes';
import {
  cannotCarry,
  foundElsewhere,
  interruptedRun,
  reconnectedRun,
  turnToMirror,
} from '@/lib/core/model/rejoin';
import { addUnknownMessages, messagesIn, takeMessages } from '@/lib/core/model/request-messages';
import { addRun } from '@/lib/core/model/run-node';
import type { RequestNote } from '@/lib/core/model/types';

/** True for a request of existing messages: its own run never appears in the stream. */
export function isConnect(stream: Stream): boolean {
  return stream.envelope === 'agent/connect' || /\/connect\/?(\?|#|$)/.test(stream.url);
}

/** True for a call to another server that is sent as a run (CopilotKit's MCP apps). */
function isProxied(input: JsonObject): boolean {
  const props = input['forwardedProps'];
  return isJsonObject(props) && isJsonObject(props['__proxiedMCPRequest']);
}

/** A run request: names the thread, sets messages and state, and counts as a run until one starts. */
export function takeRequest(context: ReducerContext, input: JsonObject): void {
  const { model, node, stream, timeMs } = context;
  const threadId = stringOrEmpty(input['threadId']);
  node.thread = threadIndexOf(model, threadId);
  node.isThreadFixed = stream.transport !== 'web-socket';
  node.hasRequest = true;
  node.joining = undefined;
  model.current = node.thread;
  const continued = isConnect(stream) ? reconnectedRun : interruptedRun;
  const run = isProxied(input) ? undefined : continued(context, input);
  if (run === undefined) {
    beginRequest(context, input);
    return;
  }
  // The first event decides if this continues the run or starts it again.
  node.run = -1;
  node.joining = { run, input, timeMs };
}

/** Applies a request, once it is known to start something. */
export function beginRequest(context: ReducerContext, input: JsonObject): void {
  const { node, stream } = context;
  node.isOutsideConversation = isProxied(input);
  const started = foundElsewhere(context, input);
  if (started !== undefined && cannotCarry(stream)) {
    takeInput(context, started, input);
    return;
  }
  if (started !== undefined) turnToMirror(context, started);
  const run = isConnect(stream) ? undefined : addRequestRun(context, input);
  const thread = threadOf(context);
  // Of a stream beside the conversation, a request only shows messages of the page that were not captured.
  if (node.isOutsideConversation && thread.doc === stream.doc) return;
  const isNewDocument = thread.doc !== undefined && thread.doc !== stream.doc;
  if (isNewDocument) forget(thread);
  thread.doc = stream.doc;
  thread.isReplaying = isConnect(stream) && cannotCarry(stream);
  const sent = context.model.isOfRuns ? [] : messagesIn(input['messages']);
  const messages = takeMessages(context, sent, { isNewDocument, isReplay: isConnect(stream) });
  const state = takeState(thread, input['state'], isNewDocument);
  if (run === undefined || node.isOutsideConversation) return;
  run.requestNote = { ...messages, isNewDocument, previous: thread.lastRequest, ...state };
  thread.lastRequest = node.run;
}

/** The request of a run that has started on another stream: adds what the thread lacks. */
function takeInput(context: ReducerContext, { index }: RunNode, input: JsonObject): void {
  const run = editRun(context.model, index);
  if (run === undefined) return;
  run.input ??= input;
  run.streams = [...run.streams, context.stream];
  addUnknownMessages(context, messagesIn(input['messages']));
}

export function addRequestRun(context: ReducerContext, input: JsonObject) {
  const { model, node } = context;
  addRun(context, {
    runId: stringOrEmpty(input['runId']),
    threadId: stringOrEmpty(input['threadId']),
    parentRunId: stringIn(input, 'parentRunId'),
  });
  const run = editRun(model, node.run);
  if (run !== undefined) {
    run.input = input;
    if (node.isOutsideConversation) run.kind = 'mcp-proxy';
  }
  return run;
}

/** Drops everything but messages and state: a new document does not have it. */
function forget(thread: ThreadDraft): void {
  thread.interrupts = [];
  thread.hasSharedMessages = false;
  thread.before = undefined;
  delete thread.statePatchFailure;
}

/** Drops everything: a new document without a request starts empty. */
export function forgetAll(thread: ThreadDraft): void {
  forget(thread);
  thread.messages = emptyList();
  thread.ids = undefined;
  thread.callPositions = undefined;
  thread.answers = undefined;
  thread.state = EMPTY_STATE;
  thread.undeliveredState = undefined;
}

function takeState(
  thread: ThreadDraft,
  sent: Json | undefined,
  isNewDocument: boolean,
): Pick<RequestNote, 'stateBefore'> {
  const value = thread.state;
  // Null means absent.
  const state = sent ?? (isNewDocument ? EMPTY_STATE : undefined);
  if (state === undefined) return {};
  thread.undeliveredState = undefined;
  if (isEqualJson(value, state)) return {};
  thread.state = state;
  return { stateBefore: { value } };
}
