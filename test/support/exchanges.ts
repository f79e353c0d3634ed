// Logs made of exchanges: several requests and streams, of one document or more, in the order of the test.
import { createLog, type Log } from '@/lib/core/log/log';
import type { CapturedRecord, CloseHow, Transport } from '@/lib/messages/records';
import { sse } from './logs';

/** Captured data of one request, stream or socket. */
export interface Exchange {
  readonly doc?: string;
  readonly url?: string;
  readonly method?: string;
  readonly transport?: Transport;
  readonly status?: number;
  readonly type?: string;
  readonly request?: object;
}

/** A stream that the test feeds. */
interface Feed {
  send(...events: readonly object[]): void;
  /** The same in one read. */
  read(...events: readonly object[]): void;
  close(how?: CloseHow, code?: number): void;
}

/** A log and the way to open streams in it; a millisecond passes with each record. */
export function createExchanges(dialect = 'ag-ui-1.0'): {
  readonly log: Log;
  open(exchange: Exchange): Feed;
  pass(ms: number): void;
} {
  const log = createLog({ dialect: () => dialect });
  let t = 0;
  let streams = 0;
  return {
    log,
    pass: (ms) => void (t += ms),
    open({ doc = 'd', url = 'http://localhost/agent', method = 'POST', ...rest }) {
      const { transport = 'fetch', status = 200, type = 'text/event-stream', request } = rest;
      const stream = ++streams;
      const take = (record: CapturedRecord) => log.append({ doc, frameId: 0, records: [record] });
      take({
        kind: 'open',
        t: ++t,
        stream,
        transport,
        url,
        method,
        status,
        headers: { 'content-type': type },
        ...(request !== undefined && { requestBody: JSON.stringify(request) }),
      });
      const read = (...events: readonly object[]) => {
        const text = sse(...events);
        take({ kind: 'chunk', t: ++t, stream, text });
      };
      return {
        read,
        send: (...events) => {
          for (const event of events) read(event);
        },
        close: (how = 'complete', code) =>
          take({ kind: 'close', t: ++t, stream, how, ...(code !== undefined && { code }) }),
      };
    },
  };
}

export function requestOf(runId: string, messages: readonly object[], more: object = {}): object {
  return { threadId: 't', runId, messages, tools: [], context: [], state: {}, forwardedProps: {}, ...more };
}

/** A message of the user. */
export const question = (id: string, content = `Question ${id}?`): object => ({ id, role: 'user', content });

export const started = (runId: string, threadId = 't'): object => ({ type: 'RUN_STARTED', threadId, runId });

export function finished(runId: string, outcome?: object): object {
  return { type: 'RUN_FINISHED', threadId: 't', runId, ...(outcome !== undefined && { outcome }) };
}

/** A streamed answer, in as many deltas as there are texts. */
export function answer(messageId: string, ...texts: readonly string[]): object[] {
  return [
    { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
    ...texts.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })),
    { type: 'TEXT_MESSAGE_END', messageId },
  ];
}
