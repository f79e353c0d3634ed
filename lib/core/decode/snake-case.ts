// Servers that send Python's names, such as `thread_id` and `tool_call_name`, possibly with lower-case types.
import { isEventType } from '@/lib/core/agui/events';
import { respellEvent, toCamelCase } from '@/lib/core/agui/spelling';
import { decodeRespelledFrame, needsRespelling, type Respell } from '@/lib/core/decode/respelled';
import type { Decoder, Frame } from '@/lib/core/decode/types';
import type { JsonObject } from '@/lib/core/json/json';

function upper(value: JsonObject): JsonObject {
  const { type } = value;
  const name = typeof type === 'string' ? type.toUpperCase() : '';
  return name !== type && isEventType(name) ? { ...value, type: name } : value;
}

const respell: Respell = (value) => {
  const { value: event, keys } = toCamelCase(upper(value));
  const { event: whole, spellings } = respellEvent(event);
  const found = [
    ...(event['type'] === value['type'] ? [] : ['a lower-case type']),
    ...(keys.length > 0 ? [`snake_case keys (${keys.join(', ')})`] : []),
    ...spellings,
  ];
  return found.length === 0 ? undefined : { event: whole, found: found.join(' and ') };
};

// A lower-case word alone proves nothing, so the event must be valid after respelling.
function isSnake(value: unknown): boolean {
  return needsRespelling(value, (candidate) => {
    const hasSnake = toCamelCase(candidate).keys.length > 0 || upper(candidate) !== candidate;
    return hasSnake ? respell(candidate) : undefined;
  });
}

const decode = (frame: Frame) => decodeRespelledFrame(frame, respell);

export const snakeCase: Decoder = {
  dialect: 'snake-case',
  confidence: (head) => (head.some(isSnake) ? 0.92 : 0),
  create: () => decode,
};
