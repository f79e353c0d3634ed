// Many events, fast: messages, tool calls and a state that grows.
import type { RunAgentInput } from '@ag-ui/core';
import { type Agent, answer, call, type DemoEvent, finished, say, started } from './agent';

/** Default number of events of a run; `forwardedProps.events` overrides it. */
const LONG_EVENTS = 10_000;

function lengthOf(input: RunAgentInput): number {
  const asked: unknown = input.forwardedProps?.events;
  return typeof asked === 'number' && asked >= 3 ? asked : LONG_EVENTS;
}

function* endless(input: RunAgentInput): Generator<DemoEvent> {
  yield { type: 'STATE_SNAPSHOT', snapshot: { counters: {}, history: [] } };
  for (let n = 0; ; n++) {
    const id = `${input.runId}-${n}`;
    // Long messages, few of them: the stock client copies every message on every event.
    yield* say(`${id}-m`, `Message number ${n}. ${`It says that ${n} times ${n} is ${n * n}. `.repeat(40)}`);
    yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: `/counters/c${n % 100}`, value: n }] };
    yield* call({ toolCallId: `${id}-t`, toolCallName: 'count' }, { from: n, to: n + 5 });
    yield answer(`${id}-t`, { sum: 5 * n + 10 });
    yield { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/history/-', value: { n, ok: true } }] };
  }
}

function* run(input: RunAgentInput): Generator<DemoEvent> {
  let left = lengthOf(input) - 2;
  yield started(input);
  const open = new Map<string, DemoEvent>();
  for (const event of endless(input)) {
    if (left <= open.size) break;
    left -= 1;
    if (event.type === 'TEXT_MESSAGE_START') {
      open.set(event.messageId, { type: 'TEXT_MESSAGE_END', messageId: event.messageId });
    }
    if (event.type === 'TOOL_CALL_START') {
      open.set(event.toolCallId, { type: 'TOOL_CALL_END', toolCallId: event.toolCallId });
    }
    if (event.type === 'TEXT_MESSAGE_END') open.delete(event.messageId);
    if (event.type === 'TOOL_CALL_END') open.delete(event.toolCallId);
    yield event;
  }
  yield* open.values();
  yield finished(input);
}

/** Ten thousand events without a pause. */
export const long: Agent = { name: 'long', about: `${LONG_EVENTS} events, fast`, paceMs: 0, run };
