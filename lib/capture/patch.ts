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
  setPrototypeOf,
  split,
} from './natives';
import type { Emit, PageWindow, Undo } from './tap';

type Native = (this: unknown, ...args: unknown[]) => unknown;

/** Stands in for a call: gets the native, `this` and the arguments, and must call the native itself. */
export type Handler = (native: Native, self: unknown, args: unknown[]) => unknown;

/** Runs our own work; the page never sees it fail. */
export type Safely = <R>(work: () => R) => R | undefined;

/** Replaces functions of the page and remembers how to take that back. */
export interface Patcher {
  readonly safely: Safely;
  /**
   * Looks on while a method is called. `before` runs first and answers what `after` needs to know, undefined where
   * the call is none of ours; `after` gets that and the native's own result. Neither can change the call.
   */
  readonly observe: <N>(
    owner: object,
    key: PropertyKey,
    before: (self: unknown, args: unknown[]) => N | undefined,
    after?: (note: N, result: unknown, self: unknown, args: unknown[]) => void,
  ) => void;
  /** As `observe`, for the getter of a property: sees each object whose value is there. */
  readonly observeGetter: (owner: object, key: string, after: (self: unknown) => void) => void;
  /** As `observe`, for a constructor: sees each object that was made, whatever class asked for it. */
  readonly observeMade: (
    page: PageWindow,
    key: string,
    after: (made: object, args: unknown[]) => void,
  ) => void;
  /** Puts a handler in the place of a method: only where `observe` is not enough. */
  readonly method: (owner: object, key: PropertyKey, handler: Handler) => void;
  /** Puts a function that another patch made under a second name, where both were one. */
  readonly alias: (owner: object, key: PropertyKey, original: PropertyKey) => void;
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

function proxyOf(native: Native, trap: ProxyHandler<Native>): Native {
  // No prototype: a page that puts `get` on Object.prototype must not thereby add a trap.
  setPrototypeOf(trap, null);
  const proxy = new NativeProxy(native, trap);
  masks.set(proxy, native);
  return proxy;
}

/** Calls, and takes our lines out of what is thrown. */
function scrubbing<R>(call: () => R): R {
  try {
    return call();
  } catch (error) {
    throw scrub(error);
  }
}

const wrap = (native: Native, handler: Handler): Native =>
  proxyOf(native, { apply: (target, self, args) => scrubbing(() => handler(target, self, args)) });

function wrapConstructor(native: Native, seen: (made: object, args: unknown[]) => void): Native {
  const proxy: Native = proxyOf(native, {
    construct(target, args, newTarget) {
      const made = scrubbing(
        () => construct(target, args, newTarget === proxy ? target : newTarget) as object,
      );
      seen(made, args);
      return made;
    },
  });
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
  const method = (owner: object, key: PropertyKey, handler: Handler): void =>
    replace(owner, key, 'value', (native) => wrap(native, handler));
  return {
    safely,
    method,
    observe: (owner, key, before, after) =>
      method(owner, key, (native, self, args) => {
        const note = safely(() => before(self, args));
        const result = apply(native, self, args);
        if (note !== undefined && after) safely(() => after(note, result, self, args));
        return result;
      }),
    observeGetter: (owner, key, after) =>
      replace(owner, key, 'get', (native) =>
        wrap(native, (_, self, args) => {
          const result = apply(native, self, args);
          if (result) safely(() => after(self));
          return result;
        }),
      ),
    observeMade(page, key, after) {
      let ours: Native | undefined;
      replace(page, key, 'value', (native) => {
        ours = wrapConstructor(native, (made, args) => safely(() => after(made, args)));
        return ours;
      });
      const prototype = ours && (ours as { prototype?: object }).prototype;
      if (prototype) replace(prototype, 'constructor', 'value', (native) => ours ?? native);
    },
    alias: (owner, key, original) =>
      replace(owner, key, 'value', (native) => getOwnPropertyDescriptor(owner, original)?.value ?? native),
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
