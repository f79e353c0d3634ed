// Checks the text of events before they are sent or served.
import { enforce } from '@/lib/core/agui/enforce';
import { isEventType } from '@/lib/core/agui/events';
import { isJsonObject, type Json, stringOrEmpty } from '@/lib/core/json/json';
import { TEXTS } from '../texts';
import { parseText } from './json-editor';

const words = TEXTS.rules;

interface TextCheck {
  readonly isValid: boolean;
  readonly text: string;
}

function checkValue(value: unknown): TextCheck {
  if (!isJsonObject(value)) return { isValid: false, text: words.notObject };
  const type = stringOrEmpty(value['type']);
  if (!isEventType(type)) return { isValid: false, text: words.unknownType(type) };
  const found = enforce(value, type);
  return found.ok
    ? { isValid: true, text: words.valid }
    : { isValid: false, text: words.invalid(found.pointer, found.reason) };
}

export function checkEvent(text: string): TextCheck {
  const read = parseText(text);
  return 'error' in read ? { isValid: false, text: read.error } : checkValue(read.value);
}

/** Messages that a page sends are no events: they are checked as JSON. */
export function checkMessage(text: string): TextCheck {
  const read = parseText(text);
  return 'error' in read ? { isValid: false, text: read.error } : { isValid: true, text: words.validJson };
}

interface EventsCheck extends TextCheck {
  /** The elements of the array; undefined for any other text, and for an empty array. */
  readonly events: readonly Json[] | undefined;
}

export function checkEvents(text: string): EventsCheck {
  const read = parseText(text);
  if ('error' in read) return { isValid: false, text: read.error, events: undefined };
  const { value: events } = read;
  if (!Array.isArray(events) || events.length === 0)
    return { isValid: false, text: words.notEvents, events: undefined };
  for (const [index, event] of events.entries()) {
    const check = checkValue(event);
    if (!check.isValid) return { isValid: false, text: words.inEvent(index + 1, check.text), events };
  }
  return { isValid: true, text: words.validEvents(events.length), events };
}
