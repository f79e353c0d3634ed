// Finds several JSON documents in one text: arguments that were sent twice, or those of two calls in one.

import type { Json } from '@/lib/agui/json';
import { endOfContainer } from '@/lib/agui/json-progress';

/** Longer texts are not examined. */
const TEXT_MAX = 50_000;

/** The two documents that a text consists of; undefined if it is anything else. */
export function twoDocuments(text: string): readonly [Json, Json] | undefined {
  if (text.length > TEXT_MAX) return undefined;
  const end = endOfContainer(text);
  if (end === -1) return undefined;
  try {
    return [JSON.parse(text.slice(0, end)), JSON.parse(text.slice(end))];
  } catch {
    return undefined;
  }
}
