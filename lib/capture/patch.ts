// Replaces the page's functions with proxies that have the same attributes, and undoes that. A proxy keeps the
// native's name, length and statics; `toString` is masked so that its text stays the same too.
import {
  apply,
  construct,
  createNotes,
  defineProperty,
  deleteProperty,
  filter,
  forEach,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  includes,
  indexOf,
  join,
  listen,
  membersOf,
  NativeProxy,
  pop,
  push,
  slice,
  split,
  unlisten,
} from './natives';
import type { Emit, PageWindow, Undo } from './tap';

type Native = (this: unknown, ...args: unknown[]) => unknown;

/** Stands in for a call: gets the native, `this` and the arguments, and must call the native itself. */
type Handler = (native: Native, self: unknown, args: unknown[]) => unknown;

/** Runs our own work; the page never sees it fail. */
export type Safely = <R>(work: () => R) => R | undefined;

/** Replaces functions of the page and can undo that. */
export interface Patcher {
  readonly safely: Safely;
  /**
   * Observes calls of a method. `before` runs first and returns what `after` needs to know, or undefined to ignore
   * the call; `after` gets that and the native's result. Neither can change the call.
   */
  readonly observe: <N>(
    owner: object,
    key: PropertyKey,
    before: (self: unknown, args: unknown[]) => N | undefined,
    after?: (note: N, result: unknown, self: unknown, args: unknown[]) => void,
  ) => void;
  /** Like `observe`, for the getter of a property: sees each object whose value is present. */
  readonly observeGetter: (owner: object, key: string, after: (self: unknown) => void) => void;
  /** Like `observe`, for a constructor: sees each object created, whatever class requested it. */
  readonly observeMade: (
    page: PageWindow,
    key: string,
    after: (made: object, args: unknown[]) => void,
  ) => void;
  /** Listens to events of an object by name; returns a function that stops listening. */
  readonly listenTo: (
    target: EventTarget,
    names: readonly string[],
    heard: (event: Event, name: string) => void,
  ) => Undo;
  /** Replaces a method with a handler: only if `observe` is not enough. */
  readonly method: (owner: object, key: PropertyKey, handler: Handler) => void;
  /** Gives a second name the replacement of the first, if both were the same function. */
  readonly alias: (owner: object, key: PropertyKey, original: PropertyKey) => void;
  /** Defines a new property, which `undo` deletes. */
  readonly shadow: (owner: object, key: string, native: Native, handler: Handler) => void;
  readonly undo: Undo;
}

// What only our lines in a stack contain. Browsers spell it differently, so it is taken from a stack of ours.
const OUR_PLACE = /(?:@|at )(.+?:)\d+:/.exec(new Error().stack as string)?.[1] ?? '\n';
const masks = createNotes<Native>();
const { type: eventType } = membersOf(Event);

/** Removes our lines from an error's stack; it remains the page's own error. */
export function scrub(error: unknown): unknown {
  try {
    const facts = error as Error & Record<string, unknown>;
    const put = (key: string, value: unknown): void => {
      // An own property in one browser, a getter of the class in the other; a DOMException of Firefox 140 has column 0.
      if (getOwnPropertyDescriptor(facts, key)) (facts as Record<string, unknown>)[key] = value;
      else if (facts[key])
        defineProperty(facts, key, { __proto__: null, value, writable: true, configurable: true } as object);
    };
    const lines = split(facts.stack as string, '\n');
    const theirs = filter(lines, (line) => !includes(line, OUR_PLACE));
    const top = theirs[0] ?? '';
    if (theirs.length < lines.length) put('stack', join(theirs, '\n'));
    // Only Firefox starts with a frame, and repeats its location in separate properties.
    if (top !== lines[0]) {
      const place = split(slice(top, indexOf(top, '@') + 1), ':');
      put('columnNumber', +(pop(place) as string));
      put('lineNumber', +(pop(place) as string));
      put(facts['filename'] ? 'filename' : 'fileName', join(place, ':'));
    }
  } catch {
    // A frozen error, not an error, or a stack that is not a string: left as it is.
  }
  return error;
}

