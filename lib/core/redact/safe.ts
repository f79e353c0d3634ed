// Values that may stay in a field, because they have the expected form.
import type { Treatment } from '@/lib/core/redact/fields';
import type { JsonNode } from '@/lib/core/redact/json-tree';
import { isKeptWord, isMediaType, isTypeSpelling } from '@/lib/core/redact/words';

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const VERSION = /^\d{1,2}\.\d{1,2}$/;
/** Limit of times in milliseconds, and of counts: larger numbers are something else. */
const TIME_MAX = 1e14;
const SIZE_MAX = 1e8;
/** A count, without a fraction or an exponent. */
const WHOLE = /^-?\d+$/;
/** Status codes of HTTP and JSON-RPC; other numbers may be passcodes. */
const ERROR_CODE = /^(?:[45]\d\d|-32[0-7]\d\d)$/;

export function isSafe(treatment: Treatment, node: JsonNode): boolean {
  if (node.kind === 'number') {
    const value = Math.abs(Number(node.raw));
    if (treatment === 'code') return ERROR_CODE.test(node.raw);
    if (treatment === 'size') return WHOLE.test(node.raw) && value < SIZE_MAX;
    return treatment === 'time' && value <= TIME_MAX;
  }
  if (node.kind !== 'string') return false;
  if (treatment === 'word') return isKeptWord(node.value) || isTypeSpelling(node.value);
  if (treatment === 'time') return DATE.test(node.value);
  if (treatment === 'version') return VERSION.test(node.value);
  return treatment === 'media' && isMediaType(node.value);
}
