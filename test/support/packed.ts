// The same events in everything that a server may pack them in.
import type { BaseEvent } from '@ag-ui/core';
import { encode } from '@ag-ui/proto';
import { PROTO_TYPE } from '@/lib/core/agui/client-limits';
import type { FileBatch } from '@/lib/core/files/types';
import type { JsonObject } from '@/lib/core/json/json';
import { createLog, type Log } from '@/lib/core/log/log';
import { lengthPrefixed, toBase64 } from '@/lib/messages/base64';
import type { CapturedRecord } from '@/lib/messages/records';
import { sseRecords } from './logs';

/** An event as a frame of protobuf. */
export const framed = (event: JsonObject): Uint8Array =>
  lengthPrefixed(encode(event as unknown as BaseEvent));

const SNAKE = {
  messageId: 'message_id',
  toolCallId: 'tool_call_id',
  toolCallName: 'tool_call_name',
  threadId: 'thread_id',
  runId: 'run_id',
};

function snake(event: JsonObject): JsonObject {
  const entries = Object.entries(event).map(([key, value]) => [Reflect.get(SNAKE, key) ?? key, value]);
  return { ...Object.fromEntries(entries), type: String(event['type']).toLowerCase() };
}

const text = (make: (event: JsonObject) => string) => (events: readonly JsonObject[]) =>
  new TextEncoder().encode(events.map(make).join(''));
const data = (json: string) => `data: ${json}\n\n`;
/** JSON in which everything is escaped that can be. */
const escaped = (event: JsonObject) =>
  JSON.stringify(event).replaceAll(/(?<="delta":")[^"\\]*/g, (delta) =>
    [...delta].map((_, at) => `\\u${delta.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );

const PACKED: Readonly<
  Record<string, readonly [type: string, body: (events: readonly JsonObject[]) => Uint8Array]>
> = {
  'server-sent events': ['text/event-stream', text((event) => data(JSON.stringify(event)))],
  'spaces as Python sets them': [
    'text/event-stream',
    text((event) => data(JSON.stringify(event).replaceAll('":', '": '))),
  ],
  'everything escaped': ['text/event-stream', text((event) => data(escaped(event)))],
  'snake case': ['text/event-stream', text((event) => data(JSON.stringify(snake(event))))],
  NDJSON: ['application/x-ndjson', text((event) => `${JSON.stringify(event)}\n`)],
  protobuf: [PROTO_TYPE, (events) => Buffer.concat(events.map(framed))],
};

export const PACKAGINGS = Object.keys(PACKED);

/** A batch with events in one packaging, in chunks of so many bytes. */
export function packedBatch(
  events: readonly JsonObject[],
  packed: string,
  size = Number.MAX_SAFE_INTEGER,
): FileBatch {
  const [contentType, body] = PACKED[packed] ?? ['', () => new Uint8Array()];
  const [navigation, open] = sseRecords([]);
  if (navigation === undefined || open?.kind !== 'open') throw new Error('A stream begins with its opening');
  const bytes = body(events);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_none, at): CapturedRecord => {
    const b64 = toBase64(bytes.subarray(at * size, (at + 1) * size));
    return { kind: 'chunk', t: 2, stream: 1, b64 };
  });
  const records = [navigation, { ...open, headers: { 'content-type': contentType } }, ...chunks];
  return { doc: 'd', frameId: 0, n: 0, records };
}

/** A log of events that came in one packaging. */
export function packedLogOf(events: readonly JsonObject[], packed: string): Log {
  const log = createLog();
  log.append(packedBatch(events, packed));
  return log;
}
