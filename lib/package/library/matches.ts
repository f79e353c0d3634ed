// Whether a value is as expected, in the way that test runners compare.

interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

function isAsymmetric(value: object): value is AsymmetricMatcher {
  return 'asymmetricMatch' in value && typeof value.asymmetricMatch === 'function';
}

function entriesOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined));
}

/**
 * Compares with what is expected, which may hold asymmetric matchers (`expect.any(String)`). Fields of the outermost
 * object that are not expected may be there, unless `isWhole`.
 */
export function matches(value: unknown, expected: unknown, { isWhole = false } = {}): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(value, expected);
  if (isAsymmetric(expected)) return expected.asymmetricMatch(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(expected) !== Array.isArray(value)) return false;
  const [own, wanted] = [entriesOf(value), entriesOf(expected)];
  if (isWhole && own.size !== wanted.size) return false;
  return [...wanted].every(([key, each]) => own.has(key) && matches(own.get(key), each, { isWhole: true }));
}
