// The field `path:` of a query.
import { isJsonObject, type Json } from '@/lib/core/json/json';
import { unescapeToken } from '@/lib/core/json/pointer';
import { changedPaths, uniqueOf } from '@/lib/core/query/field-values';
import { touches } from '@/lib/core/query/patterns';
import type { EventTest, QueryField } from '@/lib/core/query/types';

function hasPath(value: Json | undefined, pointer: string): boolean {
  let here = value;
  for (const token of pointer.split('/').slice(1).map(unescapeToken)) {
    if (Array.isArray(here)) here = here[Number(token)];
    else here = isJsonObject(here) && Object.hasOwn(here, token) ? here[token] : undefined;
    if (here === undefined) return false;
  }
  return here !== undefined;
}

function atPath(pointer: string): EventTest {
  return (seq, facts) => {
    const type = facts.log.typeOf(seq);
    if (type === 'STATE_SNAPSHOT') return hasPath(facts.log.at(seq)?.event?.['snapshot'], pointer);
    if (type !== 'STATE_DELTA') return false;
    for (const path of changedPaths(facts, seq)) if (touches(path, pointer)) return true;
    return false;
  };
}

export const pathField: QueryField = {
  name: 'path',
  summary: 'State events that touch a path of the state (JSON Pointer).',
  example: '/cart',
  test: (value) => {
    if (value === '' || value.startsWith('/')) return atPath(value);
    return { problem: `'${value}' is not a JSON Pointer: it must start with /, as in /cart/total.` };
  },
  values: (facts) =>
    uniqueOf(facts, (seq) => {
      if (facts.log.typeOf(seq) !== 'STATE_DELTA') return '';
      for (const path of changedPaths(facts, seq)) return path;
      return '';
    }),
};
