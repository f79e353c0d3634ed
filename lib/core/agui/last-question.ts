// The newest question in a request.

import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/json';
import { textOfContent } from './content-part';

/** Text of the last message of the user; '' for none. */
export function lastQuestion(input: JsonObject | undefined): string {
  const messages: Json | undefined = input?.['messages'];
  if (!isJsonArray(messages)) return '';
  const asked = messages.findLast((message) => isJsonObject(message) && message['role'] === 'user');
  return isJsonObject(asked) ? textOfContent(asked['content']) : '';
}
