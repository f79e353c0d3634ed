// Type of a scripted agent, and the pieces that most of them are made of. The answer of an agent depends on its input
// alone (no clock, no random numbers), so that two runs with the same input can be compared.
import type { AGUIEvent, Message, RunAgentInput } from '@ag-ui/core';

type Spelled<E> = E extends { type: infer T extends string } ? Omit<E, 'type'> & { type: `${T}` } : never;

/** An AG-UI event with its type spelled as the text that goes over the wire. */
export type DemoEvent = Spelled<AGUIEvent>;

/** Fault of an agent's answer on the wire. */
interface WireFault {
  /** Answer with this status and body, and no event. */
  readonly answer?: { readonly status: number; readonly contentType: string; readonly body: string };
  /** End lines of server-sent events with CR LF. */
  readonly crlf?: true;
  /** Break the connection after the last event, in the middle of a frame. */
  readonly cut?: true;
}

export interface Agent {
  readonly name: string;
  /** One line for the list of agents. */
  readonly about: string;
  /** Time between two events, milliseconds. */
  readonly paceMs: number;
  readonly fault?: WireFault;
  run(input: RunAgentInput): Iterable<DemoEvent>;
}

/** The turn that this run answers, from 1. */
export function turnOf(input: RunAgentInput): number {
  return Math.max(1, input.messages.filter((message) => message.role === 'user').length);
}

/** The content of a message as text. */
export function contentOf(message: Message): string {
  return typeof message.content === 'string' ? message.content : JSON.stringify(message.content ?? '');
}

/** The text of the newest user message. */
export function promptOf(input: RunAgentInput): string {
  const newest = input.messages.findLast((message) => message.role === 'user');
  return newest ? contentOf(newest) : '';
}

/** The first event of every run. */
export function started(input: RunAgentInput): DemoEvent {
  const parent = input.parentRunId === undefined ? {} : { parentRunId: input.parentRunId };
  return {
    type: 'RUN_STARTED',
    threadId: input.threadId,
    runId: input.runId,
    ...parent,
    protocolVersion: '1.0',
  };
}

/** The last event of a run that went well. */
export function finished(input: RunAgentInput): DemoEvent {
  return {
    type: 'RUN_FINISHED',
    threadId: input.threadId,
    runId: input.runId,
    outcome: { type: 'success' },
    usage: [{ provider: 'demo', model: 'script-1', inputTokens: 12, outputTokens: 34, totalTokens: 46 }],
  };
}

/** A text cut the way that models stream it: a word and its blank at a time. */
export const words = (text: string): string[] => text.match(/\S+\s*|\s+/g) ?? [];

/** An assistant message, streamed word by word. */
export function* say(messageId: string, text: string, subagentRunId?: string): Generator<DemoEvent> {
  const tag = subagentRunId === undefined ? {} : { subagentRunId };
  yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', ...tag };
  for (const delta of words(text)) yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta, ...tag };
  yield { type: 'TEXT_MESSAGE_END', messageId, ...tag };
}

/** Parameters of `call`. */
export interface Call {
  readonly toolCallId: string;
  readonly toolCallName: string;
  readonly parentMessageId?: string;
  readonly subagentRunId?: string;
}

/** A tool call whose arguments stream in pieces that cut through names and strings. */
export function* call({ toolCallId, subagentRunId, ...start }: Call, args: unknown): Generator<DemoEvent> {
  const tag = subagentRunId === undefined ? {} : { subagentRunId };
  yield { type: 'TOOL_CALL_START', toolCallId, ...start, ...tag };
  for (const delta of JSON.stringify(args).match(/.{1,8}/gsu) ?? []) {
    yield { type: 'TOOL_CALL_ARGS', toolCallId, delta, ...tag };
  }
  yield { type: 'TOOL_CALL_END', toolCallId, ...tag };
}

export function answer(toolCallId: string, content: unknown, subagentRunId?: string): DemoEvent {
  const tag = subagentRunId === undefined ? {} : { subagentRunId };
  return {
    type: 'TOOL_CALL_RESULT',
    messageId: `${toolCallId}-result`,
    toolCallId,
    role: 'tool',
    content: JSON.stringify(content),
    ...tag,
  };
}
