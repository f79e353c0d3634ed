// A session in which every text is a canary: each field of each event, message and request of the protocol, filled in
// by the schemas themselves, so that a field of a later version is in here without a line being written.

import * as schemas from '@ag-ui/core/schemas';
import { encode } from '@ag-ui/proto';
import { asEvent, EVENT_TYPES } from '@/lib/core/agui/events';
import type { StoredAnnotations } from '@/lib/core/files/annotations';
import type { FileBatch } from '@/lib/core/files/types';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';
import { lengthPrefixed, toBase64 } from '@/lib/messages/base64';
import { type CapturedRecord, RESPONSE_HEADERS, type Transport } from '@/lib/messages/records';

/** The two halves of every canary; neither may be anywhere in what leaves, in any case. */
export const HALVES = ['Zqxjvkwf', 'Bgyhmzpd'] as const;
/** Secret numbers; each is long enough not to come about by chance. */
export const NUMBERS = [4111222233334444, 271828182845.9045] as const;

/** The whole of one. */
export const CANARY = HALVES.join('');
let serial = 0;
/** A canary with what has to be escaped in JSON and in URLs. */
const canary = (): string => `${CANARY} "\\é☃/${serial++}`;

function anything(): Json {
  const name = `${CANARY}key`;
  return {
    [name]: { [`${name}/~`]: [canary(), NUMBERS[0], { [canary()]: canary() }], type: canary() },
    role: canary(),
  };
}

/** Schema definition of the library. */
interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly Json[];
  readonly in?: Schema;
  readonly getter?: () => Schema;
}
export interface Schema {
  readonly _zod: { readonly def: SchemaDefinition };
}

/** Values that a schema takes, with every optional field; several where there is a choice. */
function samples(schema: Schema, depth = 0): readonly Json[] {
  const { def } = schema._zod;
  if (depth > 8) return [canary()];
  const inner = def.innerType ?? def.in ?? def.getter?.();
  if (inner !== undefined) return samples(inner, depth + 1);
  if (def.shape !== undefined) return objects(def.shape, depth);
  if (def.options !== undefined) return def.options.flatMap((option) => samples(option, depth + 1));
  if (def.element !== undefined) return [samples(def.element, depth + 1)];
  if (def.values !== undefined) return def.values;
  if (def.entries !== undefined) return Object.values(def.entries);
  if (def.type === 'number') return [NUMBERS[0], 3];
  if (def.type === 'boolean') return [true];
  return def.type === 'string' ? [canary()] : [anything(), canary()];
}

function objects(shape: Readonly<Record<string, Schema>>, depth: number): readonly Json[] {
  const fields = Object.entries(shape).map(([key, field]) => [key, samples(field, depth + 1)] as const);
  const most = Math.min(6, Math.max(1, ...fields.map(([, values]) => values.length)));
  return Array.from({ length: most }, (_none, at) =>
    Object.fromEntries([
      ...fields.map(([key, values]): [string, Json] => [key, values[at % values.length] ?? null]),
      [`${CANARY}Unknown`, canary()],
      ['extraField', anything()],
    ]),
  );
}

function schemaOf(name: string): Schema {
  const found = Object.entries(schemas).find(([key]) => key === name)?.[1];
  // The definition is not in the public types of the schema library.
  return found as unknown as Schema;
}

function pascal(type: string): string {
  return type
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** Events of every type, and a few whose texts are streamed in parts or spelled in other ways. */
function canaryEvents(): readonly JsonObject[] {
  const whole = EVENT_TYPES.flatMap((type) =>
    samples(schemaOf(`${pascal(type)}EventSchema`)).filter(isJsonObject),
  );
  const parts = [...`${CANARY} {"${CANARY}":"${canary().replace(/["\\]/g, '')}"}`];
  const patch = [
    { op: 'add', path: `/${CANARY}/~1${CANARY}`, value: anything() },
    { op: 'replace', path: `/${CANARY}`, value: canary(), [CANARY]: 1 },
    { op: 'move', from: `/${CANARY}`, path: `/${CANARY}2` },
    { op: CANARY, path: CANARY },
  ];
  const timed = whole.map((event) => ({ ...event, timestamp: 1_700_000_000_000 }));
  return [
    { type: 'RUN_STARTED', threadId: canary(), runId: CANARY },
    ...timed,
    { type: 'STATE_SNAPSHOT', snapshot: anything() },
    { type: 'STATE_DELTA', delta: patch },
    { type: 'ACTIVITY_DELTA', messageId: CANARY, activityType: CANARY, patch },
    ...['TEXT_MESSAGE_CONTENT', 'REASONING_MESSAGE_CONTENT', 'THINKING_TEXT_MESSAGE_CONTENT'].flatMap(
      (type) => parts.map((delta) => ({ type, messageId: `${type}${CANARY}`, delta })),
    ),
    ...parts.map((delta) => ({ type: 'TEXT_MESSAGE_CHUNK', delta })),
    { type: 'TOOL_CALL_START', toolCallId: CANARY, toolCallName: CANARY },
    ...[...`{"${CANARY}":"${CANARY}`].map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: CANARY, delta })),
    { type: 'RAW', event: { type: 'RUN_ERROR', message: canary(), [CANARY]: anything() }, source: canary() },
    { type: CANARY, [CANARY]: CANARY },
    { type: 'text_message_content', message_id: CANARY, delta: canary(), thread_id: CANARY },
    { type: 'RUN_ERROR', message: canary(), code: CANARY, usage: anything() },
    { type: 'RUN_FINISHED', threadId: CANARY, runId: CANARY, outcome: CANARY, interrupt: anything() },
  ];
}

