// Replacements of native functions that look like them. Chromium gets proxies, because its error messages name the
// target of a proxy; Firefox gets functions, because its messages name the proxy itself.
import {
  apply,
  create,
  createNotes,
  defineProperty,
  forEach,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  includes,
  isObject,
  NativeProxy,
  ownKeys,
  reflectGet,
  setPrototypeOf,
} from './natives';
import { captureStack, isGecko, type Native, scrub, stackOfHere } from './stacks';

/** Handles a call: gets the native, `this` and the arguments, and must call the native itself. */
export type Handler = (native: Native, self: unknown, args: unknown[]) => unknown;

/** Handles a construction: gets the arguments and the class to construct, which is never the replacement. */
export type Maker = (args: unknown[], newTarget: Native) => object;

const masks = createNotes<Native>();
const { setPrototypeOf: setPrototypeOrThrow } = Object;
const always = (): boolean => true;

/** True if an object inherits from another one, or is the same. */
function leadsTo(object: object | null, to: object): boolean {
  for (let at = object; at; at = getPrototypeOf(at)) if (at === to) return true;
  return false;
}

/** A sample of our functions: all of them have the same source text. */
const sample = replaceFunction(getPrototypeOf as Native, () => undefined);

/** Adds traps that every proxy needs. A native refuses to inherit from itself; a proxy would not. */
function proxyOf(native: Native, handler: ProxyHandler<Native>): Native {
  // Removes the prototype, so that traps on Object.prototype have no effect.
  setPrototypeOf(handler, null);
  handler.setPrototypeOf = (_, to) => {
    const next = leadsTo(to, proxy) ? native : to;
    if (setPrototypeOf(native, next)) return true;
    // `Reflect` expects false, everything else the native's error.
    if (!includes(stackOfHere(), '\n    at Reflect.setPrototypeOf (<')) {
      try {
        setPrototypeOrThrow(native, next);
      } catch (error) {
        captureStack(error as object, handler.setPrototypeOf as Native);
        throw error;
      }
    }
    return false;
  };
  const proxy = new NativeProxy(native, handler);
  return proxy;
}

/** Copies the properties of a native to a function, in the same order. */
function copyProperties(ours: Native, native: Native): Native {
  forEach(ownKeys(native), (key) => {
    const theirs = getOwnPropertyDescriptor(native, key);
    if (theirs) defineProperty(ours, key, theirs);
  });
  setPrototypeOf(ours, getPrototypeOf(native));
  return ours;
}

/**
 * A replacement of a native function; errors that leave it have no line of ours. In Chromium it is not called until
 * `isWanted`: the browser then calls its own.
 */
export function replaceFunction(native: Native, handler: Handler, isWanted: () => boolean = always): Native {
  const trap: ProxyHandler<Native>['apply'] = (_, self, args) => {
    try {
      return handler(native, self, args);
    } catch (error) {
      throw scrub(error, trap as Native);
    }
  };
  // A static method is strict and no constructor, as natives are.
  // biome-ignore lint/complexity/noStaticOnlyClass: a method of an object would not be strict in the built script.
  const { call } = class {
    static call(this: unknown, ...args: unknown[]): unknown {
      try {
        // biome-ignore lint/complexity/noThisInStatic: it is called on objects of the page.
        return handler(native, this, args);
      } catch (error) {
        throw scrub(error);
      }
    }
  };
  const ours = isGecko
    ? copyProperties(call, native)
    : proxyOf(native, {
        get apply() {
          return isWanted() ? trap : undefined;
        },
      } as ProxyHandler<Native>);
  masks.set(ours, native);
  return ours;
}

export function replaceClass(native: Native, make: Maker): Native {
  const trap = (_: Native, args: unknown[], newTarget: unknown): object => {
    try {
      return make(args, newTarget === ours ? native : (newTarget as Native));
    } catch (error) {
      throw scrub(error, trap as unknown as Native);
    }
  };
  // Code inside of a class is strict, as natives are. A class itself could not be called without `new`.
  // biome-ignore lint/complexity/noStaticOnlyClass: as above.
  const { construct } = class {
    static readonly construct = function (this: unknown, ...args: unknown[]): unknown {
      const made = new.target;
      return made ? trap(native, args, made) : apply(native, this, args);
    };
  };
  const ours: Native = isGecko
    ? copyProperties(construct as Native, native)
    : proxyOf(native, {
        construct: trap,
        // `caller` wants a function that is no proxy.
        get: (_, key, from) => reflectGet(native, key, from === ours ? native : from),
      });
  masks.set(ours, native);
  return ours;
}

/** The nearest `toString` that a function of any frame inherits, as a value. */
function inheritedToString(self: object): { owner: object; found: unknown } | undefined {
  for (let at = getPrototypeOf(self); at; at = getPrototypeOf(at)) {
    const found = getOwnPropertyDescriptor(at, 'toString');
    if (found) return { owner: at, found: found.value };
  }
  return undefined;
}

/**
 * `Function.prototype.toString` returns the native's text for each replacement. Another frame of the same origin
 * knows its own replacements.
 */
export function maskToString(owner: object): Handler {
  const elsewhere = (native: Native, self: object): unknown => {
    try {
      const theirs = inheritedToString(self);
      const isOurs =
        typeof theirs?.found === 'function' &&
        theirs.owner !== owner &&
        apply(native, theirs.found, []) === apply(native, sample, []);
      return isOurs ? apply(theirs.found as Native, self, []) : undefined;
    } catch {
      // A revoked proxy has no prototype.
      return undefined;
    }
  };
  return (native, self) => {
    const known = masks.get(self);
    // A subclass of a replacement is refused like a subclass of its native: the stack names its class.
    const heir = isObject(self) ? masks.get(getPrototypeOf(self)) : undefined;
    const text = apply(native, known ?? (heir ? create(heir) : self), []);
    return known ? text : (elsewhere(native, self as object) ?? text);
  };
}
