// Follows streams that the page pipes. A pipe reads inside the platform, where it cannot be observed, so it gets a
// pass-through instead of the stream: one that pulls exactly when the pipe pulls, and buffers nothing.
import type { Bodies, Branch } from './bodies';
import { apply, membersOf, whenSettled } from './natives';
import type { Patcher, Safely } from './patch';
import type { PageWindow } from './tap';

type Reader = ReadableStreamDefaultReader<unknown>;
type Reading = Promise<ReadableStreamReadResult<unknown>>;

interface Pass {
  readonly stream: ReadableStream;
  /** Releases the source, which is locked for the pipe, as it would be without us. */
  readonly letGo: () => void;
  /** Called once the pipe has been requested. */
  readonly start: () => void;
}

// How many microtasks a pipe may take to release its source after the end; then we release it anyway.
const SETTLE_STEPS = 60;

const ignore = (): void => undefined;

/** Returns a function that makes a pass-through for a source. */
function createPasses(page: PageWindow, safely: Safely, bodies: Bodies) {
  const { complete, see, failed, cancelled } = bodies;
  const NativeStream = page.ReadableStream;
  const { locked, getReader } = membersOf(NativeStream);
  const { read, cancel, releaseLock } = membersOf(page.ReadableStreamDefaultReader);
  const settled = Promise.resolve();

  return (source: ReadableStream, branch: Branch): Pass => {
    const reader = getReader(source) as Reader;
    let isReleased = false;
    let steps = SETTLE_STEPS;
    let first: Reading | undefined;
    const letGo = (): void => {
      if (!isReleased) releaseLock(reader);
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
        const next = first ?? read(reader);
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
            safely(() => failed(branch, error));
            controller.error(error);
            letGoLater();
          },
        );
      },
      cancel(reason) {
        safely(() => cancelled(branch, reason));
        const done = cancel(reader, reason);
        letGoLater();
        return done;
      },
    };
    const stream: ReadableStream = new NativeStream<unknown>(underlying, { highWaterMark: 0 });
    const start = (): void => {
      // A rejected call leaves the stream alone; an accepted one disturbs its source at once.
      if (!locked(stream)) letGo();
      else whenSettled((first = read(reader)), ignore, ignore);
    };
    return { stream, letGo, start };
  };
}

/** Installs the following of pipes. */
export function followPipes(page: PageWindow, { safely, method }: Patcher, bodies: Bodies): void {
  const passFor = createPasses(page, safely, bodies);
  const follow = (key: string, ended: (result: unknown, pass: Pass) => void): void =>
    method(page.ReadableStream.prototype, key, (native, self, args) => {
      const branch = bodies.freeBranchOf(self);
      if (!branch) return apply(native, self, args);
      const pass = passFor(self as ReadableStream, branch);
      try {
        const result = apply(native, pass.stream, args);
        ended(result, pass);
        return result;
      } finally {
        pass.start();
      }
    });
  follow('pipeThrough', ignore);
  follow('pipeTo', (promise, { letGo }) => whenSettled(promise as Promise<void>, letGo, letGo));
}
