// Follows bodies that the page reads. The page's response, stream, reader and promises stay its own; we listen in
// on what `read`, iteration, pipes, `tee`, `clone` and the whole-body methods hand to it, and copy exactly that.
// What the page does not read is not seen: the app did not get it either.
import {
  apply,
  bytesOf,
  createNotes,
  errorFacts,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  getterOf,
  lengthOf,
  NativeUint8Array,
  ownValue,
  stringify,
  subarray,
  uncurry,
  whenSettled,
} from './natives';
import type { Handler, Patcher } from './patch';
import type { Emit, PageWindow } from './tap';

/** One body on the wire; a tee or a clone makes several branches of it. */
export interface Body {
  readonly stream: number;
  /** How many bytes were recorded; a second branch does not record them again. */
  seen: number;
  /** How many branches the page has not cancelled. */
  branches: number;
  /** True once the page's signal fired: whatever error follows is the page's own abort. */
  aborted: boolean;
}

interface Branch {
  readonly body: Body;
  at: number;
  cancelled: boolean;
}

/** Follows a response's body from now on. */
export interface Follower {
  /** True for a response, a clone for one, whose body is followed already. */
  readonly follows: (response: Response) => boolean;
  readonly track: (response: Response, stream: number) => Body | undefined;
  /** Ends a body as `error` says. */
  readonly failed: (body: Body, error: unknown) => void;
}

type Reader = ReadableStreamDefaultReader<unknown>;

const ZERO = { highWaterMark: 0 };
// How many microtasks a pipe may take to let go of its source after the end; then we let go anyway.
const SETTLE_STEPS = 60;

// Says that a whole-body method's value takes another step to become bytes.
const LATER = {};

const ignore = (): void => undefined;

/** True for the error that an abort of the page causes. */
export const isAbort = (name: string): boolean => name === 'AbortError' || name === 'TimeoutError';

