// Every function of the platform that the taps call, taken once before any page script ran.
// Pages patch prototypes, zone.js replaces Promise, some freeze intrinsics: nothing is looked up later.

export const { apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } =
  Reflect;
export const { create, keys } = Object;
export const { isArray } = Array;
export const NativeProxy = Proxy;
export const NativeUint8Array = Uint8Array;
export const { stringify } = JSON;
const NativeURL = URL;

/** A method as a plain function that takes `this` first; calling it looks nothing up. */
export const uncurry =
  <T, A extends unknown[], R>(method: (this: T, ...args: A) => R) =>
  (self: T, ...args: A): R =>
    apply(method, self, args);

/** The methods and getters of a class as plain functions that take `this` first. */
export type Members<T> = {
  readonly [K in keyof T & PropertyKey]-?: T[K] extends (...args: infer A) => infer R
    ? (self: T, ...args: A) => R
    : (self: T) => T[K];
};

/** Gives the members of a class to whom destructures them: each is read from the prototype then, and never again. */
export const membersOf = <T>({ prototype }: { readonly prototype: T }): Members<T> =>
  new NativeProxy({} as Members<T>, {
    get(_, key) {
      const found = getOwnPropertyDescriptor(prototype as object, key);
      return uncurry((found?.value ?? found?.get) as () => unknown);
    },
  });

/** What is used of lists, with the types that uncurrying takes away. */
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

/** Words of a text that has one space between them. */
export const words = (text: string): readonly string[] => split(text, ' ');
/** True for a text that is in the list. */
export const isOneOf = (list: readonly string[], text: string): boolean =>
  some(list, (item) => item === text);
/** True for a text that holds one of the words. */
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

/** The bytes of any view, without a copy; undefined for what is none. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (!isView(value)) return undefined;
  return tagOf(value as Uint8Array) ? bytesOfArray(value) : bytesOfView(value);
}

/** What we know about an object of the page, without a trace on it. */
export interface Notes<V> {
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

/** The platform's own `then`, whatever the page did to promises since. */
export const whenSettled = then as <T, R>(
  promise: Promise<T>,
  kept: (value: T) => R,
  failed: (error: unknown) => R,
) => Promise<R>;

const { arrayBuffer } = membersOf(Blob);

/** Reads a Blob; what cannot be read is empty. */
export function readBlob(blob: Blob, done: (bytes: Uint8Array) => void): void {
  whenSettled(
    arrayBuffer(blob),
    (buffer) => done(new NativeUint8Array(buffer)),
    () => done(new NativeUint8Array(0)),
  );
}

const { name: errorName, message: errorMessage } = membersOf(DOMException);

/** Name and message of an error without running the page's code; name is empty for what is no DOMException. */
export function errorFacts(error: unknown): { readonly name: string; readonly text: string } {
  if (!isObject(error)) return { name: '', text: String(error) };
  try {
    const name = errorName(error as DOMException);
    return { name, text: `${name}: ${errorMessage(error as DOMException)}` };
  } catch {
    // The getter refuses everything that is no DOMException: an ordinary error then.
    return { name: '', text: asText(ownValue(error, 'message')) ?? '' };
  }
}

/** True for an object that is no function. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A text as it is, undefined for everything else. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The value of an own data property; getters are never run, inherited properties never seen. */
export const ownValue = (object: unknown, key: string): unknown =>
  isObject(object) ? getOwnPropertyDescriptor(object, key)?.value : undefined;

const { href } = membersOf(URL);

/** Makes what a page gives as a URL absolute, as the platform does; what cannot be is shown as it is. */
export function absolute(url: unknown, base: string): string {
  const text = asText(url);
  try {
    return href(new NativeURL(text ?? href(url as URL), base));
  } catch {
    // Neither a text nor a URL, or none that parses: the native has the last word on it.
    return text ?? '';
  }
}
