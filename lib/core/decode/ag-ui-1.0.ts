// AG-UI 1.0: one event object per frame.

import { NO_EVENT_TYPE, NOT_AN_OBJECT } from '@/lib/core/agui/client-limits';
import { enforce } from '@/lib/core/agui/enforce';
import { eventTypeOf, isEventType, isThinkingType } from '@/lib/core/agui/events';
import { isPlainlyValid } from '@/lib/core/agui/fields';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Decoder, Frame } from '@/lib/core/decode/types';
import { isJsonObject, type JsonObject } from '@/lib/core/json/json';

const NONE: readonly never[] = [];

/** The result for a frame that belongs to the transport itself. */
export const CONTROL: Decoded = { type: '', problems: NONE, isControl: true };

// Transports on sockets mix these in, e.g. TanStack's {"type":"ping"} and {"type":"abort","runId"}.
function isPing(event: JsonObject, type: string): boolean {
  return (type === 'ping' || type === 'pong' || type === 'abort') && Object.keys(event).length <= 2;
}

export function decodeEvent(event: JsonObject): Decoded {
  const named = event['type'];
  if (typeof named !== 'string' || named === '') {
    const message = 'This frame is an object without an event type; the stock client stops here.';
    const problem = { code: 'shape', message, clientText: NO_EVENT_TYPE, pointer: '/type' } as const;
    return { type: '', event, problems: [problem] };
  }
  const type = eventTypeOf(named);
  if (type === undefined) {
    // Client 1.0 still translates these.
    if (isThinkingType(named)) return { type: named, event, problems: NONE, isForeign: true };
    if (isPing(event, named)) return CONTROL;
    const message = `'${named}' is not an AG-UI 1.0 event type; the stock client drops it with a warning.`;
    return { type: named, event, problems: [{ code: 'unknown-type', message, pointer: '/type' }] };
  }
  if (isPlainlyValid(event, type)) return { type, event, problems: NONE };
  const enforced = enforce(event, type);
  if (enforced.ok) return { type, event, problems: NONE };
  const { pointer, reason } = enforced;
  const message = `${type} is invalid at '${pointer}': ${reason}. The stock client stops here.`;
  return { type, event, problems: [{ code: 'shape', message, pointer }] };
}

export function decodeFrame(frame: Frame): Decoded {
  const parsed = parseFrame(frame);
  if ('problem' in parsed) return { type: '', problems: [parsed.problem] };
  if (isJsonObject(parsed.value)) return decodeEvent(parsed.value);
  const message = 'This frame holds JSON that is not an object; the stock client stops here.';
  return { type: '', problems: [{ code: 'shape', message, clientText: NOT_AN_OBJECT }] };
}

export const agui10: Decoder = {
  dialect: 'ag-ui-1.0',
  confidence(head) {
    const types = head.filter(isJsonObject).map((value) => value['type']);
    if (types.some((type) => typeof type === 'string' && isEventType(type))) return 0.8;
    return types.some((type) => typeof type === 'string') ? 0.3 : 0.01;
  },
  create: () => decodeFrame,
};
