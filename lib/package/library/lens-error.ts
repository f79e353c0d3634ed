// The errors of the library.
import { harmlessLine } from '@/lib/core/agui/harmless';

/** What cannot be done, as one sentence. */
export class LensError extends Error {
  override readonly name: string = 'LensError';

  constructor(message: string) {
    super(harmlessLine(message));
  }
}

/** The source can be read, but what was asked for cannot be made of it. */
export class RefusedError extends LensError {}

/** An option has a value that it cannot have; the message begins with the option's name. */
export class OptionError extends LensError {}

/** The value of an option with a fixed set of values. */
export function oneOf<T extends string>(option: string, values: readonly T[], value: string): T {
  const found = values.find((each) => each === value);
  if (found !== undefined) return found;
  throw new OptionError(`${option} must be one of ${values.join(', ')}, not '${value}'.`);
}

/** The value of an option that is a list of texts. Not every caller has its types checked. */
export function listOf(option: string, value: readonly string[]): readonly string[] {
  const given: unknown = value;
  if (Array.isArray(given) && given.every((each) => typeof each === 'string')) return value;
  throw new OptionError(`${option} must be a list of texts.`);
}
