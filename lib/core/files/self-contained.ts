// The events of a log with the content of its requests: messages of the user and initial states. A replay of bare
// events would lack these.

import { enforce } from '@/lib/core/agui/enforce';
import { toLogged } from '@/lib/core/compact/replay';
import type { Json, JsonObject } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';
import { grouped } from '@/lib/core/json/sorted';
import type { Log } from '@/lib/core/log/log';
import { requestAt } from '@/lib/core/log/stream-facts';
import type { Boundary } from '@/lib/core/log/types';
import { seqsAndBoundaries } from '@/lib/core/log/walk';
import { modelFold, streamView } from '@/lib/core/model/model';
import { asJson } from '@/lib/core/model/nodes';
import type { Thread } from '@/lib/core/model/types';

/** Events and boundaries, stream by stream: overlapping runs become consecutive. */
function* factsOf(log: Log): Iterable<number | Boundary> {
  const byStream = grouped(seqsAndBoundaries(log), (fact) => {
    if (typeof fact === 'number') return log.streamOf(fact);
    return 'stream' in fact ? fact.stream : undefined;
  });
  for (const [stream, facts] of byStream) if (stream !== undefined) yield* facts;
}

/** Adds the request to an event that may have one and has none. */
function withInput(event: JsonObject, input: JsonObject | undefined): JsonObject {
  if (input === undefined || event['input'] !== undefined) return event;
  // Only material that the stock client accepts, so that it does not warn.
  const enforced = enforce({ ...event, input }, 'RUN_STARTED');
  const kept = enforced.ok ? enforced.event['input'] : undefined;
  return kept === undefined ? event : { ...event, input: kept };
}

function messagesOf(thread: Thread): Json {
  return [...thread.messages].map(({ message }) => asJson(message));
}

/**
 * A snapshot after which the next one removes everything. Activities and reasoning survive a snapshot without any;
 * other messages do not.
 */
function clearing(bare: Thread | undefined): JsonObject {
  const messages = [...(bare?.messages ?? [])]
    .filter(({ message }) => message.role === 'activity' || message.role === 'reasoning')
    .map(({ message: { id } }) => ({ id, role: 'system', content: '' }));
  return { type: 'MESSAGES_SNAPSHOT', messages };
}

/** True if a snapshot of the messages would keep others, or another order. */
function needsClearing(own: Thread, bare: Thread | undefined): boolean {
  const wanted = [...own.messages].map(({ message }) => message.id);
  const left = [...(bare?.messages ?? [])].map(({ message }) => message.id);
  return left.some((id, at) => wanted[at] !== id);
}

function hasSameMessages({ messages: one }: Thread, { messages: other }: Thread): boolean {
  if (one.length !== other.length) return false;
  const others = other[Symbol.iterator]();
  for (const { message } of one) {
    const { value } = others.next();
    if (value === undefined || !isEqualJson(asJson(message), asJson(value.message))) return false;
  }
  return true;
}

/** Snapshots that bring a replay to the log's own model; none if it is equal. */
function* corrections(own: Thread | undefined, bare: Thread | undefined): Iterable<JsonObject> {
  if (own === undefined || own.threadId !== bare?.threadId) return;
  if (!hasSameMessages(own, bare)) {
    if (needsClearing(own, bare)) yield clearing(bare);
    yield { type: 'MESSAGES_SNAPSHOT', messages: messagesOf(own) };
  }
  const { state } = own;
  // A thread starts with an empty state.
  if (state !== undefined && !isEqualJson(state, bare.state ?? {})) {
    yield { type: 'STATE_SNAPSHOT', snapshot: JSON.parse(JSON.stringify(state)) };
  }
}

/** All events, stream by stream, each run with its request. A replay yields the messages and state of the log. */
export function selfContainedEvents(log: Log, skip = (): void => undefined): Iterable<JsonObject> {
  return { [Symbol.iterator]: () => generate(log, skip) };
}

function* generate(log: Log, skip: () => void): Generator<JsonObject, undefined> {
  let own = modelFold.init();
  let bare = modelFold.init();
  let seq = 0;
  let input: JsonObject | undefined;
  const emit = (event: JsonObject): JsonObject => {
    bare = modelFold.step(bare, toLogged(event, seq++));
    return event;
  };
  for (const fact of factsOf(log)) {
    if (typeof fact === 'object') {
      own = modelFold.boundary?.(own, fact) ?? own;
      input = requestAt(fact) ?? input;
      if (fact.kind === 'close') input = undefined;
      continue;
    }
    const logged = log.at(fact);
    if (logged === undefined) continue;
    const { event, type } = logged;
    own = modelFold.step(own, logged);
    if (event === undefined || type === '') {
      skip();
      continue;
    }
    // Such a run does not affect the thread, but its replay would.
    if (streamView(own, logged.stream).isOutsideConversation) continue;
    if (type !== 'RUN_STARTED') {
      yield emit(event);
      continue;
    }
    yield emit(withInput(event, input));
    input = undefined;
    const [wanted, there] = [own.threads.at(own.current), bare.threads.at(bare.current)];
    for (const correction of corrections(wanted, there)) yield emit(correction);
  }
}
