// Phoenix channels, as used by CopilotKit's intelligence mode: `[join_ref, ref, topic, "ag_ui_event", {event}]`. The
// channel's own messages (joins, replies, heartbeats) are not events.

import { decodeEvent, decodeFrame } from '@/lib/core/decode/ag-ui-1.0';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type Json, stringOrEmpty } from '@/lib/core/json/json';

function isMessage(value: unknown): value is readonly Json[] {
  return (
    Array.isArray(value) && value.length === 5 && typeof value[2] === 'string' && typeof value[3] === 'string'
  );
}

function decodePhoenix(frame: Frame): Decoded {
  const parsed = parseFrame(frame);
  if (!('value' in parsed) || !isMessage(parsed.value)) return decodeFrame(frame);
  const [, , , name, payload] = parsed.value;
  if (name === 'ag_ui_event' && isJsonObject(payload)) return { isWrapped: true, ...decodeEvent(payload) };
  return { type: stringOrEmpty(name), problems: [], isControl: true };
}

export const phoenix: Decoder = {
  dialect: 'phoenix',
  confidence: (head) => (head.some(isMessage) ? 0.95 : 0),
  create: () => decodePhoenix,
};
