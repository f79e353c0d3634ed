// Replaces functions of the page by ones that look the same (disguise.ts), and restores them.
import { replaceClass, replaceFunction } from './disguise';
import {
  apply,
  construct,
  createList,
  defineProperty,
  errorFacts,
  FIRST,
  forEach,
  getOwnPropertyDescriptor,
  listen,
  membersOf,
  push,
  unlisten,
  whenSettled,
} from './natives';
import { slot as director } from './slot';
import { type Native, scrub } from './stacks';
import type { Emit, Patcher, Safely, Undo } from './tap';

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
      // Another script may have wrapped our function: removing it would remove that wrapper.
      if (getOwnPropertyDescriptor(owner, key)?.[slot] === ours) defineProperty(owner, key, before);
    });
  };
  const method: Patcher['method'] = (owner, key, handler, isWanted) =>
    replace(owner, key, 'value', (native) => replaceFunction(native, handler, isWanted));
  const getter: Patcher['getter'] = (owner, key, handler) =>
    replace(owner, key, 'get', (native) => replaceFunction(native, handler));
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
    ...once(),
    once,
    safely,
    getter,
    listenTo(target, names, take) {
      const on = (event: Event): void => {
        if (!director.taken?.(target, event, name)) safely(() => take(event, eventType(event)));
      };
      forEach(names, (name) => listen(target, name, on, FIRST));
      return () => forEach(names, (name) => unlisten(target, name, on, FIRST));
    },
    observeGetter: (owner, key, after) =>
      getter(owner, key, (native, self, args) => {
        const result = apply(native, self, args);
        if (result) safely(() => after(self));
        return result;
      }),
    observeMade: (page, key, before, after) =>
      replace(page, key, 'value', (native) => {
        const ours = replaceClass(native, (args, newTarget) => {
          const served = director.made?.(name, args, newTarget, emit);
          if (served) return served;
          const note = safely(() => before(args));
          // An object of the class that the caller names.
          const made = construct(native, args, newTarget) as never;
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
