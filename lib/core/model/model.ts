// The model as a fold: the app's state at an event, by the rules of client 1.0. The cost of an event does not depend
// on its position. An event that the client would reject changes nothing.

import type { Event, Interrupt } from '@ag-ui/core';
import { withTypes } from '@/lib/core/agui/encrypted-types';
import { enforce } from '@/lib/core/agui/enforce';
import {
  asEvent,
  type EventOf,
  type EventTypeName,
  isEventType,
  isThinkingType,
} from '@/lib/core/agui/events';
import { isPlainlyValid } from '@/lib/core/agui/fields';
import { type Readers, readerOf } from '@/lib/core/consumers/consumers';
import type { JsonObject } from '@/lib/core/json/json';
import { isReadable } from '@/lib/core/log/readable-event';
import type { Boundary, Fold, LoggedEvent, Stream } from '@/lib/core/log/types';
import type { Lanes } from '@/lib/core/model/chunk-lanes';
import { type ReducerContext, threadOf } from '@/lib/core/model/context';
import { expand } from '@/lib/core/model/expand';
import { switchToRun } from '@/lib/core/model/feed';
import {
  editRun,
  editStream,
  emptyModel,
  forkModel,
  type ModelNode,
  nodeOf,
  type StreamNode,
} from '@/lib/core/model/nodes';
import { reducers } from '@/lib/core/model/reducers';
import { closeStream } from '@/lib/core/model/reducers/run';
import { isUndecided, settleJoin, takeOpening } from '@/lib/core/model/rejoin';
import { beginRequest, takeRequest } from '@/lib/core/model/request';
import { reopenRun } from '@/lib/core/model/run-node';
import { translateThinking } from '@/lib/core/model/thinking';
import type { Model } from '@/lib/core/model/types';

/** Number of kept declarations; a new one replaces the oldest. */
const DECLARATIONS_MAX = 50;

// Types whose known fields enforcement may change: unknown parts, operations, outcomes, nulls.
const MAY_CHANGE: ReadonlySet<string> = new Set<EventTypeName>([
  'MESSAGES_SNAPSHOT',
  'RUN_STARTED',
  'RUN_FINISHED',
  'SUBAGENT_FINISHED',
  'TOOL_CALL_RESULT',
  'STATE_DELTA',
  'ACTIVITY_DELTA',
]);

function contextOf(
  model: ModelNode,
  stream: Stream,
  at: { seq: number; timeMs: number },
  isClient00 = false,
): ReducerContext {
  const { seq, timeMs } = at;
  return { model, stream, node: editStream(model, stream), seq, timeMs, complaints: undefined, isClient00 };
}

function contextOfEvent(model: ModelNode, logged: LoggedEvent, isClient00?: boolean): ReducerContext {
  const context = contextOf(model, logged.stream, logged, isClient00);
  if (logged.about !== undefined) switchToRun(context, logged.about, logged.type);
  return context;
}

const BOUNDS: ReadonlySet<string> = new Set<EventTypeName>(['RUN_STARTED', 'RUN_FINISHED', 'RUN_ERROR']);

function reduce<T extends EventTypeName>(context: ReducerContext, type: T, event: EventOf<T>): void {
  if ((context.node.isOutsideConversation || context.model.isOfRuns) && !BOUNDS.has(type)) return;
  reducers[type](context, event);
}

function reduceAll(context: ReducerContext, events: readonly Event[]): void {
  for (const event of events) {
    // The type is the event's own, which the compiler cannot follow through a union; `expand` adds only known types.
    reduce(context, event.type as EventTypeName, event as never);
  }
}

/** Decides at the first event of a stream if it continues a run whose stream broke. */
function settle(context: ReducerContext, type: string): void {
  const { joining } = context.node;
  if (joining === undefined) return;
  const input = settleJoin(context, type);
  if (input !== undefined) beginRequest({ ...context, timeMs: joining.timeMs }, input);
}

/** Decides at an event which run its stream continues, without reducing the event. */
export function settleAsApp(model: Model, logged: LoggedEvent): void {
  const root = nodeOf(model);
  if (root.streams.at(logged.stream.index)?.joining === undefined) return;
  settle(contextOfEvent(root, logged), logged.type);
}

/** The event as the client would reduce it, typed; undefined if the client would reject it. */
function parseEvent(event: JsonObject, type: EventTypeName): Event | undefined {
  if (!MAY_CHANGE.has(type) || isPlainlyValid(event, type)) return asEvent(event);
  const enforced = enforce(event, type);
  if (!enforced.ok) return undefined;
  return asEvent(enforced.removed.length === 0 ? enforced.event : withTypes(enforced.event, event));
}

function apply(context: ReducerContext, event: JsonObject, type: EventTypeName): void {
  const { node } = context;
  const parsed = parseEvent(event, type);
  if (parsed === undefined) return;
  const expansion = expand(node.lanes, parsed);
  if ('error' in expansion) return;
  node.lanes = expansion.lanes;
  reduceAll(context, expansion.events);
}

/** Events after enforcement and expansion, and the lanes still open after them. */
export interface Expanded {
  readonly lanes: Lanes;
  readonly events: readonly Event[];
  readonly thinking?: ThinkingIds;
  readonly isClient00?: boolean;
}

/** Ids with which THINKING_* events continue; they carry none. */
type ThinkingIds = Pick<StreamNode, 'thinkingSpan' | 'thinkingMessage'>;

