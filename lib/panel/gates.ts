// Gates for what was stored by another version, or by nobody: the value as it is wanted, or undefined.
import { isJsonObject } from '@/lib/core/json/json';

/** Lets through values of one kind. */
export type Gate<T> = (value: unknown) => T | undefined;

/** True or false. */
export const flag: Gate<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

/** One of some words. */
export function oneOf<T extends string>(words: readonly T[]): Gate<T> {
  return (value) => words.find((word) => word === value);
}

/** A text of so many units. */
export function text(longest: number, shortest = 0): Gate<string> {
  return (value) =>
    typeof value === 'string' && value.length >= shortest && value.length <= longest ? value : undefined;
}

/** A number within bounds. */
export function number(lowest: number, highest = Number.MAX_VALUE): Gate<number> {
  return (value) => (typeof value === 'number' && value >= lowest && value <= highest ? value : undefined);
}

/** A list of at most so many things, all of which pass. */
export function listOf<T>(gate: Gate<T>, longest: number): Gate<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > longest) return undefined;
    const passed = value.map(gate).filter((each) => each !== undefined);
    return passed.length === value.length ? passed : undefined;
  };
}

/** An object whose names and values all pass. */
export function recordOf<T>(
  gate: Gate<T>,
  names: Gate<string> = text(Number.MAX_SAFE_INTEGER),
): Gate<Record<string, T>> {
  return (value) => {
    if (!isJsonObject(value)) return undefined;
    const entries = Object.entries(value);
    const passed = entries.flatMap(([name, inner]): [string, T][] => {
      const kept = names(name) === undefined ? undefined : gate(inner);
      return kept === undefined ? [] : [[name, kept]];
    });
    return passed.length === entries.length ? Object.fromEntries(passed) : undefined;
  };
}