/** Run requests with everything in them, and bodies that are none. */
function canaryRequests(): readonly string[] {
  const inputs = samples(schemaOf('RunAgentInputSchema'));
  const parameters = {
    type: 'object',
    title: CANARY,
    properties: {
      [CANARY]: { type: 'string', enum: [CANARY], pattern: CANARY, format: CANARY, minimum: NUMBERS[0] },
    },
    required: [CANARY],
    $defs: { [CANARY]: { $ref: `#/$defs/${CANARY}` } },
    $id: `https://${CANARY}.example/`,
    maxLength: NUMBERS[0],
    uniqueItems: NUMBERS[0],
    [CANARY]: canary(),
  };
  const whole = inputs.map((input) => ({ ...(isJsonObject(input) ? input : {}), data: anything() }));
  const asked = whole.map((input) => ({
    ...input,
    tools: [{ name: CANARY, description: canary(), parameters }],
  }));
  const bodies = [
    ...whole,
    ...asked,
    { method: CANARY, params: whole[0], body: whole[0], [CANARY]: anything() },
  ];
  return [
    ...bodies.map((body) => JSON.stringify(body)),
    `${CANARY} {"${CANARY}": ${CANARY}`,
    `a=${CANARY}&${CANARY}`,
  ];
}

/** Messages that begin as those of socket.io do, or are numbers. */
const PACKETS = [
  `${NUMBERS[0]}`,
  `42${NUMBERS[0]}["${CANARY}"]`,
  `40/${CANARY}`,
  `40/${CANARY},{"sid":"${CANARY}"}`,
  `42/x/${CANARY}?${CANARY}=${CANARY},["x"]`,
  `42/x{"${CANARY}"}`,
];

interface Wire {
  readonly transport: Transport;
  readonly type: string;
  readonly records: (stream: number) => readonly CapturedRecord[];
}

function chunksOf(body: string, stream: number): CapturedRecord[] {
  const texts = body.match(/[\s\S]{1,997}/g) ?? [];
  return texts.map((text, at) => ({ kind: 'chunk', t: 10 + at, stream, text }));
}

function bytesOf(events: readonly JsonObject[]): readonly Uint8Array[] {
  return events.flatMap((event) => {
    try {
      return [encode(asEvent(event))];
    } catch {
      return [];
    }
  });
}

