// Why something could not be read, in the engine's or the library's own words.
import { messageOf } from '@/lib/core/json/reason';

function cut(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Message of an error, at most 300 units. */
export function reasonOf(error: unknown): string {
  return cut(messageOf(error));
}
