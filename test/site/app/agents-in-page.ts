// The scripted agents behind `fetch`: nothing leaves the page.
import type { BaseEvent } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { EventEncoder } from '@ag-ui/encoder';
import { agents } from '../../harness/agents';
import type { Agent, DemoEvent } from '../../harness/agents/agent';

const PATH = /\/agents\/([a-z0-9-]+)(\/ndjson)?$/;
/** The first event comes after this time, as from a model, milliseconds. */
const FIRST_MS = 400;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Cut off in the middle of a frame, as a broken connection does. */
const HALF_FRAME = 'data: {"type":"CUSTOM","na';

function encodingOf(accept: string, isNdjson: boolean) {
  const encoder = new EventEncoder({ accept });
  const utf8 = new TextEncoder();
  // The packages of the protocol type events more narrowly.
  const toBase = (event: DemoEvent) => event as unknown as BaseEvent;
  if (isNdjson)
    return {
      type: 'application/x-ndjson',
      encode: (event: DemoEvent) => utf8.encode(`${JSON.stringify(event)}\n`),
    };
  const type = encoder.getContentType();
  const encode = (event: DemoEvent): Uint8Array =>
    type === 'text/event-stream'
      ? utf8.encode(encoder.encodeSSE(toBase(event)))
      : encoder.encodeBinary(toBase(event));
  return { type, encode };
}

async function* framesOf(
  { run, paceMs, fault }: Agent,
  body: string,
  encode: (event: DemoEvent) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  const input = RunAgentInputSchema.parse(JSON.parse(body)) as Parameters<Agent['run']>[0];
  await pause(FIRST_MS);
  const crlf = (frame: Uint8Array) =>
    new TextEncoder().encode(new TextDecoder().decode(frame).replaceAll('\n', '\r\n'));
  for (const event of run(input)) {
    yield fault?.crlf ? crlf(encode(event)) : encode(event);
    if (paceMs > 0) await pause(paceMs);
  }
  if (!fault?.cut) return;
  yield new TextEncoder().encode(HALF_FRAME);
  throw new TypeError('network error');
}

async function answer(agent: Agent, request: Request, isNdjson: boolean): Promise<Response> {
  const bad = agent.fault?.answer;
  if (bad !== undefined)
    return new Response(bad.body, { status: bad.status, headers: { 'content-type': bad.contentType } });
  const { type, encode } = encodingOf(request.headers.get('accept') ?? '', isNdjson);
  const frames = framesOf(agent, await request.text(), encode);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (request.signal.aborted) return controller.error(request.signal.reason);
      try {
        const { done, value } = await frames.next();
        if (request.signal.aborted) controller.error(request.signal.reason);
        else if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(error);
      }
    },
    async cancel() {
      await frames.return(undefined);
    },
  });
  return new Response(stream, { status: 200, headers: { 'content-type': type } });
}

/** Replaces `fetch`: requests of agents are answered here, all others go on. */
export function installAgents(page: Window & typeof globalThis): void {
  const { fetch } = page;
  page.fetch = (resource, options) => {
    const request = new Request(resource, options);
    const [, name, ndjson] = PATH.exec(new URL(request.url).pathname) ?? [];
    const agent = agents.find((each) => each.name === name);
    return agent === undefined ? fetch(request) : answer(agent, request, ndjson !== undefined);
  };
}
