// Validators of values that another version stored, or that are missing: the valid value, or undefined.
import { isJsonObject } from '@/lib/core/json/json';

export type Validator<T> = (value: unknown) => T | undefined;

export const flag: Validator<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export function oneOf<T extends string>(words: readonly T[]): Validator<T> {
  return (value) => words.find((word) => word === value);
}

export function text(longest: number, shortest = 0): Validator<string> {
  return (value) =>
    typeof value === 'string' && value.length >= shortest && value.length <= longest ? value : undefined;
}

export function number(lowest: number, highest = Number.MAX_VALUE): Validator<number> {
  return (value) => (typeof value === 'number' && value >= lowest && value <= highest ? value : undefined);
}

/** A list of at most so many things, all of which pass. */
export function listOf<T>(validate: Validator<T>, longest: number): Validator<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > longest) return undefined;
    const passed = value.map(validate).filter((each) => each !== undefined);
    return passed.length === value.length ? passed : undefined;
  };
}

/** An object whose names and values all pass. */
export function recordOf<T>(
  validate: Validator<T>,
  names: Validator<string> = text(Number.MAX_SAFE_INTEGER),
): Validator<Record<string, T>> {
  return (value) => {
    if (!isJsonObject(value)) return undefined;
    const entries = Object.entries(value);
    const passed = entries.flatMap(([name, inner]): [string, T][] => {
      const kept = names(name) === undefined ? undefined : validate(inner);
      return kept === undefined ? [] : [[name, kept]];
    });
    return passed.length === entries.length ? Object.fromEntries(passed) : undefined;
  };
}
