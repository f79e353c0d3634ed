// Several events in one frame: an array of events, or an object with `events`.

import { NO_EVENT_TYPE, NOT_AN_OBJECT } from '@/lib/core/agui/client-limits';
import { decodeEvent } from '@/lib/core/decode/ag-ui-1.0';
import { isEventLike, isJsonRpc } from '@/lib/core/decode/envelope';
import { parseFrame } from '@/lib/core/decode/json';
import type { Decoded, Frame, Problem, Translator } from '@/lib/core/decode/types';
import { isJsonObject, type Json } from '@/lib/core/json/json';

function packed(clientText: string): Problem {
  const message = 'Several events are packed into one frame; the stock client would reject it.';
  return { code: 'dialect', message, clientText, isReadable: true };
}

function eventsIn(value: unknown): readonly Json[] | undefined {
  if (isJsonRpc(value)) return eventsIn(value['result'] ?? value['params']);
  const events = isJsonObject(value) && value['type'] === undefined ? value['events'] : value;
  return Array.isArray(events) && events.length > 0 && events.every(isEventLike) ? events : undefined;
}

function decodeArray(frame: Frame): readonly Decoded[] | undefined {
  const parsed = parseFrame(frame);
  if (!('value' in parsed)) return undefined;
  const problem = packed(Array.isArray(parsed.value) ? NOT_AN_OBJECT : NO_EVENT_TYPE);
  return eventsIn(parsed.value)
    ?.filter(isJsonObject)
    .map((event, at) => {
      const decoded = decodeEvent(event);
      return at === 0 ? { ...decoded, problems: [...decoded.problems, problem] } : decoded;
    });
}

export const eventArray: Translator = {
  dialect: 'event-array',
  confidence: (head) => (head.some((value) => eventsIn(value) !== undefined) ? 0.9 : 0),
  translate: () => ({ frame: decodeArray }),
};