/** A proxy that runs `trap` instead of a call or construction, and removes our lines from errors it throws. */
function proxyOf(
  native: Native,
  kind: 'apply' | 'construct',
  trap: ProxyHandler<Native>['construct'],
): Native {
  const handler = {
    // No prototype: a page that puts `get` on Object.prototype must not add a trap that way.
    __proto__: null,
    [kind](...args: never) {
      try {
        return apply(trap as never, undefined, args);
      } catch (error) {
        throw scrub(error);
      }
    },
  };
  const proxy = new NativeProxy(native, handler as ProxyHandler<Native>);
  masks.set(proxy, native);
  return proxy;
}

const wrap = (native: Native, handler: Handler): Native => proxyOf(native, 'apply', handler as never);

/** Creates the patcher of one tap. `safely` is the tap's only `try`: the first failure is recorded and ends the tap. */
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
  /** Defines a property, replacing what was there, if anything. */
  const put = (
    owner: object,
    key: PropertyKey,
    slot: 'value' | 'get',
    ours: PropertyDescriptor,
    before?: PropertyDescriptor,
  ): void => {
    defineProperty(owner, key, ours);
    push(undos, () => {
      // Someone has wrapped ours since: removing ours would remove theirs.
      if (getOwnPropertyDescriptor(owner, key)?.[slot] !== ours[slot]) return;
      if (before) defineProperty(owner, key, before);
      else deleteProperty(owner, key);
    });
  };
  const replace = (
    owner: object,
    key: PropertyKey,
    slot: 'value' | 'get',
    made: (native: Native) => Native,
  ): void => {
    const before = getOwnPropertyDescriptor(owner, key);
    const native: unknown = before?.[slot];
    if (before?.configurable && typeof native === 'function')
      put(owner, key, slot, { ...before, [slot]: made(native as Native) }, before);
  };
  const method = (owner: object, key: PropertyKey, handler: Handler): void =>
    replace(owner, key, 'value', (native) => wrap(native, handler));
  return {
    safely,
    method,
    listenTo(target, names, heard) {
      const on = (event: Event): void => {
        safely(() => heard(event, eventType(event)));
      };
      forEach(names, (name) => listen(target, name, on));
      return () => forEach(names, (name) => unlisten(target, name, on));
    },
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
    observeMade: (page, key, after) =>
      replace(page, key, 'value', (native) => {
        const ours: Native = proxyOf(native, 'construct', (_, args, newTarget) => {
          const made = construct(native, args, newTarget === ours ? native : newTarget) as object;
          safely(() => after(made, args));
          return made;
        });
        replace((native as { prototype: object }).prototype, 'constructor', 'value', () => ours);
        return ours;
      }),
    alias: (owner, key, original) =>
      replace(owner, key, 'value', (native) => getOwnPropertyDescriptor(owner, original)?.value ?? native),
    shadow(owner, key, native, handler) {
      const ours = { value: wrap(native, handler), writable: true, enumerable: true, configurable: true };
      if (!getOwnPropertyDescriptor(owner, key)) put(owner, key, 'value', ours);
    },
    undo() {
      failed = true;
      forEach(undos, (each) => each());
    },
  };
}

/** Makes `Function.prototype.toString` show the native's text for everything we replaced. */
export function maskToString(page: PageWindow, emit: Emit): Undo {
  const { method, undo } = createPatcher('toString', emit);
  const owner = page.Function.prototype;
  const native = owner.toString as Native;
  const nameless = apply(native, new NativeProxy(native, {}), []);
  method(owner, 'toString', (_, self) => {
    const known = masks.get(self);
    const text = apply(native, known ?? self, []);
    if (known || text !== nameless) return text;
    // A replaced function from another frame of the same origin: that frame's own toString knows its text.
    const home = getPrototypeOf(self as object) as { toString: unknown } | null;
    const theirs: unknown = home === owner ? undefined : home?.toString;
    return typeof theirs === 'function' && masks.get(theirs) !== native
      ? apply(theirs as Native, self, [])
      : text;
  });
  return undo;
}
