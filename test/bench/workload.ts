// The stream that the core is measured with, as events and as a body.
import type { JsonObject } from '@/lib/core/json/json';
import { createRandom } from '../core/model/random';
import { sse } from '../support/logs';

/** Sections of a state of about a megabyte. */
export const MEGABYTE = 550;

/** Runs of 200 text deltas, a tool call and 11 state deltas, about 130 bytes an event. */
export function* generate(length: number, keys = 0): Iterable<JsonObject> {
  const random = createRandom(42);
  let count = 0;
  for (let run = 0; count < length; run++) {
    const events = runOf(run, random, keys);
    for (const event of events) {
      if (count++ >= length) return;
      yield event;
    }
  }
}

function runOf(run: number, random: ReturnType<typeof createRandom>, keys: number): JsonObject[] {
  const ids = { threadId: 'thread-bench', runId: `run-${run}` };
  const messageId = `message-${run}-0123456789abcdef`;
  const toolCallId = `call-${run}-0123456789abcdef`;
  const events: Record<string, unknown>[] = [{ type: 'RUN_STARTED', ...ids }];
  if (run === 0) events.push({ type: 'STATE_SNAPSHOT', snapshot: stateOf(keys) });
  events.push({ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' });
  for (let i = 0; i < 200; i++) {
    events.push({
      type: 'TEXT_MESSAGE_CONTENT',
      messageId,
      delta: `some words of text ${i} `,
      timestamp: 1_700_000_000_000 + i,
    });
  }
  events.push({ type: 'TEXT_MESSAGE_END', messageId });
  events.push({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search', parentMessageId: messageId });
  for (let i = 0; i < 10; i++) events.push({ type: 'TOOL_CALL_ARGS', toolCallId, delta: `{"part":${i}}` });
  events.push({ type: 'TOOL_CALL_END', toolCallId });
  events.push({ type: 'TOOL_CALL_RESULT', toolCallId, messageId: `result-${run}`, content: 'found it' });
  for (let i = 0; i < 11; i++) {
    const path = keys > 0 ? `/sections/${random.below(keys)}/rows/${random.below(20)}/n` : '/n';
    events.push({ type: 'STATE_DELTA', delta: [{ op: keys > 0 ? 'replace' : 'add', path, value: i }] });
  }
  events.push({ type: 'RUN_FINISHED', ...ids });
  return events as JsonObject[];
}

/** A state of about a megabyte where `keys` is 550. */
function stateOf(keys: number): unknown {
  const row = (n: number): unknown => ({ n, label: `row number ${n}`, tags: ['a', 'b'], done: false });
  const section = (): unknown => ({ rows: Array.from({ length: 20 }, (_, n) => row(n)), title: 'A section' });
  return { n: 0, sections: Array.from({ length: keys }, section) };
}

/** The events as server-sent events, frame by frame. */
export function framesOf(length: number, sections = 0): string[] {
  return Array.from(generate(length, sections), (event) => sse(event));
}

/** States that are one large object or array, or are made of small ones, each with a stream of deltas. */
export const SHAPES = ['tree', 'map', 'rows', 'list'] as const;
export type Shape = (typeof SHAPES)[number];

const MAP_KEYS = 55_000;
const MAP_ROWS = 12_000;

/** The first state of a shape: about a megabyte, but for a list, which grows. */
export function startOf(shape: Shape): unknown {
  if (shape === 'tree') return stateOf(MEGABYTE);
  if (shape === 'list') return { list: [] };
  if (shape === 'map')
    return { map: Object.fromEntries(Array.from({ length: MAP_KEYS }, (_, n) => [`key-${n}`, n])) };
  const row = (n: number) => [`row-${n}`, { n, label: `row number ${n}`, tags: ['a', 'b'], done: false }];
  return { rows: Object.fromEntries(Array.from({ length: MAP_ROWS }, (_, n) => row(n))) };
}

/** The operations of a stream of deltas, one each. */
export function* deltasOf(shape: Shape, length: number): Iterable<Record<string, unknown>> {
  const random = createRandom(7);
  const paths: Record<Shape, () => string> = {
    tree: () => `/sections/${random.below(MEGABYTE)}/rows/${random.below(20)}/n`,
    map: () => `/map/key-${random.below(MAP_KEYS)}`,
    rows: () => `/rows/row-${random.below(MAP_ROWS)}/n`,
    list: () => '/list/-',
  };
  for (let value = 0; value < length; value++) {
    const isList = shape === 'list';
    yield {
      op: isList ? 'add' : 'replace',
      path: paths[shape](),
      value: isList ? { id: `item-${value}`, n: value } : value,
    };
  }
}

/** Conversations of very many of one thing. */
export const MANY = ['messages', 'calls', 'runs'] as const;

/** The events of a conversation with so many messages, calls or runs: three to five events each. */
export function* manyOf(what: (typeof MANY)[number], count: number): Iterable<JsonObject> {
  const threadId = 'thread-bench';
  const message = (n: number): JsonObject[] => {
    const messageId = `message-${n}`;
    return [
      { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId, delta: `some words of text ${n}` },
      { type: 'TEXT_MESSAGE_END', messageId },
    ];
  };
  const call = (n: number): JsonObject[] => {
    const toolCallId = `call-${n}`;
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search' },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: `{"query":${n}}` },
      { type: 'TOOL_CALL_END', toolCallId },
      { type: 'TOOL_CALL_RESULT', toolCallId, messageId: `result-${n}`, content: 'found it' },
    ];
  };
  const started = (runId: string): JsonObject => ({ type: 'RUN_STARTED', threadId, runId });
  const finished = (runId: string): JsonObject => ({ type: 'RUN_FINISHED', threadId, runId });
  if (what !== 'runs') yield started('run');
  for (let n = 0; n < count; n++) {
    if (what === 'calls') yield* call(n);
    else if (what === 'messages') yield* message(n);
    else yield* [started(`run-${n}`), ...message(n), finished(`run-${n}`)];
  }
  if (what !== 'runs') yield finished('run');
}