/** Every way in which events reach a page. */
function wires(events: readonly JsonObject[]): readonly Wire[] {
  const texts = events.map((event) => JSON.stringify(event));
  const sse = texts.map(
    (text) =>
      `:${CANARY}\nevent: ${CANARY}\nid: ${CANARY}\n${CANARY}: x\nretry: ${CANARY}\ndata: ${text}\n\n`,
  );
  const pretty = events.map((event) => JSON.stringify(event, null, 1).replace(/^/gm, 'data:')).join('\n\n');
  const frames = (list: readonly string[], transport: Transport): Wire => ({
    transport,
    type: CANARY,
    records: (stream) =>
      list.flatMap((text, at): CapturedRecord[] => [
        {
          kind: 'frame',
          t: 10 + at,
          stream,
          dir: at % 9 === 4 ? 'out' : 'in',
          text,
          event: CANARY,
          lastEventId: CANARY,
        },
      ]),
  });
  const envelopes = texts.flatMap((text) => [
    `{"jsonrpc":"2.0","method":"${CANARY}","params":{"event":${text},"${CANARY}":"${CANARY}"}}`,
    `["1","2","${CANARY}","ag_ui_event",${text}]`,
    `42/${CANARY},7["${CANARY}",${text},${JSON.stringify(text)}]`,
    `{"id":"${CANARY}","chunk":${text}}`,
    `{"type":"cf_agent_state","state":${text},"body":${JSON.stringify(text)}}`,
    `{"task":{"id":"${CANARY}","contextId":"${CANARY}","status":{"state":"${CANARY}","message":${text}}}}`,
  ]);
  const binary: Wire = {
    transport: 'web-socket',
    type: CANARY,
    records: (stream) => [
      ...bytesOf(events).map(
        (bytes): CapturedRecord => ({ kind: 'frame', t: 10, stream, dir: 'in', b64: toBase64(bytes) }),
      ),
      ...texts.map(
        (text): CapturedRecord => ({
          kind: 'frame',
          t: 11,
          stream,
          dir: 'in',
          b64: toBase64(new TextEncoder().encode(text)),
        }),
      ),
    ],
  };
  const body = (type: string, text: string): Wire => ({
    transport: 'fetch',
    type,
    records: (stream) => chunksOf(text, stream),
  });
  return [
    body('text/event-stream', sse.join('')),
    body('text/event-stream', `${pretty}\n\ndata: {"type":"RAW","event":"${CANARY}`),
    body('text/event-stream', `data: ${CANARY}\r\n\r\n${CANARY}\n\n[${CANARY}]`),
    body('application/x-ndjson', `${texts.join('\n')}\n${CANARY}\n{"${CANARY}":`),
    body('application/json', `[${texts.join(',\n')}]`),
    body('application/json', `[${texts.join(',\n')},{"${CANARY}":"${CANARY}`),
    body('text/html', `<html title="${CANARY}">${CANARY}</html>`),
    body('text/plain', `${CANARY}{"a":"${CANARY}"}`),
    frames(texts, 'event-source'),
    frames(texts, 'web-socket'),
    frames(envelopes, 'web-socket'),
    frames(
      [CANARY, `data: {"${CANARY}":1}\n\n`, `{"${CANARY}`, `[{"${CANARY}":1},{`, ...PACKETS],
      'web-socket',
    ),
    binary,
    {
      transport: 'fetch',
      type: 'application/vnd.ag-ui.event+proto',
      records: (stream) => [
        ...bytesOf(events).map(
          (bytes): CapturedRecord => ({ kind: 'chunk', t: 10, stream, b64: toBase64(lengthPrefixed(bytes)) }),
        ),
        { kind: 'chunk', t: 11, stream, b64: toBase64(lengthPrefixed(new TextEncoder().encode(CANARY))) },
        { kind: 'chunk', t: 12, stream, b64: toBase64(new TextEncoder().encode(`\0\0\0\u00ff${CANARY}`)) },
      ],
    },
  ];
}

/** The session; with `most`, no more streams than that. */
export function canarySession(most = Number.POSITIVE_INFINITY): {
  readonly batches: readonly FileBatch[];
  readonly annotations: StoredAnnotations;
} {
  const requests = canaryRequests();
  const url = `https://${CANARY}:8443/${CANARY}/${encodeURIComponent(canary())}?${CANARY}=${CANARY}&${CANARY}#${CANARY}`;
  const headers = Object.fromEntries(
    RESPONSE_HEADERS.map((name) => [name, `${CANARY}, ${CANARY}; a=${CANARY}`]),
  );
  const streams = wires(canaryEvents())
    .slice(0, most)
    .flatMap(({ transport, type, records }, index): CapturedRecord[] => [
      {
        kind: 'open',
        t: 1,
        stream: index + 1,
        transport,
        url,
        method: index === 0 ? CANARY : 'POST',
        requestBody: requests[index % requests.length] ?? '',
        accept: `text/event-stream, ${CANARY}/${CANARY}`,
        headT: 2,
        status: 200,
        headers: {
          ...headers,
          'content-type': type === CANARY ? `${CANARY}/x` : `${type}; boundary=${CANARY}`,
        },
        protocol: CANARY,
      },
      ...records(index + 1),
      {
        kind: 'close',
        t: 5000,
        stream: index + 1,
        how: index % 2 === 0 ? 'complete' : 'network-error',
        detail: canary(),
        code: 1006,
      },
    ]);
  const more = requests.map(
    (requestBody, at): CapturedRecord => ({
      kind: 'open',
      t: 6000,
      stream: 100 + at,
      transport: 'fetch',
      url: at % 2 === 0 ? `/${CANARY}/x` : `${CANARY}:${CANARY}`,
      method: 'POST',
      requestBody,
    }),
  );
  const records: CapturedRecord[] = [
    { kind: 'navigation', t: 0, url, timeOrigin: 1_700_000_000_000, top: true },
    ...streams,
    ...(most > 1 ? more : []),
    { kind: 'gap', t: 7000, reason: 'refused', detail: canary() },
  ];
  const batch = { doc: CANARY, frameId: 0, n: 0, records };
  // A batch that comes twice is read once, and leaves nothing behind either.
  return {
    batches: [batch, { ...batch }],
    annotations: {
      rulesOff: [CANARY],
      notes: [[3, canary()]],
      dialects: { [`${CANARY}:1`]: CANARY, [`${CANARY}:2`]: 'ag-ui-1.0' },
      consumers: { [`https://${CANARY}:8443`]: CANARY, [`http://${CANARY}`]: 'client-1.0' },
    },
  };
}