/** Installs the following of bodies; `meet` is told each response whose body the page reaches for. */
export function createFollower(
  page: PageWindow,
  emit: Emit,
  patch: Patcher,
  meet: (response: Response) => void,
): Follower {
  const { safely, method } = patch;
  const streams = createNotes<Branch>();
  const readers = createNotes<Branch>();
  const iterators = createNotes<{ branch: Branch; keep: boolean }>();
  let tracking = false;

  const ResponseProto = page.Response.prototype;
  const StreamProto = page.ReadableStream.prototype;
  const NativeStream = page.ReadableStream;
  const bodyOf = getterOf<Response, ReadableStream | null>(ResponseProto, 'body');
  const isUsed = getterOf<Response, boolean>(ResponseProto, 'bodyUsed');
  const typeOf = getterOf<Response, string>(ResponseProto, 'type');
  const isLocked = getterOf<ReadableStream, boolean>(StreamProto, 'locked');
  const getReader = uncurry<ReadableStream, [], Reader>(StreamProto.getReader as never);
  const DefaultProto = page.ReadableStreamDefaultReader.prototype;
  const read = uncurry<Reader, [], Promise<ReadableStreamReadResult<unknown>>>(DefaultProto.read);
  const cancel = uncurry<Reader, [unknown], Promise<void>>(DefaultProto.cancel);
  const release = uncurry<Reader, [], void>(DefaultProto.releaseLock);
  const blobBuffer = uncurry<Blob, [], Promise<ArrayBuffer>>(Blob.prototype.arrayBuffer);
  const encode = uncurry<TextEncoder, [string], Uint8Array>(TextEncoder.prototype.encode);
  const encoder = new TextEncoder();
  const settled = Promise.resolve();

  const addBranch = (stream: ReadableStream, body: Body, at: number): void => {
    tracking = true;
    streams.set(stream, { body, at, cancelled: false });
  };
  const see = (branch: Branch, value: unknown): void => {
    const bytes = bytesOf(value);
    if (!bytes) return;
    const { body } = branch;
    const skip = body.seen - branch.at;
    const length = lengthOf(bytes);
    branch.at += length;
    if (branch.at <= body.seen) return;
    body.seen = branch.at;
    emit.bytes(body.stream, skip > 0 ? subarray(bytes, skip) : bytes);
  };
  const complete = (branch: Branch): void => emit.close(branch.body.stream, 'complete');
  const failed = (body: Body, error: unknown): void => {
    const { name, text } = errorFacts(error);
    emit.close(body.stream, body.aborted || isAbort(name) ? 'aborted' : 'network-error', text);
  };
  const cancelled = (branch: Branch, reason?: unknown): void => {
    if (branch.cancelled) return;
    branch.cancelled = true;
    if (--branch.body.branches > 0) return;
    emit.close(branch.body.stream, 'aborted', reason === undefined ? undefined : errorFacts(reason).text);
  };

  // The page gets the platform's own promise back; we are first in line to hear it.
  const watch = (promise: unknown, branch: Branch, isOurs: () => boolean): void => {
    whenSettled(
      promise as Promise<ReadableStreamReadResult<unknown> | undefined>,
      (result) =>
        safely(() => {
          if (result?.value !== undefined) see(branch, result.value);
          if (result?.done) complete(branch);
        }),
      (error) => safely(() => isOurs() && failed(branch.body, error)),
    );
  };
  const streamMethod = (key: PropertyKey, handler: Handler): void => method(StreamProto, key, handler);
  const branchOf = (stream: unknown): Branch | undefined => (tracking ? streams.get(stream) : undefined);
  const freeBranchOf = (stream: unknown): Branch | undefined => {
    const branch = branchOf(stream);
    return branch && !isLocked(stream as ReadableStream) ? branch : undefined;
  };

  streamMethod('getReader', (native, self, args) => {
    const reader = apply(native, self, args);
    const branch = branchOf(self);
    if (branch) safely(() => readers.set(reader as object, branch));
    return reader;
  });
  streamMethod('cancel', (native, self, args) => {
    const branch = freeBranchOf(self);
    if (branch) safely(() => cancelled(branch, args[0]));
    return apply(native, self, args);
  });
  streamMethod('tee', (native, self, args) => {
    const branch = branchOf(self);
    const pair = apply(native, self, args) as [ReadableStream, ReadableStream];
    if (branch)
      safely(() => {
        branch.body.branches++;
        addBranch(pair[0], branch.body, branch.at);
        addBranch(pair[1], branch.body, branch.at);
      });
    return pair;
  });

  for (const proto of [DefaultProto, page.ReadableStreamBYOBReader?.prototype]) {
    if (!proto) continue;
    method(proto, 'read', (native, self, args) => {
      const promise = apply(native, self, args);
      const branch = tracking ? readers.get(self) : undefined;
      // A lock given back rejects what is pending; that is no error of the network.
      if (branch) watch(promise, branch, () => readers.get(self) === branch);
      return promise;
    });
    method(proto, 'cancel', (native, self, args) => {
      const branch = tracking ? readers.get(self) : undefined;
      if (branch) safely(() => cancelled(branch, args[0]));
      return apply(native, self, args);
    });
    method(proto, 'releaseLock', (native, self, args) => {
      const result = apply(native, self, args);
      if (tracking) safely(() => readers.get(self) && readers.drop(self as object));
      return result;
    });
  }

  const iterate: Handler = (native, self, args) => {
    const iterator = apply(native, self, args);
    const branch = branchOf(self);
    const keep = ownValue(args[0], 'preventCancel') === true;
    if (branch) safely(() => iterators.set(iterator as object, { branch, keep }));
    return iterator;
  };
  if (getOwnPropertyDescriptor(StreamProto, 'values')) {
    const plain = apply(StreamProto.values, new NativeStream(), []);
    streamMethod('values', iterate);
    // Both names are one function for the page; they stay one.
    patch.alias(StreamProto, Symbol.asyncIterator, 'values');
    const IteratorProto = getPrototypeOf(plain) as object;
    method(IteratorProto, 'next', (native, self, args) => {
      const promise = apply(native, self, args);
      const known = tracking ? iterators.get(self) : undefined;
      if (known) watch(promise, known.branch, () => true);
      return promise;
    });
    method(IteratorProto, 'return', (native, self, args) => {
      const known = tracking ? iterators.get(self) : undefined;
      if (known && !known.keep) safely(() => cancelled(known.branch, args[0]));
      return apply(native, self, args);
    });
  }

  /** A pass-through in front of a pipe that pulls exactly when the pipe pulls. */
  const passThrough = (source: ReadableStream, branch: Branch) => {
    const reader = getReader(source);
    let isReleased = false;
    let steps = SETTLE_STEPS;
    let first: Promise<ReadableStreamReadResult<unknown>> | undefined;
    const letGo = (): void => {
      if (isReleased) return;
      isReleased = true;
      release(reader);
    };
    const letGoLater = (): void => {
      if (steps-- > 0 && isLocked(stream)) whenSettled(settled, letGoLater, ignore);
      else letGo();
    };
    const stream: ReadableStream = new NativeStream<unknown>(
      {
        pull(controller) {
          const next = first ?? read(reader);
          first = undefined;
          return whenSettled(
            next,
            (result) => {
              safely(() => (result.done ? complete(branch) : see(branch, result.value)));
              if (result.done) controller.close();
              else controller.enqueue(result.value);
              if (result.done) letGoLater();
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
      },
      ZERO,
    );
    const start = (): void => {
      // A call that was refused left the stream alone; an accepted one disturbs its source at once.
      if (isLocked(stream)) {
        first = read(reader);
        whenSettled(first, ignore, ignore);
      } else letGo();
    };
    return { stream, letGo, start };
  };
  streamMethod('pipeThrough', (native, self, args) => {
    const branch = freeBranchOf(self);
    if (!branch) return apply(native, self, args);
    const pass = passThrough(self as ReadableStream, branch);
    try {
      const result = apply(native, pass.stream, args);
      pass.start();
      return result;
    } catch (error) {
      pass.letGo();
      throw error;
    }
  });
  streamMethod('pipeTo', (native, self, args) => {
    const branch = freeBranchOf(self);
    if (!branch) return apply(native, self, args);
    const pass = passThrough(self as ReadableStream, branch);
    const promise = apply(native, pass.stream, args);
    pass.start();
    whenSettled(promise as Promise<void>, pass.letGo, pass.letGo);
    return promise;
  });

  const isResponse = (value: unknown): value is Response => {
    try {
      typeOf(value as Response);
      return true;
    } catch {
      // The page called a method on something else: the native tells it so.
      return false;
    }
  };
  /** The branch that a whole-body method is about to read; undefined where it will refuse, or is none of ours. */
  const wholeBranch = (self: unknown): Branch | undefined => {
    if (!isResponse(self) || isUsed(self)) return undefined;
    meet(self);
    if (!tracking) return undefined;
    const stream = bodyOf(self);
    return stream ? freeBranchOf(stream) : undefined;
  };
  patch.getter(ResponseProto, 'body', (native, self, args) => {
    const stream = apply(native, self, args);
    if (stream) safely(() => meet(self as Response));
    return stream;
  });
  method(ResponseProto, 'clone', (native, self, args) => {
    const branch = safely(() => wholeBranch(self));
    const copy = apply(native, self, args) as Response;
    if (branch)
      safely(() => {
        branch.body.branches++;
        // Cloning gave the response a new stream too.
        addBranch(bodyOf(self as Response) as ReadableStream, branch.body, branch.at);
        addBranch(bodyOf(copy) as ReadableStream, branch.body, branch.at);
      });
    return copy;
  });

  const whole = (key: string, seen: (branch: Branch, value: never) => unknown): void =>
    method(ResponseProto, key, (native, self, args) => {
      const branch = safely(() => wholeBranch(self));
      const start = branch?.at;
      const promise = apply(native, self, args);
      if (branch)
        whenSettled(
          promise as Promise<never>,
          (value) =>
            safely(() => {
              // A platform that reads its own bodies through a reader of its own was followed there already.
              if (branch.at !== start || seen(branch, value) !== LATER) complete(branch);
            }),
          (error) => safely(() => failed(branch.body, error)),
        );
      return promise;
    });
  const text = (branch: Branch, value: string): void => {
    const { body } = branch;
    if (body.branches > 1 || body.seen > 0) {
      see(branch, encode(encoder, value));
      return;
    }
    body.seen = branch.at = 1;
    emit.text(body.stream, value);
  };
  whole('text', text);
  whole('json', (branch, value) => {
    const { body } = branch;
    if (body.seen > 0) return;
    body.seen = branch.at = Number.MAX_SAFE_INTEGER;
    emit.text(body.stream, stringify(value), true);
  });
  whole('arrayBuffer', (branch, value) => see(branch, new NativeUint8Array(value)));
  whole('bytes', see);
  whole('blob', (branch, value) => {
    whenSettled(
      blobBuffer(value),
      (buffer) =>
        safely(() => {
          see(branch, new NativeUint8Array(buffer));
          complete(branch);
        }),
      ignore,
    );
    return LATER;
  });
  whole('formData', ignore);

  return {
    failed,
    follows: (response) => branchOf(bodyOf(response)) !== undefined,
    track(response, stream) {
      const source = bodyOf(response);
      if (!source) {
        emit.close(stream, 'complete');
        return undefined;
      }
      const body: Body = { stream, seen: 0, branches: 1, aborted: false };
      addBranch(source, body, 0);
      return body;
    },
  };
}
