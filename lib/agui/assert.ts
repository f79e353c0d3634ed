// For our own mistakes only: input from outside is never asserted, it is shown.

/** Returns the value, or throws with the reason why it had to be there. */
export function assertExists<T>(value: T | undefined | null, why: string): T {
  if (value === undefined || value === null) throw new Error(`Expected a value: ${why}`);
  return value;
}

/** Ends a switch over a union; does not compile when a case is missing. */
export function assertUnreachable(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
