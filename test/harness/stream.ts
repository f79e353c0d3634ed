// Writing an agent's events into an HTTP response, at the agent's pace, until the client has gone away.
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { BaseEvent, RunAgentInput } from '@ag-ui/core';
import { EventEncoder } from '@ag-ui/encoder';
import type { Agent, DemoEvent } from './agents/agent';

/** Target of an agent's events. */
export interface Sink {
  readonly response: ServerResponse;
  readonly agent: Agent;
  readonly pace: Pace;
}

export interface Pace {
  /** Between two of them, milliseconds. */
  readonly ms: number;
  /** Aborted when what is left is wanted at once. */
  readonly hurried?: AbortSignal;
}

/** Time from the last bytes to the cut. */
const CUT_MS = 1000;
const NO_STORE = { 'cache-control': 'no-store' };
/** Without a pace, the server yields to other requests after so many events. */
const YIELD_EVERY = 200;

/** A demo event as the packages of the protocol type it. */
const toBaseEvent = (event: DemoEvent): BaseEvent => event as unknown as BaseEvent;

/** An agent's events with its pace; ends early once `isOpen` is false. */
export async function* paced(
  events: Iterable<DemoEvent>,
  { ms, hurried }: Pace,
  isOpen: () => boolean,
): AsyncGenerator<DemoEvent> {
  let n = 0;
  for (const event of events) {
    if (ms > 0 && n > 0 && hurried?.aborted !== true)
      await wait(ms, undefined, hurried && { signal: hurried }).catch(() => undefined);
    else if (++n % YIELD_EVERY === 0) await wait(0);
    if (!isOpen()) return;
    n += 1;
    yield event;
  }
}

/** Server-sent events, or protobuf where `accept` asks for it. */
export async function streamHttp(sink: Sink, input: RunAgentInput, accept: string): Promise<void> {
  const fault = sink.agent.fault?.answer;
  if (fault) {
    sink.response.writeHead(fault.status, { ...NO_STORE, 'content-type': fault.contentType }).end(fault.body);
    return;
  }
  const encoder = new EventEncoder({ accept });
  const encode = (event: DemoEvent) =>
    encoder.getContentType() === 'text/event-stream'
      ? withFault(encoder.encodeSSE(toBaseEvent(event)), sink.agent)
      : encoder.encodeBinary(toBaseEvent(event));
  await write(sink, sink.agent.run(input), encoder.getContentType(), encode);
}

/** One event per line. */
export async function streamNdjson(sink: Sink, input: RunAgentInput): Promise<void> {
  await write(sink, sink.agent.run(input), 'application/x-ndjson', (event) => `${JSON.stringify(event)}\n`);
}

/** Events for an EventSource. Its request has no body, so RUN_STARTED carries the input. */
export async function streamEventSource(sink: Sink, input: RunAgentInput, named: boolean): Promise<void> {
  let isFirst = true;
  const encode = (event: DemoEvent) => {
    const full = event.type === 'RUN_STARTED' && isFirst ? { ...event, input } : event;
    isFirst = false;
    const name = named ? `event: ${event.type}\n` : '';
    return withFault(`${name}data: ${JSON.stringify(full)}\n\n`, sink.agent);
  };
  await write(sink, sink.agent.run(input), 'text/event-stream', encode);
}

function withFault(frame: string, agent: Agent): string {
  return agent.fault?.crlf ? frame.replaceAll('\n', '\r\n') : frame;
}

async function write(
  { response, agent, pace }: Sink,
  events: Iterable<DemoEvent>,
  contentType: string,
  encode: (event: DemoEvent) => string | Uint8Array,
): Promise<void> {
  response.writeHead(200, { ...NO_STORE, 'content-type': contentType });
  response.flushHeaders();
  for await (const event of paced(events, pace, () => !response.destroyed)) {
    if (!response.write(encode(event))) await drained(response);
  }
  if (response.destroyed) return;
  if (!agent.fault?.cut) return void response.end();
  const whole = encode({ type: 'CUSTOM', name: 'never', value: 'arrives whole' });
  // A busy browser that has read nothing yet would lose all of it with the connection.
  response.write(whole.slice(0, whole.length - 9));
  await wait(CUT_MS);
  response.destroy();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
