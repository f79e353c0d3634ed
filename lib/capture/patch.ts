// Puts proxies in place of the page's functions, with the same attributes, and takes them back.
// A proxy keeps name, length and statics of the native; `toString` is masked so that its text stays too.
import {
  apply,
  construct,
  createNotes,
  defineProperty,
  filter,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  includes,
  join,
  NativeProxy,
  split,
} from './natives';
import type { Emit, PageWindow, Undo } from './tap';

type Native = (this: unknown, ...args: unknown[]) => unknown;

/** Stands in for a call: gets the native, `this` and the arguments, and must call the native itself. */
export type Handler = (native: Native, self: unknown, args: unknown[]) => unknown;

/** Sees an object that the page constructed; never changes it. */
export type Constructed = (made: object, args: unknown[]) => void;

/** Runs our own work; the page never sees it fail. */
export type Safely = <R>(work: () => R) => R | undefined;

/** Replaces functions of the page and remembers how to take that back. */
export interface Patcher {
  readonly safely: Safely;
  readonly method: (owner: object, key: PropertyKey, handler: Handler) => void;
  /** Puts a function that another patch made under a second name, where both were one. */
  readonly alias: (owner: object, key: PropertyKey, original: PropertyKey) => void;
  readonly getter: (owner: object, key: string, handler: Handler) => void;
  readonly constructor_: (page: PageWindow, key: string, seen: Constructed) => void;
  /** Defines a new property, which `undo` deletes. */
  readonly shadow: (owner: object, key: string, native: Native, handler: Handler) => void;
  readonly undo: Undo;
}

const OUR_FILE = 'content-scripts/page.js';
const masks = createNotes<Native>();

/** Takes our lines out of an error's stack; the error itself stays the page's own. */
export function scrub(error: unknown): unknown {
  try {
    const stack: unknown = (error as Error).stack;
    if (typeof stack === 'string' && includes(stack, OUR_FILE))
      (error as Error).stack = join(
        filter(split(stack, '\n'), (line) => !includes(line, OUR_FILE)),
        '\n',
      );
  } catch {
    // A frozen error, or null: it goes on as it is.
  }
  return error;
}

// No prototype: a page that puts `get` on Object.prototype must not thereby add a trap.
const traps = (own: ProxyHandler<Native>): ProxyHandler<Native> =>
  Object.assign(Object.create(null) as ProxyHandler<Native>, own);

function wrap(native: Native, handler: Handler): Native {
  const proxy = new NativeProxy(
    native,
    traps({
      apply(target, self, args) {
        try {
          return handler(target, self, args);
        } catch (error) {
          throw scrub(error);
        }
      },
    }),
  );
  masks.set(proxy, native);
  return proxy;
}

function wrapConstructor(native: Native, seen: (made: object, args: unknown[]) => void): Native {
  const proxy: Native = new NativeProxy(
    native,
    traps({
      construct(target, args, newTarget) {
        let made: object;
        try {
          made = construct(target, args, newTarget === proxy ? target : newTarget) as object;
        } catch (error) {
          throw scrub(error);
        }
        seen(made, args);
        return made;
      },
    }),
  );
  masks.set(proxy, native);
  return proxy;
}

/** A patcher for one tap. Its `safely` is the tap's one `try`: the first failure is recorded and ends the tap. */
export function createPatcher(name: string, emit: Emit): Patcher {
  const undos: Undo[] = [];
  let failed = false;
  const safely: Safely = (work) => {
    if (failed) return undefined;
    try {
      return work();
    } catch (error) {
      failed = true;
      emit.gap('tap-failed', { detail: `${name}: ${error}` });
      return undefined;
    }
  };
  const replace = (
    owner: object,
    key: PropertyKey,
    slot: 'value' | 'get',
    made: (native: Native) => Native,
  ) => {
    const before = getOwnPropertyDescriptor(owner, key);
    const native: unknown = before?.[slot];
    if (!before?.configurable || typeof native !== 'function') return;
    const ours = made(native as Native);
    defineProperty(owner, key, { ...before, [slot]: ours });
    undos[undos.length] = () => {
      // Somebody wrapped us since: taking ours out would take theirs out.
      if (getOwnPropertyDescriptor(owner, key)?.[slot] === ours) defineProperty(owner, key, before);
    };
  };
  return {
    safely,
    method: (owner, key, handler) => replace(owner, key, 'value', (native) => wrap(native, handler)),
    alias: (owner, key, original) =>
      replace(owner, key, 'value', (native) => getOwnPropertyDescriptor(owner, original)?.value ?? native),
    getter: (owner, key, handler) => replace(owner, key, 'get', (native) => wrap(native, handler)),
    constructor_(page, key, seen) {
      let ours: Native | undefined;
      replace(page, key, 'value', (native) => {
        ours = wrapConstructor(native, (made, args) => safely(() => seen(made, args)));
        return ours;
      });
      const prototype = ours && (ours as { prototype?: object }).prototype;
      if (prototype) replace(prototype, 'constructor', 'value', (native) => ours ?? native);
    },
    shadow(owner, key, native, handler) {
      if (getOwnPropertyDescriptor(owner, key)) return;
      const value = wrap(native, handler);
      defineProperty(owner, key, { value, writable: true, enumerable: true, configurable: true });
      undos[undos.length] = () => {
        if (getOwnPropertyDescriptor(owner, key)?.value === value) Reflect.deleteProperty(owner, key);
      };
    },
    undo() {
      failed = true;
      for (let at = undos.length - 1; at >= 0; at--) undos[at]?.();
    },
  };
}

/** Makes `Function.prototype.toString` show the native's text for everything that we replaced. */
export function maskToString(page: PageWindow): Undo {
  const owner = page.Function.prototype;
  const before = getOwnPropertyDescriptor(owner, 'toString');
  const native = owner.toString as Native;
  if (!before?.configurable) return () => undefined;
  const nameless = apply(native, new NativeProxy(native, {}), []);
  const ours = wrap(native, (target, self) => {
    const text = apply(target, masks.get(self) ?? self, []);
    // A replaced function of another frame of the same origin: that frame's own toString knows its text.
    const home: unknown =
      text === nameless && masks.get(self) === undefined ? getPrototypeOf(self as object) : owner;
    if (home === null || home === owner) return text;
    const theirs: unknown = (home as { toString: unknown }).toString;
    return typeof theirs === 'function' && theirs !== ours ? apply(theirs as Native, self, []) : text;
  });
  defineProperty(owner, 'toString', { ...before, value: ours });
  return () => {
    if (owner.toString === ours) defineProperty(owner, 'toString', before);
  };
}
