// Envelopes: frames that carry an event one or two levels down. The event is validated as AG-UI 1.0; the envelope
// remains visible in the raw text.
import { isEventType, isThinkingType } from '@/lib/core/agui/events';
import { CONTROL, decodeEvent, decodeFrame } from '@/lib/core/decode/ag-ui-1.0';
import { parseFrame } from '@/lib/core/decode/json';
import type { About, Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type Json, type JsonObject } from '@/lib/core/json/json';

export function isEventLike(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const type = value['type'];
  return typeof type === 'string' && (isEventType(type) || isThinkingType(type));
}

interface Marks {
  /** 0 to 1 for one frame. */
  confidence(value: unknown): number;
  about?(envelope: JsonObject): About | undefined;
}

/** A decoder of frames that `open` can unwrap; it reads all others as bare events. */
export function envelopeDecoder(
  dialect: string,
  open: (value: Json) => Json | undefined,
  marks: Marks,
): Decoder {
  const decode = (frame: Frame): Decoded => {
    const parsed = parseFrame(frame);
    const value = 'value' in parsed ? parsed.value : undefined;
    const inner = value === undefined ? undefined : open(value);
    if (!isJsonObject(inner)) return decodeFrame(frame);
    const about = isJsonObject(value) ? marks.about?.(value) : undefined;
    return { isWrapped: true, ...(about && { about }), ...decodeEvent(inner) };
  };
  return {
    dialect,
    confidence: (head) => Math.max(0, ...head.map(marks.confidence)),
    create: () => decode,
  };
}

const KEYS = ['payload', 'params', 'data', 'event', 'message', 'result', 'chunk'] as const;

/** A message of JSON-RPC: a request, a result, an error. */
export function isJsonRpc(value: unknown): value is JsonObject {
  return isJsonObject(value) && value['jsonrpc'] === '2.0' && value['type'] === undefined;
}

// JSON-RPC notifications wrap twice: `{"jsonrpc", "method", "params": {"event": {event}}}`.
function openAny(value: unknown, depth = 2): JsonObject | undefined {
  if (depth === 0 || !isJsonObject(value) || isEventLike(value)) return undefined;
  for (const key of KEYS) {
    const inner = value[key];
    if (isEventLike(inner)) return inner;
    const opened = openAny(inner, depth - 1);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

const decoder = envelopeDecoder('envelope', openAny, {
  confidence(value) {
    if (openAny(value) !== undefined) return 0.85;
    return isJsonRpc(value) ? 0.4 : 0;
  },
});

// JSON-RPC responses without an event belong to the transport, or to another protocol on JSON-RPC, such as A2A.
const RPC: Decoded = { ...CONTROL, isForeign: true };

/** Any object with an event under a common key: JSON-RPC, channels, custom wrappers. */
export const envelope: Decoder = {
  dialect: 'envelope',
  confidence: decoder.confidence,
  create() {
    const decode = decoder.create();
    return (frame) => {
      const parsed = parseFrame(frame);
      const isAnswer = 'value' in parsed && isJsonRpc(parsed.value) && openAny(parsed.value) === undefined;
      return isAnswer ? RPC : decode(frame);
    };
  },
};
