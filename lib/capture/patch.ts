// Puts proxies in place of the page's functions, with the same attributes, and takes them back.
// A proxy keeps name, length and statics of the native; `toString` is masked so that its text stays too.
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
  /** Listens to events of an object by their names; answers how to stop that. */
  readonly listenTo: (
    target: EventTarget,
    names: readonly string[],
    heard: (event: Event, name: string) => void,
  ) => Undo;
  /** Puts a handler in the place of a method: only where `observe` is not enough. */
  readonly method: (owner: object, key: PropertyKey, handler: Handler) => void;
  /** Puts a function that another patch made under a second name, where both were one. */
  readonly alias: (owner: object, key: PropertyKey, original: PropertyKey) => void;
  /** Defines a new property, which `undo` deletes. */
  readonly shadow: (owner: object, key: string, native: Native, handler: Handler) => void;
  readonly undo: Undo;
}

// What each of our lines in a stack has and no other: browsers spell it differently, so one of ours is asked.
const OUR_PLACE = /(?:@|at )(.+?:)\d+:/.exec(new Error().stack as string)?.[1] ?? '\n';
const masks = createNotes<Native>();
const { type: eventType } = membersOf(Event);

/** Takes our lines out of an error's stack; the error itself stays the page's own. */
export function scrub(error: unknown): unknown {
  try {
    const facts = error as Error & Record<string, unknown>;
    const put = (key: string, value: unknown): void => {
      // Own in one browser, and a getter of the class in the other; a DOMException of Firefox 140 has column 0.
      if (getOwnPropertyDescriptor(facts, key)) (facts as Record<string, unknown>)[key] = value;
      else if (facts[key])
        defineProperty(facts, key, { __proto__: null, value, writable: true, configurable: true } as object);
    };
    const lines = split(facts.stack as string, '\n');
    const theirs = filter(lines, (line) => !includes(line, OUR_PLACE));
    const top = theirs[0] ?? '';
    if (theirs.length < lines.length) put('stack', join(theirs, '\n'));
    // Only Firefox begins with a frame, and says a second time where that is.
    if (top !== lines[0]) {
      const place = split(slice(top, indexOf(top, '@') + 1), ':');
      put('columnNumber', +(pop(place) as string));
      put('lineNumber', +(pop(place) as string));
      put(facts['filename'] ? 'filename' : 'fileName', join(place, ':'));
    }
  } catch {
    // A frozen error, no error, or no text for a stack: it goes on as it is.
  }
  return error;
}

/** A proxy that runs `trap` in place of a call or a construction, and takes our lines out of what is thrown. */
function proxyOf(
  native: Native,
  kind: 'apply' | 'construct',
  trap: ProxyHandler<Native>['construct'],
): Native {
  const handler = {
    // No prototype: a page that puts `get` on Object.prototype must not thereby add a trap.
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
  /** Puts a property in place of what was there, or of nothing. */
  const put = (
    owner: object,
    key: PropertyKey,
    slot: 'value' | 'get',
    ours: PropertyDescriptor,
    before?: PropertyDescriptor,
  ): void => {
    defineProperty(owner, key, ours);
    push(undos, () => {
      // Somebody wrapped us since: taking ours out would take theirs out.
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

/** Makes `Function.prototype.toString` show the native's text for everything that we replaced. */
export function maskToString(page: PageWindow, emit: Emit): Undo {
  const { method, undo } = createPatcher('toString', emit);
  const owner = page.Function.prototype;
  const native = owner.toString as Native;
  const nameless = apply(native, new NativeProxy(native, {}), []);
  method(owner, 'toString', (_, self) => {
    const known = masks.get(self);
    const text = apply(native, known ?? self, []);
    if (known || text !== nameless) return text;
    // A replaced function of another frame of the same origin: that frame's own toString knows its text.
    const home = getPrototypeOf(self as object) as { toString: unknown } | null;
    const theirs: unknown = home === owner ? undefined : home?.toString;
    return typeof theirs === 'function' && masks.get(theirs) !== native
      ? apply(theirs as Native, self, [])
      : text;
  });
  return undo;
}
