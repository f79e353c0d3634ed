// Servers that send Python's names: `thread_id`, `tool_call_name`, also in lower-case types.
import { isEventType } from '@/lib/agui/events';
import type { JsonObject } from '@/lib/agui/json';
import { respellEvent, toCamelCase } from '@/lib/agui/spelling';
import { decodeRespelledFrame, needsRespelling, type Respell } from '@/lib/decode/respelled';
import type { Decoder, Frame } from '@/lib/decode/types';

function upper(value: JsonObject): JsonObject {
  const { type } = value;
  const name = typeof type === 'string' ? type.toUpperCase() : '';
  return name !== type && isEventType(name) ? { ...value, type: name } : value;
}

const respell: Respell = (value) => {
  const { value: event, keys } = toCamelCase(upper(value));
  const { event: whole, spellings } = respellEvent(event);
  const found = [
    ...(event['type'] === value['type'] ? [] : ['a type in lower case']),
    ...(keys.length > 0 ? [`names in snake_case (${keys.join(', ')})`] : []),
    ...spellings,
  ];
  return found.length === 0 ? undefined : { event: whole, found: found.join(' and ') };
};

// A lower-case word proves nothing by itself, so that it must stand in an event that is whole.
function isSnake(value: unknown): boolean {
  return needsRespelling(value, (candidate) => {
    const hasSnake = toCamelCase(candidate).keys.length > 0 || upper(candidate) !== candidate;
    return hasSnake ? respell(candidate) : undefined;
  });
}

const decode = (frame: Frame) => decodeRespelledFrame(frame, respell);

/** AG-UI in snake_case. */
export const snakeCase: Decoder = {
  dialect: 'snake-case',
  confidence: (head) => (head.some(isSnake) ? 0.92 : 0),
  create: () => decode,
};
