// Messages of transports that delimit by themselves (sockets, EventSource): a message is a frame; an array of
// objects in one message is a frame for each of them, and so is text of server-sent events. Never chosen by confidence: the transport says so.

import { jsonFrame } from '@/lib/decode/json-body';
import { createJsonScanner } from '@/lib/decode/json-scanner';
import { sse } from '@/lib/decode/sse';
import { toBase64 } from '@/lib/decode/text';
import type { Frame, FrameReader, Framer } from '@/lib/decode/types';

const ARRAY_OF_OBJECTS = /^\s*\[\s*\{/;

// Server-sent events as text in a message: some gateways pass them on as they are.
const SERVER_SENT = /^(?:\ufeff)?(?:data|event|id|retry):/;

function split(message: string): Frame[] {
  if (SERVER_SENT.test(message)) {
    const reader = sse.create();
    return [...reader.push(message), ...reader.end()];
  }
  if (!ARRAY_OF_OBJECTS.test(message)) return [jsonFrame(message)];
  const scanner = createJsonScanner();
  const elements = scanner.push(message);
  const rest = scanner.end();
  return [...elements, ...(rest === undefined ? [] : [rest])].map((element) => jsonFrame(element.text));
}

function binary(data: string): Frame {
  return { raw: data, binary: true, data };
}

// Binary messages that hold UTF-8 JSON are text to us; the rest is one protobuf message each.
function fromBytes(bytes: Uint8Array): Frame[] {
  const first = bytes[0];
  if (first === 0x7b || first === 0x5b) {
    try {
      return split(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      return [binary(toBase64(bytes))];
    }
  }
  return [binary(toBase64(bytes))];
}

function create(): FrameReader {
  return {
    push: (chunk) => (typeof chunk === 'string' ? split(chunk) : fromBytes(chunk)),
    end: () => [],
  };
}

/** Messages of a socket or an EventSource. */
export const message: Framer = {
  name: 'message',
  confidence: () => 0,
  create,
  reread: (raw) => (SERVER_SENT.test(raw) ? sse.reread(raw) : jsonFrame(raw)),
};
