// Every function of the platform that the taps call, taken once before any page script ran.
// Pages patch prototypes, zone.js replaces Promise, some freeze intrinsics: nothing is looked up later.

export const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } =
  Reflect;
export const { keys } = Object;
export const { isArray } = Array;
export const { round } = Math;
export const NativeProxy = Proxy;
export const NativeUint8Array = Uint8Array;

/** A method as a plain function that takes `this` first; calling it looks nothing up. */
export const uncurry =
  <T, A extends unknown[], R>(method: (this: T, ...args: A) => R) =>
  (self: T, ...args: A): R =>
    apply(method, self, args);

/** The getter of a property as a plain function; undefined comes back where the platform has no such property. */
export function getterOf<T, R>(prototype: object, key: string): (self: T) => R {
  const get = getOwnPropertyDescriptor(prototype, key)?.get as (this: T) => R;
  return (self) => apply(get, self, []);
}

export const stringify = JSON.stringify;
export const includes = uncurry(String.prototype.includes);
export const indexOf = uncurry(String.prototype.indexOf);
export const slice = uncurry(String.prototype.slice);
export const charCodeAt = uncurry(String.prototype.charCodeAt);
export const toLowerCase = uncurry(String.prototype.toLowerCase);
export const trim = uncurry(String.prototype.trim);
export const split = uncurry<string, [string], string[]>(String.prototype.split);
export const filter = uncurry<string[], [(line: string) => boolean], string[]>(Array.prototype.filter);
export const join = uncurry<readonly string[], [string], string>(Array.prototype.join);
export const listen = uncurry<EventTarget, [string, (event: Event) => void, boolean?], void>(
  EventTarget.prototype.addEventListener,
);
export const unlisten = uncurry<EventTarget, [string, (event: Event) => void], void>(
  EventTarget.prototype.removeEventListener,
);

const typedArray = getPrototypeOf(Uint8Array.prototype) as object;
const bufferOf = getterOf<ArrayBufferView, ArrayBuffer>(typedArray, 'buffer');
const byteOffsetOf = getterOf<ArrayBufferView, number>(typedArray, 'byteOffset');
const byteLengthOf = getterOf<ArrayBufferView, number>(typedArray, 'byteLength');
const { isView } = ArrayBuffer;
const tagOf = getterOf<ArrayBufferView, string | undefined>(typedArray, Symbol.toStringTag as never);
const viewBuffer = getterOf<ArrayBufferView, ArrayBuffer>(DataView.prototype, 'buffer');
const viewOffset = getterOf<ArrayBufferView, number>(DataView.prototype, 'byteOffset');
const viewLength = getterOf<ArrayBufferView, number>(DataView.prototype, 'byteLength');
export const subarray = uncurry<Uint8Array, [number, number?], Uint8Array>(Uint8Array.prototype.subarray);

/** How many bytes a view holds. */
export const lengthOf = (view: Uint8Array): number => byteLengthOf(view);

/** The bytes of any view, without a copy; undefined for what is none. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (!isView(value)) return undefined;
  return tagOf(value) === undefined
    ? new NativeUint8Array(viewBuffer(value), viewOffset(value), viewLength(value))
    : new NativeUint8Array(bufferOf(value), byteOffsetOf(value), byteLengthOf(value));
}

const weakGet = uncurry(WeakMap.prototype.get);
const weakSet = uncurry(WeakMap.prototype.set);
const weakDelete = uncurry(WeakMap.prototype.delete);

/** What we know about an object of the page, without a trace on it. */
export interface Notes<V> {
  readonly get: (key: unknown) => V | undefined;
  readonly set: (key: object, value: V) => void;
  readonly drop: (key: object) => void;
}

/** Creates an empty set of notes. */
export function createNotes<V>(): Notes<V> {
  const map = new WeakMap<object, V>();
  return {
    get: (key) => weakGet(map, key as object) as V | undefined,
    set: (key, value) => {
      weakSet(map, key, value);
    },
    drop: (key) => {
      weakDelete(map, key);
    },
  };
}

const nativeThen = Promise.prototype.then;

/** The platform's own `then`, whatever the page did to promises since. */
export const whenSettled = <T, R>(
  promise: Promise<T>,
  kept: (value: T) => R,
  failed: (error: unknown) => R,
): Promise<R> => apply(nativeThen, promise, [kept as never, failed as never]) as Promise<R>;

const errorName = getterOf<unknown, string>(DOMException.prototype, 'name');
const errorMessage = getterOf<unknown, string>(DOMException.prototype, 'message');

/** Name and message of an error without running the page's code; name is empty for what is no DOMException. */
export function errorFacts(error: unknown): { readonly name: string; readonly text: string } {
  if (typeof error !== 'object' || error === null) return { name: '', text: `${String(error)}` };
  try {
    const name = errorName(error);
    return { name, text: `${name}: ${errorMessage(error)}` };
  } catch {
    // The getter refuses everything that is no DOMException: an ordinary error then.
    const message: unknown = ownValue(error, 'message');
    return { name: '', text: typeof message === 'string' ? message : '' };
  }
}

/** The value of an own data property; getters are never run, inherited properties never seen. */
export function ownValue(object: unknown, key: string): unknown {
  if (object === null || typeof object !== 'object') return undefined;
  return getOwnPropertyDescriptor(object, key)?.value;
}
