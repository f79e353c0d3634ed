// For our own mistakes only: bad input is never asserted away, it is shown.

export function assertExists<T>(value: T | undefined | null, why: string): T {
  if (value === undefined || value === null) throw new Error(`Expected a value: ${why}`);
  return value;
}

/** Ends a switch over a union: a missing case does not compile. */
export function assertUnreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
