// Computes a JSON Patch from one value to another, as a server could have sent it.
import jsonpatch from 'fast-json-patch';
import type { Json } from '@/lib/core/json/json';
import { isEqualJson } from '@/lib/core/json/json-draft';

const BANNED = /\/(?:__proto__|constructor\/prototype)(?:\/|$)/;

export function patchBetween(before: Json | undefined, after: Json | undefined): readonly Json[] {
  if (isEqualJson(before, after)) return [];
  if (after === undefined) return [{ op: 'remove', path: '' }];
  const isContainer = (value: Json | undefined) => typeof value === 'object' && value !== null;
  const isAlike = isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after);
  const whole = [{ op: 'add', path: '', value: after }];
  if (!isAlike) return whole;
  try {
    const operations = jsonpatch.compare(before, after);
    // Clients refuse operations on such paths.
    if (operations.some(({ path }) => BANNED.test(path))) return whole;
    // Operations are JSON: their values are taken from `after`.
    return operations as unknown as readonly Json[];
  } catch (error) {
    // Nested too deeply for the library.
    if (error instanceof RangeError) return whole;
    throw error;
  }
}
