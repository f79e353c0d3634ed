// Reads options while the browser reads them: the page's object gets the same accesses as without Lens.
import {
  bind,
  create,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  has,
  isObject,
  NativeProxy,
  ownKeys,
  reflectGet,
} from './natives';

/** Options by key, as read by the browser. */
export interface FoundOptions {
  [key: PropertyKey]: unknown;
  accept?: unknown;
  body?: unknown;
  method?: unknown;
  signal?: unknown;
}

/**
 * Calls `passed` with each value that is read of an object, and returns its result instead. Iteration gets the object
 * itself.
 */
export function readAlong(theirs: object, passed: (key: PropertyKey, value: unknown) => unknown): object {
  return new NativeProxy(create(null), {
    // Ignores traps that a page puts on Object.prototype.
    __proto__: null,
    get(_, key) {
      const value = passed(key, reflectGet(theirs, key, theirs));
      return key === Symbol.iterator && typeof value === 'function' ? bind(value, theirs) : value;
    },
    has: (_, key) => has(theirs, key),
    getPrototypeOf: () => getPrototypeOf(theirs),
    ownKeys: () => ownKeys(theirs),
    getOwnPropertyDescriptor(_, key) {
      const found = getOwnPropertyDescriptor(theirs, key);
      // The proxy's target lacks the property, so it must be configurable. No prototype: properties that a page adds
      // to Object.prototype would be part of it.
      return found && ({ __proto__: null, ...found, configurable: true } as PropertyDescriptor);
    },
  } as ProxyHandler<object>);
}

/** Replaces the options among the arguments; the result is filled while the browser reads them. */
export function readOptions(
  args: unknown[],
  headers: (value: unknown, found: FoundOptions) => unknown,
): FoundOptions {
  const found: FoundOptions = create(null);
  const { 1: init } = args;
  if (isObject(init) || typeof init === 'function')
    args[1] = readAlong(init, (key, value) => {
      found[key] = value;
      return key === 'headers' ? headers(value, found) : value;
    });
  return found;
}
