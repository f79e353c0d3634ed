// Reads values of query fields from events, and collects suggestions.
import { isJsonArray, isJsonObject, type JsonObject } from '@/lib/core/json/json';
import type { Boundary } from '@/lib/core/log/types';
import type { QueryFacts } from '@/lib/core/query/types';

/** The distinct names of the newest events, without ''. */
export function* uniqueOf(facts: QueryFacts, nameOf: (seq: number) => string): Iterable<string> {
  const seen = new Set<string>();
  const { length } = facts.log;
  // Suggestions come from the newest events; scanning more is noticeable while typing.
  for (let seq = length - 1; seq >= Math.max(0, length - 5_000); seq--) {
    const name = nameOf(seq);
    if (name === '' || seen.has(name)) continue;
    seen.add(name);
    yield name;
  }
}

/** String property of an event, else ''. */
export function stringAt(facts: QueryFacts, seq: number, key: string): string {
  const value = facts.log.at(seq)?.event?.[key];
  return typeof value === 'string' ? value : '';
}

/** Findings of a request whose stream has no event. */
export function findingsAt(
  boundary: Boundary,
  facts: QueryFacts,
): ReturnType<QueryFacts['findingsOfStream']> {
  return boundary.kind === 'open' && boundary.stream.events === 0
    ? facts.findingsOfStream(boundary.stream.index)
    : [];
}

export function* changedPaths(event: JsonObject): Iterable<string> {
  const patch = event['delta'] ?? event['patch'];
  for (const op of isJsonArray(patch) ? patch : []) {
    if (!isJsonObject(op)) continue;
    if (typeof op['path'] === 'string') yield op['path'];
    if (op['op'] === 'move' && typeof op['from'] === 'string') yield op['from'];
  }
}
