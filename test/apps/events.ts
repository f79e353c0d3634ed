// The events that the scenarios' servers send.
import type { JsonObject } from '@/lib/core/json/json';
import type { Exchange } from './scenario';

/** An event as it goes over the wire. */
export type Event = JsonObject & { readonly type: string };

/** A run around other events. */
export function run(
  { threadId, runId }: Pick<Exchange, 'threadId' | 'runId'>,
  ...inner: readonly Event[]
): Event[] {
  return [{ type: 'RUN_STARTED', threadId, runId }, ...inner, { type: 'RUN_FINISHED', threadId, runId }];
}

export function textMessage(messageId: string, ...deltas: readonly string[]): Event[] {
  return [
    { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
    ...deltas.map((delta): Event => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
    { type: 'TEXT_MESSAGE_END', messageId },
  ];
}

/** A tool call whose arguments come in two pieces. */
export function calls(toolCallId: string, toolCallName: string, args: object): Event[] {
  const text = JSON.stringify(args);
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: text.slice(0, 6) },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: text.slice(6) },
    { type: 'TOOL_CALL_END', toolCallId },
  ];
}

/** The result of a tool that the server has. */
export function result(toolCallId: string, content: string): Event {
  return { type: 'TOOL_CALL_RESULT', messageId: `result-${toolCallId}`, toolCallId, content, role: 'tool' };
}

/** A short answer that names the turn. */
export function hello(exchange: Pick<Exchange, 'threadId' | 'runId' | 'turn'>): Event[] {
  return run(exchange, ...textMessage(`m${exchange.turn}`, 'Hello ', `number ${exchange.turn}.`));
}

/** A tool of the server, and what is made of its result. */
export function weather(exchange: Pick<Exchange, 'threadId' | 'runId'>): Event[] {
  return run(
    exchange,
    ...calls('c1', 'weather', { city: 'Zürich' }),
    result('c1', '{"celsius":21}'),
    ...textMessage('m1', 'It is ', '21°.'),
  );
}

/** A run that fails; the next one does not. */
export function failing(exchange: Exchange): Event[] {
  if (exchange.turn > 1) return hello(exchange);
  return [
    ...run(exchange, ...textMessage('m1', 'Half')).slice(0, -1),
    { type: 'RUN_ERROR', message: 'No model.' },
  ];
}

/** Answers with server-sent events, to the end. */
export const answers =
  (make: (exchange: Exchange) => readonly object[]) =>
  (exchange: Exchange): Promise<void> =>
    exchange.send(...make(exchange));
