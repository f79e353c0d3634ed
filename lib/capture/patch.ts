// Replaces the page's functions with ones that look the same (disguise.ts), and undoes that.
import { classInFor, type Handler, standInFor } from './disguise';
import {
  apply,
  construct,
  createList,
  defineProperty,
  errorFacts,
  forEach,
  getOwnPropertyDescriptor,
  listen,
  membersOf,
  push,
  unlisten,
  whenSettled,
} from './natives';
import { type Native, scrub } from './stacks';
import type { Emit, PageWindow, Undo } from './tap';

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
  /**
   * Like `observe`, for a method that returns a promise. The page gets another promise, which settles alike after one of
   * the two has seen how: whoever listens to the browser's own makes its rejection look handled.
   */
  readonly observePromise: <N>(
    owner: object,
    key: PropertyKey,
    before: (self: unknown, args: unknown[]) => N | undefined,
    kept: (note: N, value: unknown) => void,
    failed: (note: N, error: unknown, self: unknown) => void,
  ) => void;
  /** Like `observe`, for the getter of a property: sees each object whose value is present. */
  readonly observeGetter: (owner: object, key: string, after: (self: unknown) => void) => void;
  /** Like `observe`, for a constructor: sees each object created, whatever class requested it. */
  readonly observeMade: <N>(
    page: PageWindow,
    key: string,
    before: (args: unknown[]) => N,
    after: (note: N, made: object) => void,
  ) => void;
  /** Listens to events of an object by name; returns a function that stops listening. */
  readonly listenTo: (
    target: EventTarget,
    names: readonly string[],
    heard: (event: Event, name: string) => void,
  ) => Undo;
  /** Replaces a method with a handler: only if `observe` is not enough. */
  readonly method: (owner: object, key: PropertyKey, handler: Handler, isWanted?: () => boolean) => void;
  /** The same functions for what need not be observed until something is true. */
  readonly once: (isWanted: () => boolean) => Pick<Patcher, 'observe' | 'observePromise' | 'method'>;
  /** Gives a second name the replacement of the first, if both were the same function. */
  readonly alias: (owner: object, key: PropertyKey, original: PropertyKey) => void;
  /** Replaces a getter with a handler. */
  readonly getter: (owner: object, key: string, handler: Handler) => void;
  readonly undo: Undo;
}

const { type: eventType } = membersOf(Event);

/** Creates the patcher of one tap. `safely` is the tap's only `try`: the first failure is recorded and ends the tap. */
export function createPatcher(name: string, emit: Emit): Patcher {
  const undos = createList<Undo>();
  let failed = false;
  const safely: Safely = (work) => {
    if (failed) return undefined;
    try {
      return work();
    } catch (error) {
      failed = true;
      emit.gap('tap-failed', { detail: `${name}: ${errorFacts(error).text}` });
      return undefined;
    }
  };
  const replace = (
    owner: object,
    key: PropertyKey,
    slot: 'value' | 'get',
    made: (native: Native) => Native,
  ): void => {
    const before = getOwnPropertyDescriptor(owner, key);
    const native: unknown = before?.[slot];
    if (!before?.configurable || typeof native !== 'function') return;
    const ours = made(native as Native);
    defineProperty(owner, key, { ...before, [slot]: ours });
    push(undos, () => {
      // Someone may have wrapped ours since: removing ours would remove theirs.
      if (getOwnPropertyDescriptor(owner, key)?.[slot] === ours) defineProperty(owner, key, before);
    });
  };
  const method: Patcher['method'] = (owner, key, handler, isWanted) =>
    replace(owner, key, 'value', (native) => standInFor(native, handler, isWanted));
  const getter: Patcher['getter'] = (owner, key, handler) =>
    replace(owner, key, 'get', (native) => standInFor(native, handler));
  const once: Patcher['once'] = (isWanted) => ({
    method: (owner, key, handler) => method(owner, key, handler, isWanted),
    observe: (owner, key, before, after) =>
      method(
        owner,
        key,
        (native, self, args) => {
          const note = safely(() => before(self, args));
          const result = apply(native, self, args);
          if (note !== undefined && after) safely(() => after(note, result, self, args));
          return result;
        },
        isWanted,
      ),
    observePromise: (owner, key, before, kept, failed) =>
      method(
        owner,
        key,
        (native, self, args) => {
          const note = safely(() => before(self, args));
          const promise = apply(native, self, args);
          if (note === undefined) return promise;
          return whenSettled(
            promise as Promise<unknown>,
            (value) => {
              safely(() => kept(note, value));
              return value;
            },
            (error) => {
              safely(() => failed(note, error, self));
              throw scrub(error);
            },
          );
        },
        isWanted,
      ),
  });
  return {
    ...once(() => true),
    once,
    safely,
    getter,
    listenTo(target, names, heard) {
      const on = (event: Event): void => {
        safely(() => heard(event, eventType(event)));
      };
      forEach(names, (name) => listen(target, name, on));
      return () => forEach(names, (name) => unlisten(target, name, on));
    },
    observeGetter: (owner, key, after) =>
      getter(owner, key, (native, self, args) => {
        const result = apply(native, self, args);
        if (result) safely(() => after(self));
        return result;
      }),
    observeMade: (page, key, before, after) =>
      replace(page, key, 'value', (native) => {
        const ours = classInFor(native, (args, newTarget) => {
          const note = safely(() => before(args));
          const made = construct(native, args, newTarget) as object;
          if (note !== undefined) safely(() => after(note, made));
          return made;
        });
        replace((native as unknown as { prototype: object }).prototype, 'constructor', 'value', () => ours);
        return ours;
      }),
    alias: (owner, key, original) =>
      replace(owner, key, 'value', (native) => getOwnPropertyDescriptor(owner, original)?.value ?? native),
    undo() {
      failed = true;
      forEach(undos, (each) => each());
    },
  };
}
