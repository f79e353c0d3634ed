// Finds several JSON documents in one text: arguments that were sent twice, or those of two calls in one.

import type { Json } from '@/lib/agui/json';
import { JSON_START, readOn, verdictOf } from '@/lib/agui/json-progress';

/** Longer texts are not examined. */
const TEXT_MAX = 50_000;

/** The two documents that a text consists of; undefined if it is anything else. */
export function twoDocuments(text: string): readonly [Json, Json] | undefined {
  if (text.length > TEXT_MAX) return undefined;
  let progress = JSON_START;
  for (let at = 0; at < text.length; at++) {
    progress = readOn(progress, text[at] ?? '');
    const verdict = verdictOf(progress);
    if (verdict === 'broken') return undefined;
    if (verdict !== 'valid' || (text[at] !== '}' && text[at] !== ']')) continue;
    try {
      return [JSON.parse(text.slice(0, at + 1)), JSON.parse(text.slice(at + 1))];
    } catch {
      return undefined;
    }
  }
  return undefined;
}
