// Messages of transports with their own framing (sockets, EventSource). A message is one frame, except that an array
// of objects, or text in SSE format, yields a frame per object or event. Never chosen by confidence: the transport
// decides.

import { jsonFrame } from '@/lib/core/decode/json-body';
import { createJsonScanner } from '@/lib/core/decode/json-scanner';
import { sse } from '@/lib/core/decode/sse';
import type { Frame, FrameReader, Framer } from '@/lib/core/decode/types';
import { toBase64 } from '@/lib/messages/base64';

const ARRAY_OF_OBJECTS = /^\s*\[\s*\{/;

// Some gateways pass server-sent events on as text inside a message.
export const SERVER_SENT = /^(?:\ufeff)?(?:data|event|id|retry):/;

function split(message: string): Frame[] {
  if (SERVER_SENT.test(message)) {
    const reader = sse.create();
    return [...reader.push(message), ...reader.end()];
  }
  if (!ARRAY_OF_OBJECTS.test(message)) return [jsonFrame(message)];
  const scanner = createJsonScanner();
  const elements = scanner.push(message);
  const rest = scanner.end();
  const whole = [...elements, ...(rest === undefined ? [] : [rest]), ...scanner.rest()];
  return whole.map(({ text, unread }) =>
    unread === undefined ? jsonFrame(text) : { raw: text, binary: false, data: '', unread },
  );
}

function binary(data: string): Frame {
  return { raw: data, binary: true, data };
}

/** The text of a binary message that is JSON in UTF-8. Other binary messages are one protobuf message. */
export function textOfMessage(bytes: Uint8Array): string | undefined {
  const first = bytes[0];
  if (first !== 0x7b && first !== 0x5b) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function fromBytes(bytes: Uint8Array): Frame[] {
  const text = textOfMessage(bytes);
  return text === undefined ? [binary(toBase64(bytes))] : split(text);
}

function createMessageReader(): FrameReader {
  return {
    push: (chunk) => (typeof chunk === 'string' ? split(chunk) : fromBytes(chunk)),
    end: () => [],
  };
}

export const message: Framer = {
  name: 'message',
  confidence: () => 0,
  create: createMessageReader,
  reread: (raw) => (SERVER_SENT.test(raw) ? sse.reread(raw) : jsonFrame(raw)),
};
