// Answers over HTTP, from a server on this machine: what a client reads is what the network brings, and all of it is
// recorded as it reads it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dataOf } from '@/lib/messages/raw-batch';
import type { CapturedRecord, CloseHow } from '@/lib/messages/records';
import { listen } from '../../harness/listen';
import { quiet } from './http';
import { type Answer, type Asked, settled } from './tanstack-chat';

export interface Scene {
  answer(asked: Asked): Answer;
  record(record: CapturedRecord): void;
  /** Ends a request, as a person does who stops it. */
  stop(): void;
}

/** A conversation's connection. */
export interface Line {
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Reads what the client has left unread. */
  drained(): Promise<void>;
  hangUp(): void;
}

export interface WireServer {
  connect(scene: Scene): Line;
  close(): Promise<void>;
}

const turn = () => new Promise<void>((done) => setImmediate(done));

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  const { reads, how = 'complete', status = 200, contentType = 'text/event-stream' } = answer;
  response.writeHead(status, { 'content-type': contentType });
  response.flushHeaders();
  for (const [at, read] of reads.entries()) {
    response.write(read);
    // Some go out together, as they do from real servers.
    if (at % 3 !== 2) await turn();
  }
  if (how === 'complete') response.end();
  // Written data still arrives; the end of the body does not.
  else if (how === 'network-error') response.socket?.end();
}

interface Exchange {
  readonly scene: Scene;
  readonly answer: Answer;
  readonly stream: number;
}

/** The body of a response, recorded as it is read. */
class Tap {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #exchange: Exchange;
  #missing: number;
  #isClosed = false;

  constructor(body: ReadableStream<Uint8Array>, exchange: Exchange) {
    this.#reader = body.getReader();
    this.#exchange = exchange;
    this.#missing = exchange.answer.reads.reduce((sum, read) => sum + Buffer.byteLength(read), 0);
  }

  get body(): ReadableStream<Uint8Array> {
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: async (controller) => {
        await this.#stopped(() => this.#exchange.scene.stop());
        try {
          const bytes = await this.#read();
          if (bytes === undefined) controller.close();
          else controller.enqueue(bytes);
        } catch (error) {
          controller.error(error);
        }
      },
      cancel: (reason) => {
        this.#close('aborted');
        return this.#reader.cancel(reason);
      },
    };
    return new ReadableStream(source, { highWaterMark: 0 });
  }

  /** Reads the rest by itself. */
  async drained(): Promise<void> {
    while (!this.#isClosed) {
      await this.#stopped(() => void this.#reader.cancel().catch(() => undefined));
      await this.#read().catch(() => undefined);
    }
  }

  async #stopped(stop: () => void): Promise<void> {
    if (this.#exchange.answer.how !== 'aborted' || this.#missing > 0 || this.#isClosed) return;
    await settled();
    this.#close('aborted');
    stop();
  }

  async #read(): Promise<Uint8Array | undefined> {
    try {
      const { value, done } = await this.#reader.read();
      if (done) this.#close('complete');
      if (value === undefined) return undefined;
      this.#missing -= value.length;
      const { scene, stream } = this.#exchange;
      scene.record({ kind: 'chunk', t: 3, stream, ...dataOf(value) });
      return value;
    } catch (error) {
      const isAbort = error instanceof Error && error.name === 'AbortError';
      this.#close(isAbort ? 'aborted' : 'network-error', isAbort ? undefined : String(error));
      throw error;
    }
  }

  #close(how: CloseHow, detail?: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { scene, stream } = this.#exchange;
    scene.record({ kind: 'close', t: 4, stream, how, ...(detail !== undefined && { detail }) });
  }
}

/** The fetch of a conversation: of the page's kind, and recorded. */
function lineOf(url: string, scene: Scene, planned: Answer[]): Line {
  let streams = 0;
  const taps = new Set<Tap>();
  const ask = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
    const stream = ++streams;
    const answer = scene.answer({ last: new Headers(init.headers).get('last-event-id') });
    planned.push(answer);
    const response = await fetch(url, init);
    const { status, body } = response;
    const headers = { 'content-type': response.headers.get('content-type') ?? '' };
    const request = { url: 'http://localhost/agent', method: 'POST', requestBody: String(init.body) };
    scene.record({ kind: 'open', t: 1, stream, transport: 'fetch', status, headers, ...request });
    const tap = body === null ? undefined : new Tap(body, { scene, answer, stream });
    if (tap !== undefined) taps.add(tap);
    return quiet(new Response(tap?.body ?? null, { status, headers }));
  };
  return {
    url,
    fetch: ask as typeof fetch,
    async drained() {
      for (const tap of taps) await tap.drained();
      taps.clear();
    },
    hangUp: () => undefined,
  };
}

/** Starts a server that answers any number of conversations at once. */
export async function startWire(): Promise<WireServer> {
  const plans = new Map<string, Answer[]>();
  let lines = 0;
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    request.on('end', () => {
      const answer = plans.get(request.url ?? '')?.shift();
      if (answer === undefined) response.writeHead(404).end();
      else void send(response, answer);
    });
  });
  const { url, close } = await listen(server);
  return {
    connect(scene) {
      const path = `/${++lines}`;
      const planned: Answer[] = [];
      plans.set(path, planned);
      const line = lineOf(`${url}${path}`, scene, planned);
      return { ...line, hangUp: () => void plans.delete(path) };
    },
    close,
  };
}

/** Does something for each seed, a few of them at a time; gives the sum of what it gives. */
export async function forSeeds(
  first: number,
  count: number,
  act: (seed: number) => Promise<number>,
): Promise<number> {
  let next = first;
  let sum = 0;
  const work = async (): Promise<void> => {
    while (next < first + count) {
      const gives = await act(next++);
      sum += gives;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return sum;
}

export function rateSince(start: NodeJS.CpuUsage, count: number): string {
  const { user, system } = process.cpuUsage(start);
  return ((count * 1e6) / (user + system)).toFixed(0);
}
