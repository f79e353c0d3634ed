// A chat client of TanStack AI, its connection adapter and answers byte for byte; beside it, the log of what it was sent.
import { uiMessagesToWire } from '@tanstack/ai/client';
import { ChatClient, fetchHttpStream, fetchServerSentEvents } from '@tanstack/ai-client';
import { createLog, type Log } from '@/lib/core/log/log';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, CloseHow } from '@/lib/messages/records';
import { silently } from '../../support/silently';
import { comparable } from './tanstack';

export interface Answer {
  /** Each comes in a read of its own. */
  readonly reads: readonly (string | Uint8Array)[];
  /** `aborted`: the person stops it while it is read. */
  readonly how?: CloseHow;
  readonly status?: number;
  readonly contentType?: string;
}

/** A request of the client. */
export interface Asked {
  /** The offset after which it wants the rest. */
  readonly last: string | null;
}

interface ReadSeen {
  /** All of the body so far. */
  readonly body: string;
  /** The number of events in the log before it. */
  readonly before: number;
}

export interface Chat {
  readonly client: ChatClient;
  readonly log: Log;
  readonly view: () => unknown;
  /** The bodies that are still sent: a client that has failed leaves the rest unread. */
  readonly bodies: Set<number>;
}

interface ChatOptions {
  readonly adapter?: 'sse' | 'ndjson';
  /** The run that a page which was loaded again joins. */
  readonly joins?: string;
  readonly answer: (asked: Asked) => Answer;
  readonly onRead?: (seen: ReadSeen) => void;
}

/** Waits until what was read is dealt with. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((done) => setImmediate(done));
}

interface Exchange {
  readonly chat: Chat;
  readonly stream: number;
  readonly answer: Answer;
  readonly options: ChatOptions;
}

function take({ log }: Chat, record: CapturedRecord): void {
  log.append({ doc: 'd', frameId: 0, records: [record] });
}

function bodyOf({ chat, stream, answer, options }: Exchange): ReadableStream<Uint8Array> {
  const { reads, how = 'complete' } = answer;
  return new ReadableStream({
    async start(controller) {
      chat.bodies.add(stream);
      let body = '';
      await settled();
      for (const read of reads) {
        const before = chat.log.length;
        const isText = typeof read === 'string';
        controller.enqueue(isText ? new TextEncoder().encode(read) : read);
        take(chat, { kind: 'chunk', t: 3, stream, ...(isText ? { text: read } : { b64: toBase64(read) }) });
        await settled();
        if (!isText) continue;
        body += read;
        options.onRead?.({ body, before });
      }
      if (how === 'aborted') chat.client.stop();
      take(chat, {
        kind: 'close',
        t: 4,
        stream,
        how,
        ...(how === 'network-error' && { detail: 'network error' }),
      });
      chat.bodies.delete(stream);
      if (how === 'network-error') controller.error(new TypeError('network error'));
      else if (how === 'complete') controller.close();
      else controller.error(new DOMException('This operation was aborted', 'AbortError'));
    },
  });
}

/** Makes a chat. */
export function createChat(options: ChatOptions): Chat {
  let streams = 0;
  const fetchClient = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const stream = ++streams;
    const answer = options.answer({ last: new Headers(init.headers).get('last-event-id') });
    const { status = 200, contentType = 'text/event-stream' } = answer;
    const headers = { 'content-type': contentType };
    const request = { url: String(url), method: init.method ?? 'GET', accept: '*/*' };
    const sent = typeof init.body === 'string' ? { requestBody: init.body } : {};
    take(chat, { kind: 'open', t: 1, stream, transport: 'fetch', status, headers, ...request, ...sent });
    const isEmpty = status === 204;
    const body = bodyOf({ chat, stream, answer, options });
    return new Response(isEmpty ? null : body, { status, headers });
  };
  const connect = options.adapter === 'ndjson' ? fetchHttpStream : fetchServerSentEvents;
  const connection = connect('http://localhost/chat', {
    fetchClient: fetchClient as typeof fetch,
    reconnect: { delayMs: 0 },
  });
  const { joins } = options;
  const client = new ChatClient({
    connection,
    threadId: 't',
    onError: () => undefined,
    ...(joins !== undefined && { initialResumeSnapshot: { resumeState: { threadId: 't', runId: joins } } }),
  });
  const chat: Chat = {
    client,
    log: createLog(),
    bodies: new Set(),
    view: () => comparable(uiMessagesToWire(client.getMessages())),
  };
  client.attach();
  return chat;
}

/** Does something with a client that no person watches: one in front yields a task for every event. */
export async function unwatched<T>(act: () => Promise<T>): Promise<T> {
  Object.assign(globalThis, { document: { hidden: true } });
  try {
    return await silently(act);
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
  }
}

/** Waits until the client has done with an answer. */
export async function answered({ client, bodies }: Chat): Promise<void> {
  for (let waits = 0; (client.getIsLoading() && waits < 50) || bodies.size > 0; waits++) await settled();
  await settled();
}
