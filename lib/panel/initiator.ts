// Initiator of a request, from its file or from the entries of a network panel (HAR).
import { type Initiator, readInitiator } from '@/lib/core/files/har-initiator';
import { isJsonObject, type Json, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import type { Stream } from '@/lib/core/log/types';

/** Maximum difference between the clocks of page and network panel, milliseconds. */
const APART_MS = 250;

/** Milliseconds between an entry and a request; undefined for another request. */
function distance(entry: JsonObject, { url, method, startMs }: Stream): number | undefined {
  const { request } = entry;
  if (!isJsonObject(request) || request['url'] !== url || request['method'] !== method) return undefined;
  const apart = Math.abs(Date.parse(stringOrEmpty(entry['startedDateTime'])) - startMs);
  return apart <= APART_MS ? apart : undefined;
}

/** The initiator of a stream's request, from the entry with its URL and method and the nearest start time. */
export function findInitiator(entries: readonly Json[], stream: Stream): Initiator | undefined {
  let nearest = Number.POSITIVE_INFINITY;
  let found: Initiator | undefined;
  for (const entry of entries) {
    if (!isJsonObject(entry)) continue;
    const apart = distance(entry, stream);
    if (apart === undefined || apart >= nearest) continue;
    nearest = apart;
    found = readInitiator(entry['_initiator']);
  }
  return found;
}
