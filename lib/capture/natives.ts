// Every platform function that the taps call, taken once before any page script runs. Pages patch prototypes, zone.js
// replaces Promise, some freeze intrinsics, so nothing is looked up later.

export const { apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } =
  Reflect;
export const { create, keys } = Object;
export const { isArray } = Array;
export const NativeProxy = Proxy;
export const NativeUint8Array = Uint8Array;
export const { stringify } = JSON;
const NativeURL = URL;

/** A method as a plain function that takes `this` first. Calling it looks nothing up. */
export const uncurry =
  <T, A extends unknown[], R>(method: (this: T, ...args: A) => R) =>
  (self: T, ...args: A): R =>
    apply(method, self, args);

/** The methods and getters of a class as plain functions that take `this` first. */
type Members<T> = {
  readonly [K in keyof T & PropertyKey]-?: T[K] extends (...args: infer A) => infer R
    ? (self: T, ...args: A) => R
    : (self: T) => T[K];
};

/** Returns an object to destructure members from: each is read from the prototype at that moment, and never again. */
export const membersOf = <T>({ prototype }: { readonly prototype: T }): Members<T> =>
  new NativeProxy({} as Members<T>, {
    get(_, key) {
      const found = getOwnPropertyDescriptor(prototype as object, key);
      return uncurry((found?.value ?? found?.get) as () => unknown);
    },
  });

/** The list functions in use, with the types that uncurrying loses. */
interface ListMembers {
  readonly push: <T>(list: T[], item: T) => number;
  readonly pop: <T>(list: T[]) => T | undefined;
  readonly shift: <T>(list: T[]) => T | undefined;
  readonly forEach: <T>(list: readonly T[], each: (item: T) => void) => void;
  readonly some: <T>(list: readonly T[], is: (item: T) => boolean) => boolean;
  readonly filter: <T>(list: readonly T[], is: (item: T) => boolean) => T[];
  readonly join: (list: readonly string[], between: string) => string;
}

type Text = Omit<Members<string>, 'split'> & { readonly split: (text: string, by: string) => string[] };
export const { charCodeAt, includes, indexOf, slice, split, toLowerCase, trim } = membersOf(
  String,
) as unknown as Text;
export const { push, pop, shift, forEach, some, filter, join } = membersOf(Array) as unknown as ListMembers;
export const {
  addEventListener: listen,
  removeEventListener: unlisten,
  dispatchEvent,
} = membersOf(EventTarget);

/** Splits a text of words separated by single spaces. */
export const words = (text: string): readonly string[] => split(text, ' ');
/** True if the list contains the text. */
export const isOneOf = (list: readonly string[], text: string): boolean =>
  some(list, (item) => item === text);
/** True if the text contains one of the words. */
export const hasAny = (text: string, list: readonly string[]): boolean =>
  some(list, (word) => includes(text, word));

const TypedArray = { prototype: getPrototypeOf(Uint8Array.prototype) as Uint8Array };
const { isView } = ArrayBuffer;
const { [Symbol.toStringTag]: tagOf } = membersOf(TypedArray);
export const { subarray, byteLength: lengthOf } = membersOf(TypedArray);
const toBytes = (kind: { readonly prototype: Uint8Array | DataView }) => {
  const { buffer, byteOffset, byteLength } = membersOf<ArrayBufferView>(kind);
  return (view: ArrayBufferView) => new NativeUint8Array(buffer(view), byteOffset(view), byteLength(view));
};
const bytesOfArray = toBytes(TypedArray);
const bytesOfView = toBytes(DataView);

/** The bytes of any view, without copying; undefined for anything else. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (!isView(value)) return undefined;
  return tagOf(value as Uint8Array) ? bytesOfArray(value) : bytesOfView(value);
}

/** What we know about objects of the page, without leaving a trace on them. */
interface Notes<V> {
  readonly get: (key: unknown) => V | undefined;
  readonly set: (key: object, value: V) => void;
  readonly drop: (key: object) => void;
}

const { get: weakGet, set: weakSet, delete: weakDelete } = membersOf(WeakMap);

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

const { then } = membersOf(Promise);

/** The platform's own `then`, whatever the page has done to promises. */
export const whenSettled = then as <T, R>(
  promise: Promise<T>,
  kept: (value: T) => R,
  failed: (error: unknown) => R,
) => Promise<R>;

const { arrayBuffer } = membersOf(Blob);

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
  if (!isObject(error)) return { name: '', text: String(error) };
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
