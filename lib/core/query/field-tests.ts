// Shared by several query fields: tests of names and numbers, values of events, suggestions.
import { isJsonArray, isJsonObject, type JsonObject, stringOrEmpty } from '@/lib/core/json/json';
import { requestAt } from '@/lib/core/log/stream-facts';
import type { Boundary } from '@/lib/core/log/types';
import { comparison, globTest } from '@/lib/core/query/patterns';
import type { QueryFacts, QueryField } from '@/lib/core/query/types';

/** Matches the name of an event ('' for none); `*` matches any text. */
export function byName(nameOf: (seq: number, facts: QueryFacts) => string): QueryField['test'] {
  return (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (seq, facts) => {
      const name = nameOf(seq, facts);
      return name !== '' && isNamed(name);
    };
  };
}

/** Matches a member of the run request of a request row or of an end. */
export function byInput(key: 'runId' | 'threadId'): NonNullable<QueryField['testBoundary']> {
  return (value, isQuoted) => {
    const isNamed = globTest(value, isQuoted);
    return (boundary) => {
      const input = boundary.kind === 'close' ? boundary.stream.input : requestAt(boundary);
      const name = stringOrEmpty(input?.[key]);
      return name !== '' && isNamed(name);
    };
  };
}

/** Compares a number of an event, in the base unit of `units`, with `>2s` and the like. */
export function byNumber(
  units: Readonly<Record<string, number>>,
  numberOf: (seq: number, facts: QueryFacts) => number,
): QueryField['test'] {
  return (value) => {
    const test = comparison(value, units);
    if (test !== undefined) return (seq, facts) => test(numberOf(seq, facts));
    const known = Object.keys(units).filter((unit) => unit !== '');
    return { problem: `'${value}' is not a number like >2${known[1] ?? ''}. Units: ${known.join(', ')}.` };
  };
}

/** The distinct names of the newest events, without ''. */
export function* uniqueOf(
  { log: { length } }: Pick<QueryFacts, 'log'>,
  namesOf: (seq: number) => string | readonly string[],
): Iterable<string> {
  const seen = new Set<string>();
  // Suggestions come from the newest events; scanning more is noticeable while typing.
  for (let seq = length - 1; seq >= Math.max(0, length - 5_000); seq--) {
    for (const name of [namesOf(seq)].flat()) {
      if (name === '' || seen.has(name)) continue;
      seen.add(name);
      yield name;
    }
  }
}

export function stringAt(facts: QueryFacts, seq: number, key: string): string {
  return stringOrEmpty(facts.log.at(seq)?.event?.[key]);
}

/** Findings of a request without events. */
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
