// All platform functions that the taps call, taken before any script of the document runs. Pages patch prototypes,
// zone.js replaces Promise, some freeze intrinsics, so nothing is looked up later.

export const {
  apply,
  construct,
  defineProperty,
  get: reflectGet,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  has,
  ownKeys,
  setPrototypeOf,
} = Reflect;
export const { create, keys } = Object;
export const { isArray } = Array;
export const NativeProxy = Proxy;
export const NativeUint8Array = Uint8Array;
export const { stringify } = JSON;
export const NativeDOMException = DOMException;
const NativeURL = URL;
const NativeString = String;

/** A method as a plain function that takes `this` first. Calling it looks nothing up. */
const uncurry =
  <T, A extends unknown[], R>(method: (this: T, ...args: A) => R) =>
  (self: T, ...args: A): R =>
    apply(method, self, args);

type NativeMembers<T> = {
  readonly [K in keyof T & PropertyKey]-?: T[K] extends (...args: infer A) => infer R
    ? (self: T, ...args: A) => R
    : (self: T) => T[K];
};

/** Returns an object to destructure members from: each is read from the prototype once. */
export const membersOf = <T>({ prototype }: { readonly prototype: T }): NativeMembers<T> =>
  new NativeProxy({} as NativeMembers<T>, {
    get(_, key) {
      const found = getOwnPropertyDescriptor(prototype as object, key);
      return uncurry((found?.value ?? found?.get) as () => unknown);
    },
  });

/** The list functions in use, with the types that uncurrying loses. */
interface ListMembers {
  readonly push: <T>(list: T[], item: T) => number;
  readonly shift: <T>(list: T[]) => T | undefined;
  readonly forEach: <T>(list: readonly T[], each: (item: T) => void) => void;
  readonly some: <T>(list: readonly T[], is: (item: T) => boolean) => boolean;
}

export const {
  charCodeAt,
  includes,
  indexOf,
  isWellFormed,
  lastIndexOf,
  slice,
  toLowerCase,
  toUpperCase,
  trim,
} = membersOf(String);
export const { push, shift, forEach, some } = membersOf(Array) as unknown as ListMembers;
export const { bind } = membersOf(Function) as unknown as { bind: <T>(method: T, self: unknown) => T };

/** Creates an empty list that inherits nothing: a setter that a page puts on Array.prototype is not called. */
export function createList<T>(): T[] {
  const list: T[] = [];
  setPrototypeOf(list, null);
  return list;
}
export const {
  addEventListener: listen,
  removeEventListener: unlisten,
  dispatchEvent,
} = membersOf(EventTarget);

/**
 * No listener of the page can run before: capturing listeners come first, at the target too, and ours is the oldest.
 */
export const FIRST = { __proto__: null, capture: true } as AddEventListenerOptions;

/** Splits words at single spaces. Only for the start of the script, as it looks methods up. */
export const words = (text: string): readonly string[] => text.split(' ');
export const isOneOf = <T>(list: readonly T[], item: T): boolean => some(list, (each) => each === item);
export const hasAny = (text: string, list: readonly string[]): boolean =>
  some(list, (word) => includes(text, word));

const TypedArray = { prototype: getPrototypeOf(Uint8Array.prototype) as Uint8Array };
const { isView } = ArrayBuffer;
const { [Symbol.toStringTag]: tagOf } = membersOf(TypedArray);
export const { byteLength: lengthOf, set } = membersOf(TypedArray);
const toBytes = (kind: { readonly prototype: Uint8Array | DataView }) => {
  const { buffer, byteOffset, byteLength } = membersOf<ArrayBufferView>(kind);
  return (view: ArrayBufferView, from = 0, to = byteLength(view)) =>
    new NativeUint8Array(buffer(view), byteOffset(view) + from, to - from);
};
const bytesOfArray = toBytes(TypedArray);
const bytesOfView = toBytes(DataView);

/** Part of some bytes, without copying. The method of that name asks the page for the class of the result. */
export const subarray: (bytes: Uint8Array, from: number, to?: number) => Uint8Array = bytesOfArray;

