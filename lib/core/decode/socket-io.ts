// socket.io: `42["event",{…}]`, `42/namespace,7["event",{…}]`. Its handshakes and heartbeats are not events.

import { CONTROL, decodeEvent } from '@/lib/core/decode/ag-ui-1.0';
import { envelope, isEventLike } from '@/lib/core/decode/envelope';
import { foreignEvent } from '@/lib/core/decode/event-builder';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type Json, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';

// Engine.io's type 4 (message), socket.io's packet type, a namespace, an acknowledgement id, then JSON.
const PACKET = /^4([0-6])(?:\/[^,]*,)?\d*(?=$|[[{"])/;
const ENGINE = /^(?:[0156]|[23](?:probe)?|0\{.*\})$/s;

function argumentsOf(data: string): readonly Json[] | undefined {
  const head = PACKET.exec(data);
  if (head === null || head[1] !== '2') return undefined;
  const parsed = parseFrame({ raw: '', binary: false, data: data.slice(head[0].length) });
  return 'value' in parsed && Array.isArray(parsed.value) ? parsed.value : undefined;
}

function eventIn(values: readonly Json[]): JsonObject | undefined {
  for (const value of values.slice(1)) {
    if (isEventLike(value)) return value;
    // The message may hold an event in a common envelope, or as text.
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const parsed = parseFrame({ raw: '', binary: false, data: text });
    if ('value' in parsed && isEventLike(parsed.value)) return parsed.value;
    if (envelope.confidence([value], []) === 0) continue;
    const inner = envelope.create()({ raw: '', binary: false, data: text });
    if (isJsonObject(inner.event)) return inner.event;
  }
  return undefined;
}

function decodeSocketIo(frame: Frame): Decoded {
  if (frame.binary) return { type: '', problems: [], isForeign: true };
  const values = argumentsOf(frame.data);
  const event = values === undefined ? undefined : eventIn(values);
  if (event !== undefined) return decodeEvent(event);
  if (values !== undefined) return { ...foreignEvent(stringOrEmpty(values[0])), isControl: true };
  return PACKET.test(frame.data) || ENGINE.test(frame.data) ? CONTROL : foreignEvent('');
}

function confidenceOf({ data, binary }: Frame): number {
  const values = binary ? undefined : argumentsOf(data);
  if (values !== undefined) return eventIn(values) === undefined ? 0.6 : 0.95;
  return !binary && (/^0\{"sid":/.test(data) || /^40(\/|\{"sid"|$)/.test(data)) ? 0.9 : 0;
}

export const socketIo: Decoder = {
  dialect: 'socket-io',
  confidence: (_head, frames) => Math.max(0, ...frames.map(confidenceOf)),
  create: () => decodeSocketIo,
};
