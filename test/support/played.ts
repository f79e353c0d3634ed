// Logs as correct apps make them: requests with the members of the client that sends them, in its order, and what is
// answered. Nothing is decided for the core: it finds reader and dialect itself.
import { createLog, type Log } from '@/lib/core/log/log';
import type { CapturedRecord, CloseHow, Transport } from '@/lib/messages/records';
import { sse } from './logs';
import { events } from './stream-text';

/** The clients that send run requests. */
export type Sender = 'client-1.0' | 'client-0.0' | 'tanstack' | 'own';

/** One request and what comes back. */
export interface Played {
  readonly url?: string;
  readonly doc?: string;
  readonly transport?: Transport;
  readonly method?: string;
  readonly sender?: Sender;
  /** Members of the request that differ from the usual. */
  readonly request?: Readonly<Record<string, unknown>>;
  /** Wraps the request, as a single endpoint does. */
  readonly wrap?: (input: object) => object;
  readonly status?: number;
  readonly type?: string;
  /** The events of the answer, in the text form. */
  readonly text?: string;
  /** Serializes an event; by default, as a server-sent event, and on a socket as JSON. */
  readonly write?: (event: object, at: number) => string;
  /** Sent instead of events: pieces of a body, or frames. */
  readonly raw?: readonly string[];
  readonly close?: CloseHow | 'open';
}

const ORDER: Readonly<Record<Sender, readonly string[]>> = {
  'client-1.0': [
    ...['threadId', 'runId', 'protocolVersion', 'state', 'messages', 'tools', 'context'],
    ...['forwardedProps', 'resume'],
  ],
  'client-0.0': ['threadId', 'runId', 'tools', 'context', 'forwardedProps', 'state', 'messages', 'resume'],
  tanstack: [
    ...['threadId', 'runId', 'parentRunId', 'resume', 'state', 'messages', 'tools', 'context'],
    ...['forwardedProps', 'data'],
  ],
  own: ['threadId', 'runId', 'messages'],
};

/** A run request, with the members of a client in its order. */
export function inputOf(sender: Sender, more: Readonly<Record<string, unknown>> = {}): object {
  const usual: Record<string, unknown> = {
    threadId: 't',
    runId: 'r',
    protocolVersion: '1.0',
    state: {},
    messages: [{ id: 'u', role: 'user', content: 'Hello?' }],
    tools: [],
    context: [],
    forwardedProps: {},
    data: {},
    ...more,
  };
  return Object.fromEntries(
    ORDER[sender].flatMap((key) => (usual[key] === undefined ? [] : [[key, usual[key]]])),
  );
}

function recordsOf(played: Played, stream: number, from: number): CapturedRecord[] {
  const {
    url = 'http://localhost/agent',
    sender,
    request,
    status = 200,
    type = 'text/event-stream',
  } = played;
  const {
    transport = 'fetch',
    method = 'POST',
    wrap = (input: object) => input,
    close = 'complete',
  } = played;
  const isSocket = transport === 'web-socket' || transport === 'event-source';
  const { write = (event: object) => (isSocket ? JSON.stringify(event) : sse(event)) } = played;
  const pieces = played.raw ?? events(played.text ?? '').map(write);
  const asked = sender === undefined ? undefined : JSON.stringify(wrap(inputOf(sender, request)));
  const records: CapturedRecord[] = [
    {
      kind: 'open',
      t: from,
      stream,
      transport,
      url,
      method,
      accept: sender === 'tanstack' ? '*/*' : 'text/event-stream',
      ...(!isSocket && { status, headers: { 'content-type': type } }),
      ...(asked !== undefined && !isSocket && { requestBody: asked }),
    },
  ];
  if (asked !== undefined && isSocket) {
    records.push({ kind: 'frame', t: from + 1, stream, dir: 'out', text: asked });
  }
  for (const [at, text] of pieces.entries()) {
    const t = from + 2 + at;
    records.push(
      isSocket ? { kind: 'frame', t, stream, dir: 'in', text } : { kind: 'chunk', t, stream, text },
    );
  }
  if (close !== 'open') records.push({ kind: 'close', t: from + 3 + pieces.length, stream, how: close });
  return records;
}

/** A log of exchanges, one after the other. */
export function play(...exchanges: readonly Played[]): Log {
  const log = createLog();
  for (const [at, played] of exchanges.entries()) {
    const { doc = 'd' } = played;
    log.append({ doc, frameId: 0, records: recordsOf(played, at + 1, 1 + at * 1_000) });
  }
  log.finish();
  return log;
}
