import { isJsonObject, type JsonObject } from '@/lib/core/json/json';
import { escapeToken, valueAt } from '@/lib/core/json/pointer';
import { changedPaths, uniqueOf } from '@/lib/core/query/field-tests';
import { touches } from '@/lib/core/query/patterns';
import type { QueryField } from '@/lib/core/query/types';

/** Maximum number of suggested keys of a snapshot. */
const KEYS_MAX = 100;

const isOfState = (type: string): boolean => type === 'STATE_SNAPSHOT' || type === 'STATE_DELTA';

/** True if an event sets or changes the state at a path. */
export function touchesPath(type: string, event: JsonObject, pointer: string): boolean {
  if (type === 'STATE_SNAPSHOT') return valueAt(event['snapshot'], pointer) !== undefined;
  if (type !== 'STATE_DELTA') return false;
  for (const path of changedPaths(event)) if (touches(path, pointer)) return true;
  return false;
}

export const pointerProblem = (value: string): { readonly problem: string } | undefined =>
  value === '' || value.startsWith('/')
    ? undefined
    : { problem: `'${value}' is not a JSON Pointer: it must start with /, as in /cart/total.` };

export const pathField: QueryField = {
  name: 'path',
  summary: 'State events that touch a path of the state (JSON Pointer).',
  example: '/cart',
  test: (value) =>
    pointerProblem(value) ??
    ((seq, { log }) => {
      const type = log.typeOf(seq);
      const event = isOfState(type) ? log.at(seq)?.event : undefined;
      return event !== undefined && touchesPath(type, event, value);
    }),
  values({ log }) {
    // Only the newest snapshot: large states take long to parse.
    let hasSnapshot = false;
    return uniqueOf({ log }, (seq) => {
      const type = log.typeOf(seq);
      if (!isOfState(type) || (type === 'STATE_SNAPSHOT' && hasSnapshot)) return [];
      const event = log.at(seq)?.event ?? {};
      if (type === 'STATE_DELTA') return [...changedPaths(event)];
      hasSnapshot = true;
      const { snapshot } = event;
      const keys = isJsonObject(snapshot) ? Object.keys(snapshot) : [];
      return keys.slice(0, KEYS_MAX).map((key) => `/${escapeToken(key)}`);
    });
  },
};