const { encode } = membersOf(TextEncoder);
const encoder = new TextEncoder();
export const toUtf8 = (text: string): Uint8Array<ArrayBuffer> => encode(encoder, text);

/** The bytes of any view, without copying; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (!isView(value)) return undefined;
  return tagOf(value as Uint8Array) ? bytesOfArray(value) : bytesOfView(value);
}

export const ignore = (): void => undefined;

/** Values attached to objects of the page, without a trace on them. */
interface ObjectNotes<V> {
  readonly get: (key: unknown) => V | undefined;
  readonly set: (key: object, value: V) => void;
  readonly drop: (key: object) => void;
  /** True after the first note. */
  readonly isUsed: () => boolean;
}

const { get: weakGet, set: weakSet, delete: weakDelete } = membersOf(WeakMap);

export function createNotes<V>(): ObjectNotes<V> {
  const map = new WeakMap<object, V>();
  let isUsed = false;
  return {
    isUsed: () => isUsed,
    get: (key) => weakGet(map, key as object) as V | undefined,
    set: (key, value) => {
      isUsed = true;
      weakSet(map, key, value);
    },
    drop: (key) => {
      weakDelete(map, key);
    },
  };
}

/** The platform's own `then`: `await` uses no promise class of the page. */
export async function whenSettled<T, R>(
  promise: Promise<T>,
  kept: (value: T) => R,
  failed: (error: unknown) => R,
): Promise<R> {
  let value: T;
  try {
    value = await promise;
  } catch (error) {
    return failed(error);
  }
  return kept(value);
}

const { arrayBuffer, size: blobSize } = membersOf(Blob);
const { byteLength: bufferLength } = membersOf(ArrayBuffer);
/** Returns a type guard by the platform's own check of this member. */
export const isA =
  (member: (self: never) => unknown) =>
  (value: unknown): boolean => {
    try {
      member(value as never);
      return true;
    } catch {
      // The platform's own check of what its members are called on.
      return false;
    }
  };

/** True for a Blob; its own properties cannot fake or hide it. */
export const isBlob = isA(blobSize) as (value: unknown) => value is Blob;
/** True for an ArrayBuffer. */
export const isBuffer = isA(bufferLength) as (value: unknown) => value is ArrayBuffer;

/** Reads a Blob; empty if it cannot be read. */
export function readBlob(blob: Blob, done: (bytes: Uint8Array) => void): void {
  whenSettled(
    arrayBuffer(blob),
    (buffer) => done(new NativeUint8Array(buffer)),
    () => done(new NativeUint8Array(0)),
  );
}

const { name: errorName, message: errorMessage } = membersOf(DOMException);

/** Name and message of an error, read without running page code; the name is empty unless it is a DOMException. */
export function errorFacts(error: unknown): { readonly name: string; readonly text: string } {
  if (typeof error === 'function') return { name: '', text: '' };
  if (!isObject(error)) return { name: '', text: NativeString(error) };
  try {
    const name = errorName(error as DOMException);
    return { name, text: `${name}: ${errorMessage(error as DOMException)}` };
  } catch {
    // The getter rejects anything that is not a DOMException: an ordinary error, then.
    return { name: '', text: asText(ownValue(error, 'message')) ?? '' };
  }
}

/** True for an object other than a function. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A string as it is, undefined for anything else. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value of an own data property. Never runs getters, never sees inherited properties. */
export const ownValue = (object: unknown, key: string): unknown =>
  isObject(object) ? getOwnPropertyDescriptor(object, key)?.value : undefined;

const { href } = membersOf(URL);

/** Resolves a URL given by the page, as the platform does; one that cannot be resolved is kept as it is. */
export function absolute(url: unknown, base: string): string {
  const text = asText(url);
  try {
    return href(new NativeURL(text ?? href(url as URL), base));
  } catch {
    // Neither a string nor a URL, or not valid: the native will decide.
    return text ?? '';
  }
}
