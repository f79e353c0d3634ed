// Follows streams that the page pipes. A pipe reads inside the platform where nobody can look on, so it gets a
// pass-through in place of the stream: one that pulls exactly when the pipe pulls, and holds nothing itself.
import type { Bodies, Branch } from './bodies';
import { apply, getterOf, uncurry, whenSettled } from './natives';
import type { Patcher, Safely } from './patch';
import type { PageWindow } from './tap';

type Reader = ReadableStreamDefaultReader<unknown>;
type Reading = Promise<ReadableStreamReadResult<unknown>>;

interface Pass {
  readonly stream: ReadableStream;
  /** Gives the source back; it was locked for the pipe, as it is without us. */
  readonly letGo: () => void;
  /** Called once the pipe was asked for. */
  readonly start: () => void;
}

// How many microtasks a pipe may take to let go of its source after the end; then we let go anyway.
const SETTLE_STEPS = 60;

const ignore = (): void => undefined;

/** Answers how to make a pass-through in front of a source. */
function createPasses(page: PageWindow, safely: Safely, bodies: Bodies) {
  const { complete, see, failed, cancelled } = bodies;
  const NativeStream = page.ReadableStream;
  const isLocked = getterOf<ReadableStream, boolean>(NativeStream.prototype, 'locked');
  const getReader = uncurry<ReadableStream, [], Reader>(NativeStream.prototype.getReader as never);
  const { read: nativeRead, cancel: nativeCancel, releaseLock } = page.ReadableStreamDefaultReader.prototype;
  const read = uncurry<Reader, [], Reading>(nativeRead);
  const cancel = uncurry<Reader, [unknown], Promise<void>>(nativeCancel);
  const release = uncurry<Reader, [], void>(releaseLock);
  const settled = Promise.resolve();

  return (source: ReadableStream, branch: Branch): Pass => {
    const reader = getReader(source);
    let isReleased = false;
    let steps = SETTLE_STEPS;
    let first: Reading | undefined;
    const letGo = (): void => {
      if (!isReleased) release(reader);
      isReleased = true;
    };
    const letGoLater = (): void => {
      if (steps-- > 0 && isLocked(stream)) whenSettled(settled, letGoLater, ignore);
      else letGo();
    };
    const underlying: UnderlyingDefaultSource<unknown> & { __proto__: null } = {
      // A page's additions to Object.prototype are none of this stream's options.
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
            safely(() => failed(branch.body, error));
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
      // A call that was refused left the stream alone; an accepted one disturbs its source at once.
      if (!isLocked(stream)) letGo();
      else whenSettled((first = read(reader)), ignore, ignore);
    };
    return { stream, letGo, start };
  };
}

/** Installs the following of pipes. */
export function followPipes(page: PageWindow, { safely, method }: Patcher, bodies: Bodies): void {
  const passFor = createPasses(page, safely, bodies);
  const proto = page.ReadableStream.prototype;
  method(proto, 'pipeThrough', (native, self, args) => {
    const branch = bodies.freeBranchOf(self);
    if (!branch) return apply(native, self, args);
    const pass = passFor(self as ReadableStream, branch);
    try {
      return apply(native, pass.stream, args);
    } finally {
      pass.start();
    }
  });
  method(proto, 'pipeTo', (native, self, args) => {
    const branch = bodies.freeBranchOf(self);
    if (!branch) return apply(native, self, args);
    const pass = passFor(self as ReadableStream, branch);
    const promise = apply(native, pass.stream, args);
    pass.start();
    whenSettled(promise as Promise<void>, pass.letGo, pass.letGo);
    return promise;
  });
}
