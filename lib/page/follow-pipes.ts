// Follows streams that the page pipes. A pipe reads inside the platform, where reads cannot be observed, so it gets a
// pass-through stream instead: one that pulls exactly when the pipe pulls, and buffers nothing.
import type { BodyBranch, FollowedBodies } from './bodies';
import {
  apply,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ignore,
  isObject,
  isOneOf,
  membersOf,
  ownValue,
  whenSettled,
} from './natives';
import { scrub } from './stacks';
import type { PageWindow, Patcher, Safely } from './tap';

type PipeReader = ReadableStreamDefaultReader<unknown>;
type PipeReading = Promise<ReadableStreamReadResult<unknown>>;

interface Pass {
  readonly stream: ReadableStream;
  /** Releases the source, which is locked for the pipe as without the pass-through. */
  readonly letGo: () => void;
  /** Called once the pipe has been requested; `reads` if it reads at once. */
  readonly start: (reads: boolean) => void;
}

// Microtasks in which a pipe releases its source after the end; then we release it anyway.
const SETTLE_STEPS = 60;

function createPasses(page: PageWindow, safely: Safely, bodies: FollowedBodies) {
  const { complete, see, failed, cancelled, hold, release } = bodies;
  const { ReadableStream: NativeStream, WritableStream: NativeSink } = page;
  const { locked, getReader, pipeTo } = membersOf(NativeStream);
  const { read, cancel, releaseLock } = membersOf(page.ReadableStreamDefaultReader);
  const settled = Promise.resolve();
  const nowhere = {
    __proto__: null,
    signal: page.AbortSignal.abort(),
    preventAbort: true,
    preventCancel: true,
    preventClose: true,
  };
  /** Disturbs a stream like an accepted pipe, without reading. */
  const disturb = (source: ReadableStream): Promise<void> =>
    whenSettled(pipeTo(source, new NativeSink(), nowhere), ignore, ignore);

  return (source: ReadableStream, branch: BodyBranch): Pass => {
    let reader: PipeReader | undefined;
    let isReleased = false;
    let steps = SETTLE_STEPS;
    let first: PipeReading | undefined;
    /** Resolves when the source can be locked. */
    let free: Promise<void> | undefined;
    const take = (): PipeReader => {
      if (isReleased) throw undefined;
      reader ??= getReader(source) as PipeReader;
      return reader;
    };
    const whenFree = <T>(work: () => Promise<T>): Promise<T> =>
      free ? (whenSettled(free, work, work) as Promise<T>) : work();
    const letGo = (): void => {
      if (!isReleased && reader) {
        releaseLock(reader);
        safely(() => release(branch));
      }
      isReleased = true;
    };
    const letGoLater = (): void => {
      if (steps-- > 0 && locked(stream)) whenSettled(settled, letGoLater, ignore);
      else letGo();
    };
    const underlying: UnderlyingDefaultSource<unknown> & { __proto__: null } = {
      // A page's additions to Object.prototype must not become options of this stream.
      __proto__: null,
      pull(controller) {
        const next = first ?? whenFree(() => read(take()));
        first = undefined;
        return whenSettled(
          next,
          ({ done, value }) => {
            safely(() => (done ? complete(branch) : see(branch, value)));
            if (!done) return controller.enqueue(value);
            controller.close();
            letGoLater();
          },
          (error) => {
            // The pipe was aborted, and its source continues without it.
            if (isReleased) return;
            safely(() => failed(branch, error));
            controller.error(error);
            letGoLater();
          },
        );
      },
      cancel(reason) {
        safely(() => cancelled(branch, reason));
        const done = whenFree(() => cancel(take(), reason));
        letGoLater();
        return done;
      },
    };
    const strategy = { __proto__: null, highWaterMark: 0 } as QueuingStrategy;
    const stream: ReadableStream = new NativeStream<unknown>(underlying, strategy);
    const start: Pass['start'] = (reads) => {
      // A rejected call leaves the source alone; an accepted one locks and disturbs it at once.
      if (!locked(stream) || reader) return;
      safely(() => hold(branch));
      if (reads) whenSettled((first = read(take())), ignore, ignore);
      else {
        free = disturb(source);
        whenSettled<void, unknown>(free, () => isReleased || take(), ignore);
      }
    };
    return { stream, letGo, start };
  };
}

/** Creates the function that is true for a pipe that reads at once. */
function createLook(page: PageWindow) {
  const { locked, getWriter } = membersOf(page.WritableStream);
  const { desiredSize, releaseLock } = membersOf(page.WritableStreamDefaultWriter);
  const { aborted } = membersOf(page.AbortSignal);
  const pairs = [
    page.TransformStream,
    page.TextDecoderStream,
    page.TextEncoderStream,
    page.CompressionStream,
    page.DecompressionStream,
  ].map(({ prototype }) => getOwnPropertyDescriptor(prototype, 'writable')?.get);
  /** The writable end of a transform, if it can be read without running code of the page. */
  const writableOf = (pair: unknown): unknown => {
    if (!isObject(pair)) return undefined;
    const getter = getOwnPropertyDescriptor(getPrototypeOf(pair) ?? pair, 'writable')?.get;
    return getter && isOneOf(pairs, getter) ? apply(getter, pair, []) : ownValue(pair, 'writable');
  };
  return (key: string, to: unknown, options: unknown): boolean => {
    try {
      const signal = ownValue(options, 'signal') as AbortSignal | undefined;
      const sink = (key === 'pipeTo' ? to : writableOf(to)) as WritableStream;
      if (locked(sink) || (signal && aborted(signal))) return false;
      const writer = getWriter(sink);
      const room = desiredSize(writer);
      releaseLock(writer);
      return room !== null && room > 0;
    } catch {
      // Not a stream, not a signal, or a stream that failed.
      return false;
    }
  };
}

export function followPipes(page: PageWindow, { safely, once }: Patcher, bodies: FollowedBodies): void {
  const { method } = once(bodies.isUsed);
  const passFor = createPasses(page, safely, bodies);
  const readsAtOnce = createLook(page);
  const follow = (key: string, ended: (result: unknown, pass: Pass) => unknown): void =>
    method(page.ReadableStream.prototype, key, (native, self, args) => {
      const branch = bodies.freeBranchOf(self);
      if (!branch) return apply(native, self, args);
      if (key === 'pipeThrough' && ownValue(args[1], 'preventCancel')) {
        // No event reports that the pipe is aborted and its source free again.
        safely(() => bodies.unseen(branch.body, 'piped with preventCancel'));
        return apply(native, self, args);
      }
      const reads = readsAtOnce(key, args[0], args[1]);
      const pass = passFor(self as ReadableStream, branch);
      try {
        return ended(apply(native, pass.stream, args), pass);
      } finally {
        pass.start(reads);
      }
    });
  follow('pipeThrough', (result) => result);
  follow('pipeTo', (promise, { letGo }) =>
    whenSettled(promise as Promise<void>, letGo, (error) => {
      letGo();
      throw scrub(error);
    }),
  );
}
