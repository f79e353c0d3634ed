// Values of which nothing is known yet.

/** An object whose members may be anything. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for a safe integer. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** True for an object that is no list. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON: rejected like anything else that does not fit.
    return undefined;
  }
}
