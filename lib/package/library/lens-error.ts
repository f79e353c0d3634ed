// Errors of the library.
import { harmlessLine } from '@/lib/core/agui/harmless';

/** An error with one sentence for users. */
export class LensError extends Error {
  override readonly name: string = 'LensError';

  constructor(message: string) {
    super(harmlessLine(message).replace(/^the (?=source|response)/, 'The '));
  }
}

/** The source is readable, but the result is not possible. */
export class RefusedError extends LensError {}

/** An invalid option; the message begins with its name. */
export class OptionError extends LensError {}

/** The error for a value that is not in the list, or empty. */
export function notOneOf(option: string, values: readonly string[], value: string): OptionError {
  const list = `one of ${values.join(', ')}`;
  return new OptionError(
    value === '' ? `${option} is missing: ${list}.` : `${option} must be ${list}, not '${value}'.`,
  );
}

/** Throws an OptionError for a value that is not in the list. */
export function oneOf<T extends string>(option: string, values: readonly T[], value: string): T {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw notOneOf(option, values, value);
}

/** Throws an OptionError for other types: callers in JavaScript have no type check. */
export function listOf(option: string, value: readonly string[]): readonly string[] {
  const list: unknown = value;
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return value;
  throw new OptionError(`${option} must be a list of texts.`);
}
