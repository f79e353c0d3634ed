// Finds several JSON documents in one text: arguments that were sent twice, or those of two calls in one.

import type { Json } from '@/lib/core/json/json';
import { advanceJson, endOfContainer, JSON_START, verdictOfJson } from '@/lib/core/json/json-progress';

const TEXT_MAX = 50_000;

export function twoDocuments(text: string): readonly [Json, Json] | undefined {
  if (text.length > TEXT_MAX) return undefined;
  const end = endOfContainer(text);
  if (end === -1) return undefined;
  const rest = text.slice(end);
  // Checked before parsing: an exception of JSON.parse takes as long as a hundred events.
  if (verdictOfJson(advanceJson(JSON_START, rest)) !== 'valid') return undefined;
  return [JSON.parse(text.slice(0, end)), JSON.parse(rest)];
}
