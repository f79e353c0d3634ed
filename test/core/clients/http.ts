// One answer over HTTP: what the whole client makes of it, and what is predicted.
import { appFold, endingForApp } from '@/lib/core/clients/app-fold';
import type { Profile } from '@/lib/core/consumers/profile';
import { createHistory } from '@/lib/core/log/history';
import { createLog } from '@/lib/core/log/log';
import { toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord, CloseRecord, OpenRecord } from '@/lib/messages/records';
import { openOf } from '../../support/logs';
import { readAsStock } from './differential';
import { AGENTS } from './stock-turns';

export interface Answer {
  /** Each comes in a read of its own. */
  readonly reads: readonly (string | Uint8Array)[];
  readonly status?: number;
  readonly contentType?: string;
  /** `aborted`: by the page, while it reads. */
  readonly how?: 'complete' | 'aborted' | 'network-error';
}

export interface Outcome {
  readonly messages: unknown;
  readonly state: unknown;
  /** The text with which `runAgent` rejected. */
  readonly error: string | null;
  readonly isAbort: boolean;
}

const SSE = 'text/event-stream';

function bodyOf({ reads, how }: Answer, abort: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      for (const read of reads) {
        controller.enqueue(typeof read === 'string' ? encoder.encode(read) : read);
        // As over a network: what was read is dealt with before the next read comes.
        await new Promise((done) => setImmediate(done));
      }
      try {
        if (how === 'network-error') controller.error(new TypeError('network error'));
        else if (how !== 'aborted') controller.close();
        else {
          abort();
          controller.error(new DOMException('This operation was aborted', 'AbortError'));
        }
      } catch {
        // The client has cancelled its reader.
      }
    },
  });
}

export function quiet(response: Response): Response {
  const { body } = response;
  const getReader = body?.getReader.bind(body);
  if (body === null || getReader === undefined) return response;
  const quietReader = (): ReadableStreamDefaultReader<Uint8Array> => {
    const reader = getReader();
    const cancel = reader.cancel.bind(reader);
    return Object.assign(reader, { cancel: () => cancel().catch(() => undefined) });
  };
  Object.defineProperty(body, 'getReader', { value: quietReader });
  return response;
}

/** Runs the installed client against an answer. */
export async function runHttp(answer: Answer, { isLenient }: Profile): Promise<Outcome> {
  const { status = 200, contentType = SSE } = answer;
  let isAbort = false;
  let error: string | null = null;
  const fetch = async (): Promise<Response> =>
    quiet(
      new Response(status === 204 || status === 205 ? null : bodyOf(answer, () => agent.abortRun()), {
        status,
        headers: { 'content-type': contentType },
      }),
    );
  const agent = new AGENTS[isLenient ? '1.0' : '0.0.59']({
    url: 'http://localhost/agent',
    threadId: 't',
    fetch,
  });
  agent.subscribe({
    onRunErrorEvent: ({ event }) => void (isAbort ||= event.code === 'abort'),
  });
  try {
    await agent.runAgent({ runId: 'r' });
  } catch (reason) {
    error = reason instanceof Error ? reason.message : String(reason);
  }
  return { messages: agent.messages, state: agent.state ?? null, error, isAbort };
}

/** The records of an answer to the stock client. */
export function httpRecords({ reads, status = 200, contentType = SSE, how }: Answer): CapturedRecord[] {
  const request = { threadId: 't', runId: 'r', protocolVersion: '1.0', messages: [] };
  const close: CloseRecord = { kind: 'close', t: 2 + reads.length, stream: 1, how: how ?? 'complete' };
  return [
    { kind: 'navigation', t: 0, url: 'http://localhost/', timeOrigin: 1_700_000_000_000, top: true },
    { ...openOf(request), status, headers: { 'content-type': contentType }, accept: SSE } as OpenRecord,
    ...reads.map(
      (read, at): CapturedRecord => ({
        kind: 'chunk',
        t: 2 + at,
        stream: 1,
        ...(typeof read === 'string' ? { text: read } : { b64: toBase64(read) }),
      }),
    ),
    { ...close, ...(how === 'network-error' && { detail: 'network error' }) },
  ];
}

export function predictHttp(answer: Answer, profile: Profile, isGuessed = false): Outcome {
  const log = isGuessed ? createLog() : readAsStock(httpRecords(answer));
  if (isGuessed) log.append({ doc: 'd', frameId: 0, records: httpRecords(answer) });
  const view = createHistory(appFold(profile), log, { interval: 4 }).head();
  const thread = view.model.threads.at(0);
  const [stream] = log.streams;
  const ending = stream && endingForApp(view, stream);
  return {
    messages: [...(thread?.messages ?? [])].map((entry) => entry.message),
    state: thread?.state ?? null,
    error: ending?.text ?? null,
    isAbort: ending?.isAbort === true,
  };
}
