// Answers as bytes: server-sent events, NDJSON or protobuf, as the request's Accept header asks.
import { encode } from '@ag-ui/proto';
import type { JsonObject } from '@/lib/core/json/json';

const PROTOBUF = 'application/vnd.ag-ui.event+proto';

export interface Encoding {
  readonly contentType: string;
  /** A frame that is not an event is passed as text; undefined where the encoding has no place for it. */
  frame(event: JsonObject | undefined, raw: string): Uint8Array | string | undefined;
}

/** Events with a length before each, 4 bytes, big-endian. */
function encodeProto(event: JsonObject): Uint8Array {
  // The encoder throws on what is not an event of its schema.
  const bytes = encode(event as unknown as Parameters<typeof encode>[0]);
  const framed = new Uint8Array(4 + bytes.length);
  new DataView(framed.buffer).setUint32(0, bytes.length);
  framed.set(bytes, 4);
  return framed;
}

const SSE: Encoding = {
  contentType: 'text/event-stream',
  frame: (event, raw) =>
    event === undefined
      ? `${raw
          .split('\n')
          .map((line) => `data: ${line}\n`)
          .join('')}\n`
      : `data: ${JSON.stringify(event)}\n\n`,
};

const NDJSON: Encoding = {
  contentType: 'application/x-ndjson',
  frame: (event, raw) => `${event === undefined ? raw.replaceAll('\n', ' ') : JSON.stringify(event)}\n`,
};

const PROTO: Encoding = {
  contentType: PROTOBUF,
  frame(event) {
    try {
      return event === undefined ? undefined : encodeProto(event);
    } catch {
      return undefined;
    }
  },
};

/** Server-sent events, unless another encoding is asked for. */
export function encodingFor(accept = ''): Encoding {
  if (accept.includes(PROTOBUF)) return PROTO;
  return /ndjson|jsonl/.test(accept) && !accept.includes('event-stream') ? NDJSON : SSE;
}
