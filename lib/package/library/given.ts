// What callers without types hand over by mistake, in words.
import { LensError } from './lens-error';

/** What a value is, as used in sentences. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'an array';
  if ('then' in value && typeof value.then === 'function') return 'a promise';
  if ('arrayBuffer' in value && typeof value.arrayBuffer === 'function')
    return 'headers' in value ? 'a response' : 'a file';
  return 'an object';
}

const HINTS: Readonly<Record<string, string>> = {
  'a promise': ': await it first',
  'a response': ': hand it to readResponse(), and await that',
  'a file': ': hand it to readFile(), and await that',
};

/** Throws a LensError where a value can be no source: read as one, it would have no event. */
export function expectSource(value: unknown): void {
  const kind = kindOf(value);
  if (typeof value === 'string' || ['an array', 'an object'].includes(kind)) return;
  throw new LensError(
    `A source must be text, bytes, events or what read() gave, not ${kind}${HINTS[kind] ?? ''}.`,
  );
}

/** Where a text may be the name of a file, what to do; the end of a sentence. */
export function nameHint(source: unknown): string {
  const isName = typeof source === 'string' && source !== '' && /^[^\n{}[\]]{1,300}$/.test(source);
  return isName ? '; if it is the name of a file, use readFile()' : '';
}