/** Reduces the expansion of an event; returns what the reducer prints to the console. */
export function stepExpanded(
  model: Model,
  logged: LoggedEvent,
  expanded: Expanded,
): readonly string[] | undefined {
  const { lanes, events, thinking, isClient00 } = expanded;
  const context = contextOfEvent(nodeOf(model), logged, isClient00);
  settle(context, logged.type);
  context.node.lanes = lanes;
  if (thinking !== undefined) Object.assign(context.node, thinking);
  reduceAll(context, events);
  countEvent(context);
  return context.complaints;
}

/** Fails the run of an event with the client's own error: the app's state after its client stops. */
export function failAsApp(model: Model, logged: LoggedEvent, message: string): void {
  const context = contextOfEvent(nodeOf(model), logged);
  // The model does not get the event. If it does not show which run the stream continues, a new run is assumed.
  settle(context, isUndecided(model, logged) ? 'RUN_STARTED' : logged.type);
  const run = editRun(context.model, context.node.run);
  if (run === undefined || run.status !== 'running') return;
  run.status = 'error';
  run.endSeq = logged.seq;
  run.endMs = logged.timeMs;
  run.error = { message };
}

/** Keeps the interrupts of a run open for the next request, although the app does not get the end of the run. */
export function askAsApp(model: Model, logged: LoggedEvent, interrupts: readonly Interrupt[]): void {
  const context = contextOfEvent(nodeOf(model), logged);
  if (!context.node.isOutsideConversation) threadOf(context).interrupts = interrupts;
}

/** Aborts the run of a stream: the client creates an error if the page aborts reading. */
export function abortAsApp(model: Model, stream: Stream): void {
  const root = nodeOf(model);
  const run = editRun(root, root.streams.at(stream.index)?.run ?? -1);
  if (run?.status === 'running')
    run.error = { message: stream.close?.detail ?? 'Aborted by the page', code: 'abort' };
}

function countEvent(context: ReducerContext): void {
  const { model, node, seq } = context;
  node.events++;
  node.lastSeq = seq;
  if (node.thread >= 0) model.current = node.thread;
  const run = editRun(model, node.run);
  if (run === undefined) return;
  run.events++;
  run.startSeq ??= seq;
  run.lastSeq = seq;
}

function step(model: Model, logged: LoggedEvent): Model {
  const root = nodeOf(model);
  const { event, type, problems, seq } = logged;
  const context = contextOfEvent(root, logged);
  settle(context, type);
  if (event !== undefined && isReadable(problems)) {
    if (isEventType(type)) apply(context, event, type);
    else if (isThinkingType(type)) {
      const translated = translateThinking(context.node, type, { event, seq });
      apply(context, translated, translated.type);
    }
  }
  countEvent(context);
  return root;
}

function boundary(model: Model, fact: Boundary): Model {
  const root = nodeOf(model);
  if (fact.kind === 'navigation' || fact.kind === 'gap' || fact.kind === 'unread') return root;
  const context = contextOf(root, fact.stream, { seq: fact.beforeSeq, timeMs: fact.timeMs });
  if (fact.kind === 'close') {
    closeStream(context);
    context.node.isClosed = true;
    const { declaration } = fact.stream;
    if (declaration !== undefined)
      root.declarations = [...root.declarations.slice(1 - DECLARATIONS_MAX), declaration];
  } else if (fact.kind === 'back') {
    context.node.isClosed = false;
    if (root.runs.at(context.node.run)?.status === 'aborted') reopenRun(context, context.node.run);
  } else if (fact.kind === 'request') takeRequest(context, fact.input);
  // Requests sent on a socket have boundaries of their own: only the opening request counts here.
  else if (fact.stream.input !== undefined && fact.stream.requestBody !== undefined) {
    takeRequest(context, fact.stream.input);
  } else takeOpening(context);
  return root;
}

export const modelFold: Fold<Model> = {
  name: 'model',
  init: () => emptyModel(),
  step,
  boundary,
  fork: (model) => forkModel(nodeOf(model)),
};

/** A fold of runs only, without messages, state and calls. */
export const runsFold: Fold<Model> = { ...modelFold, name: 'runs', init: () => emptyModel(readerOf, true) };

/** The fold of the model, with clients chosen by hand. */
export function modelFoldFor(readers: Readers): Fold<Model> {
  return { ...modelFold, init: () => emptyModel(readers) };
}

interface StreamView {
  /** Index of the newest run; -1 if it has none. */
  readonly run: number;
  /** True after its RUN_STARTED. */
  readonly isStarted: boolean;
  /** Index of the thread its events go to; -1 if none was named. */
  readonly thread: number;
  /** Number of events so far, and the newest of them (-1 before the first). */
  readonly events: number;
  readonly lastSeq: number;
  /** True while its events are not part of the conversation. */
  readonly isOutsideConversation: boolean;
}

export function streamView(model: Model, stream: Stream): StreamView {
  const root = nodeOf(model);
  const node = root.streams.at(stream.index);
  if (node === undefined) {
    return { run: -1, isStarted: false, thread: -1, events: 0, lastSeq: -1, isOutsideConversation: false };
  }
  const { run, thread, events, lastSeq, isOutsideConversation } = node;
  const isStarted = run >= 0 && root.runs.at(run)?.isStarted === true;
  return { run, isStarted, thread, events, lastSeq, isOutsideConversation };
}
